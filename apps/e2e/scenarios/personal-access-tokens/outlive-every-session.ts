import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLogsIn, createdPersonalAccessToken, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A personal access token has no end of its own that is described: a program logs in with it years later (interface
 * §3.3 and §4.2).
 */
export default scenario(
  Effect.gen(function* () {
    const { advance } = yield* Target
    yield* administratorLogsIn
    const { token } = yield* createdPersonalAccessToken

    yield* step("three years pass", advance("1095 days"))
    const made = yield* step("a program logs in with it", (yield* Auth).personalAccessToken(token))
    yield* step("what it got works", (yield* Tokens).info(made.token))
  }),
  { needs: ["clock"] }
)
