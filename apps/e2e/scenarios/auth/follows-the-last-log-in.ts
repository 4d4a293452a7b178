import { administratorLogsIn, confirmedAccount, Expect, refusedOnV1R1, scenario, step } from "@remote-assist/e2e"

/** A client has one session: the next log-in replaces it, and a log-out ends it (interface §5, 2). */
export default scenario(
  function* ({ session, tokens, users }) {
    const account = yield* confirmedAccount
    const { validate } = tokens

    yield* administratorLogsIn
    const { id } = yield* step("the token of the session is validated", validate())
    yield* step("a plain user logs in", session.logIn(account))
    const other = yield* step("the token of the session is validated", validate())
    yield* Expect.isTrue("it is another user's", other.id !== id)
    yield* refusedOnV1R1("the administration to a plain user", users.list())
    yield* step("they log out", session.logOut)
    const ended = yield* Expect.failure("a call after the log-out", validate(), "SessionEnded")
    yield* Expect.equal("why there is no session", ended.state, "none")
  },
  { tags: ["admin"], needs: ["outbox"] }
)
