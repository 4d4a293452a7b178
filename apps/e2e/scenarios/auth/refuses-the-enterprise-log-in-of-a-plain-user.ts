import { confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/** Who does not administer the enterprise does not get its token, though the password is right (interface §4.1, 5). */
export default scenario(
  function* ({ auth }) {
    const account = yield* confirmedAccount
    yield* refusedOnV1("the enterprise log-in of a plain user", auth.enterprise(account))
    yield* step("their own log-in succeeds", auth.logIn(account))
  },
  { needs: ["outbox"] }
)
