import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { administratorLogsIn, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * When the refresh token has expired as well, a call ends the session, and only a log-in begins another (interface
 * §4.1, 4).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator, advance } = yield* Target
    const { list } = yield* PersonalAccessTokens
    yield* administratorLogsIn

    yield* step("91 days pass", advance("91 days"))
    const ended = yield* step("a call ends the session", Expect.failure("a call", list, "SessionEnded"))
    yield* Expect.equal("why it ended", ended.state, "refused")
    yield* step("they log in again", (yield* Session).logIn(administrator))
    yield* step("the call succeeds", list)
  }),
  { needs: ["clock"] }
)
