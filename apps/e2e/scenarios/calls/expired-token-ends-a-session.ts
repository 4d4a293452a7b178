import { administratorLogsIn, administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * An expired token is 401 on /v1 with the text `Token expired`, by which clients know to renew it. Without a refresh
 * token the session ends (interface §4.4, 1, §7).
 */
export default administratorScenario(
  function* ({ advance, calls, session }) {
    yield* step("the refresh token is thrown away", session.start({ token: yield* session.token }))
    yield* step("the calls are listed", calls.list())

    yield* step("a month goes by", advance("31 days"))
    const ended = yield* step("the calls are listed again", Expect.failure("the session", calls.list(), "SessionEnded"))
    yield* Expect.equal("state of the session", ended.state, "refused")
    yield* administratorLogsIn
    yield* step("the calls are listed after another log-in", calls.list())
  },
  { needs: ["clock"] }
)
