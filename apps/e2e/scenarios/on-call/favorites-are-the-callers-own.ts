import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { administratorScenario, Expect, loggedInAs, newcomer, ownFavorites, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Each user has their own favorites: a mark of one user does not change those of another (interface §4.4, 7-8). */
export default administratorScenario(
  function* ({ onCallGroups }) {
    const before = yield* step("the administrator lists the groups", onCallGroups.list())
    const group = yield* Expect.present(
      "a group that is not a favorite",
      before.entries.find(({ favorite }) => favorite !== true)
    )
    const person = yield* newcomer()
    const theirs = yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const groups = yield* OnCallGroups
        yield* step("they mark a group", groups.favorite(group.id))
        return yield* ownFavorites
      })
    )
    yield* Expect.equal(
      "their favorites",
      theirs.map(({ id }) => id),
      [group.id]
    )
    const after = yield* step("the administrator lists the groups again", onCallGroups.list())
    yield* Expect.equal("the groups as the administrator sees them", after, before)
  },
  { needs: ["world"], tags: ["admin"] }
)
