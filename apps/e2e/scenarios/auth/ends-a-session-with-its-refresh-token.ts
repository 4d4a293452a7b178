import { administratorLogsIn, Expect, scenario, step } from "@remote-assist/e2e"

/**
 * After the refresh token has also expired, a call ends the session, and only a log-in starts another (interface §4.1,
 * 4).
 */
export default scenario(
  function* ({ administrator, advance, personalAccessTokens, session }) {
    const { list } = personalAccessTokens
    yield* administratorLogsIn

    yield* step("91 days pass", advance("91 days"))
    const ended = yield* step("a call ends the session", Expect.failure("a call", list, "SessionEnded"))
    yield* Expect.equal("why it ended", ended.state, "refused")
    yield* step("they log in again", session.logIn(administrator))
    yield* step("the call succeeds", list)
  },
  { needs: ["clock"] }
)
