import {
  administratorScenario,
  createdPersonalAccessToken,
  Expect,
  listOwnTokens,
  loggedInAs,
  markedFavorite,
  newcomer,
  ownFavorites,
  provisionedUser,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * All data of a deleted user is removed: a new user with their e-mail address has none of their favorites and personal
 * access tokens (interface §3.1, §4.5, 5).
 */
export default administratorScenario(
  function* ({ users }) {
    const person = yield* newcomer()
    yield* loggedInAs(person, Effect.andThen(markedFavorite, createdPersonalAccessToken))

    yield* step("they are deleted", users.remove(person.id))
    yield* provisionedUser({ email: person.email })
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        yield* Expect.equal("favorites of the other", yield* ownFavorites, [])
        const tokens = yield* step("the other lists tokens", listOwnTokens)
        yield* Expect.equal("tokens of the other", tokens, [])
      })
    )
  },
  { tags: ["admin"], needs: ["world"] }
)
