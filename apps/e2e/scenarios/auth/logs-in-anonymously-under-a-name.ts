import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Nobody in particular gets a token as well, under a name that others see. It comes alone: there is nothing to refresh
 * it with (interface §4.1, 1).
 */
export default scenario(
  Effect.gen(function* () {
    const { token } = yield* step("a visitor gets a token", (yield* Auth).anonymous("Visitor"))

    const about = yield* step("it is validated", (yield* Tokens).validate({ token }))
    yield* Expect.isTrue("it is no user's", about.type !== "user")
    yield* Expect.isTrue("it expires", about.expires_at > about.created_at)
  }),
  { tags: ["smoke"] }
)
