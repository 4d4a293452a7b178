import {
  expectAccessGranted,
  administratorLooksUp,
  confirmedAccount,
  Expect,
  mailedToken,
  markedFavorite,
  newEmailFor,
  obtainAccess,
  ownFavorites,
  provisionedUser,
  refusedOnV1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * Somebody marries and gets another e-mail address. The old one logs in until the new one is confirmed, the new one
 * from then on; id, sessions, tokens and favorites stay, and the old address is free for others (interface §3.2, §4.3,
 * 3 and §4.5, 4).
 */
export default scenario(
  function* ({ auth, registration }) {
    const account = yield* confirmedAccount
    const access = yield* obtainAccess(account)
    const group = yield* withUserToken(access.token, markedFavorite)
    const user = yield* administratorLooksUp(account.email)

    const email = yield* newEmailFor(account.email)
    const moved = { ...account, email }
    yield* refusedOnV1("a log-in with the new address", auth.logIn(moved))
    const token = yield* mailedToken(email)
    const changed = yield* step("the new address is confirmed", registration.confirmNewEmail(token))
    yield* Expect.equal("whose it is", changed.id, user.id)

    yield* refusedOnV1("a log-in with the old address", auth.logIn(account))
    yield* expectAccessGranted({ ...access, person: moved })
    const favorites = (yield* withUserToken(access.token, ownFavorites)).map(({ id }) => id)
    yield* Expect.equal("their favorites", favorites, [group.id])
    yield* provisionedUser({ email: account.email, name: "Somebody Else" })
  },
  { tags: ["journey", "admin"], needs: ["outbox"] }
)
