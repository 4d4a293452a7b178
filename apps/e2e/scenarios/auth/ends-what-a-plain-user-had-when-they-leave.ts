import {
  expectAccessRefused,
  administratorLooksUp,
  confirmedAccount,
  listOwnTokens,
  obtainAccess,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * Offboarding ends all access at once: sessions, programs with personal access tokens, refreshes and log-ins of a
 * deleted user are refused permanently (interface §3.1, §4.1 and §4.2).
 */
export default scenario(
  function* ({ auth, registration, users }) {
    const account = yield* confirmedAccount
    const access = yield* obtainAccess(account)
    const { personalAccessToken } = auth
    const exchanged = yield* step("a program of theirs logs in", personalAccessToken(access.personalAccessToken))

    const { id } = yield* administratorLooksUp(account.email)
    yield* step("the administrator deletes them", users.remove(id))
    yield* expectAccessRefused(access)
    yield* withUserToken(exchanged.token, refusedOnV1R1("a call of their program", listOwnTokens))
    yield* refusedOnV1("a confirmation e-mail to them", registration.resendConfirmation(account.email))
  },
  { tags: ["journey", "admin"], needs: ["outbox"] }
)
