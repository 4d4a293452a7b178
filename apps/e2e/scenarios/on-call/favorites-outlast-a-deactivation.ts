import {
  administratorScenario,
  Expect,
  loggedInAs,
  markedFavorite,
  newcomer,
  ownFavorites,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * All data of a deactivated user stays: their favorites are unchanged after the reactivation (interface §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const person = yield* newcomer()
    const marked = yield* loggedInAs(person, Effect.andThen(markedFavorite, ownFavorites))

    yield* step("they are deactivated", users.deactivate(person.id))
    yield* step("they are activated again", users.reactivate(person.id))
    yield* Expect.equal("number of favorites", marked.length, 1)
    yield* Expect.equal("their favorites", yield* loggedInAs(person, ownFavorites), marked)
  },
  { needs: ["world"], tags: ["admin"] }
)
