import {
  administratorLooksUp,
  confirmedAccount,
  createdPersonalAccessToken,
  loggedInAs,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"

/** All data of a deleted user is removed, personal access tokens included (interface §3.1). */
export default scenario(
  function* ({ auth, users }) {
    const account = yield* confirmedAccount
    const { token } = yield* loggedInAs(account, createdPersonalAccessToken)
    const { id } = yield* administratorLooksUp(account.email)

    yield* step("the user is deleted", users.remove(id))
    yield* refusedOnV1R1("a log-in with their token", auth.personalAccessToken(token))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
