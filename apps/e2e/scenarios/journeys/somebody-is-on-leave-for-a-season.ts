import {
  expectAccessGranted,
  expectAccessRefused,
  administratorScenario,
  Expect,
  markedFavorite,
  newcomer,
  obtainAccess,
  ownFavorites,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * Somebody is on leave for two months and consumes no license: deactivated, they are shut out, but nothing of theirs
 * is lost. Back at work their refresh token, personal access token and favorites are as they left them (interface §3.1,
 * §4.5, 4).
 */
export default administratorScenario(
  function* ({ advance, auth, users }) {
    const person = yield* newcomer()
    const access = yield* obtainAccess(person)
    const group = yield* withUserToken(access.token, markedFavorite)

    yield* step("their leave begins", users.deactivate(person.id))
    yield* expectAccessRefused(access)
    yield* step("two months pass", advance("62 days"))
    yield* step("their leave is over", users.reactivate(person.id))

    const next = yield* step("their refresh token brings new tokens", auth.refresh(access.refresh))
    yield* expectAccessGranted({ ...access, ...next })
    const favorites = (yield* withUserToken(next.token, ownFavorites)).map(({ id }) => id)
    yield* Expect.equal("their favorites", favorites, [group.id])
  },
  { tags: ["journey", "admin"], needs: ["clock", "world"] }
)
