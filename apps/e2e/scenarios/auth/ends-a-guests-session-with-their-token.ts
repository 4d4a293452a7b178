import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step } from "@remote-assist/e2e"

/** An anonymous token comes without a refresh token, so its session ends when it expires (interface §4.1, 1). */
export default scenario(
  function* ({ advance, personalAccessTokens: tokens, session }) {
    yield* step("a visitor logs in", session.logInAnonymously("Visitor"))
    yield* step("the visitor's token is inspected", (yield* Tokens).info())
    yield* step("a month and a day pass", advance("31 days"))
    yield* step("a call ends the session", Expect.failure("a call with the expired token", tokens.list, "SessionEnded"))
  },
  { needs: ["clock"] }
)
