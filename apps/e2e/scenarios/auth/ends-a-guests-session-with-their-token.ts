import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** An anonymous token comes without a refresh token, so its session ends when it expires (interface §4.1, 1). */
export default scenario(
  Effect.gen(function* () {
    const session = yield* Session
    yield* step("a visitor logs in", session.logInAnonymously("Visitor"))
    const { advance } = yield* Target

    yield* step("the visitor's token is inspected", (yield* Tokens).info())
    yield* step("a month and a day pass", advance("31 days"))
    const tokens = yield* PersonalAccessTokens
    yield* step("a call ends the session", Expect.failure("a call with the expired token", tokens.list, "SessionEnded"))
  }),
  { needs: ["clock"] }
)
