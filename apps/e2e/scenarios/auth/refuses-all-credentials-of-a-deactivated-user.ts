import {
  expectAccessGranted,
  expectAccessRefused,
  administratorLooksUp,
  confirmedAccount,
  obtainAccess,
  refusedOnV1,
  refusedOnV1R1,
  restoreUserAtEnd,
  scenario,
  step
} from "@remote-assist/e2e"

/**
 * A deactivated user cannot use the service: password, refresh token, personal access token and user token are refused,
 * and work again once the user is active (interface §3.1 and §4.1).
 */
export default scenario(
  function* ({ auth, tokens, users }) {
    const account = yield* confirmedAccount
    const user = yield* administratorLooksUp(account.email)
    const access = yield* obtainAccess(account)

    yield* restoreUserAtEnd(user)
    yield* step("the user is deactivated", users.deactivate(user.id))
    yield* expectAccessRefused(access)
    yield* refusedOnV1R1("their log-in on /v1r1", auth.logInV1R1(account))
    yield* refusedOnV1("the inspection of their user token", tokens.info(access.token))

    yield* step("the user is reactivated", users.reactivate(user.id))
    yield* expectAccessGranted(access)
  },
  { tags: ["admin"], needs: ["outbox"] }
)
