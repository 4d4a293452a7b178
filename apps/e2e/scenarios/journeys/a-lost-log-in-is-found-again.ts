import {
  administratorLooksUp,
  confirmedAccount,
  Expect,
  listOwnTokens,
  obtainAccess,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step,
  unusedEmail,
  withUserToken
} from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * Somebody forgot how to log in. Wrong passwords are refused in the same words as unknown names, a session and a
 * personal access token from before go on, and the user name that an administrator looks up logs in as well as the
 * e-mail address (interface §4.1, 2, 8 and 10, §4.5, 3, §5, 4).
 */
export default scenario(
  function* ({ auth }) {
    const account = yield* confirmedAccount
    const { logIn, logInV1R1, personalAccessToken } = auth
    const access = yield* obtainAccess(account)
    const guess = { ...account, password: Redacted.make("subsonic-1953") }
    const wrong = yield* refusedOnV1("a guess of the password", logIn(guess))
    const unknown = yield* refusedOnV1("a guess of the address", logIn({ ...account, email: yield* unusedEmail }))
    yield* Expect.equal("the message of each", unknown.message, wrong.message)
    yield* refusedOnV1R1("a guess on /v1r1", logInV1R1(guess))
    yield* withUserToken(access.token, step("their session continues", listOwnTokens))
    yield* step("and so do their programs", personalAccessToken(access.personalAccessToken))

    const { username } = yield* administratorLooksUp(account.email)
    const email = yield* Expect.present("their user name", username)
    yield* step("they log in with it", logIn({ ...account, email }))
    yield* step("and with the e-mail address", logIn(account))
  },
  { tags: ["journey"], needs: ["outbox"] }
)
