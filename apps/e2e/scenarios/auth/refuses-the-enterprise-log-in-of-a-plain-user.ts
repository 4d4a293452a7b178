import { confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A user who is not an administrator does not get the token of the enterprise with the right password (interface §4.1,
 * 5).
 */
export default scenario(
  function* ({ auth }) {
    const account = yield* confirmedAccount
    yield* refusedOnV1("the enterprise log-in of a plain user", auth.enterprise(account))
    yield* step("their own log-in succeeds", auth.logIn(account))
  },
  { needs: ["outbox"] }
)
