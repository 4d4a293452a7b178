import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import {
  administratorScenario,
  Expect,
  firstOnCallGroup,
  loggedInAs,
  newcomer,
  ownFavorites,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A team hands over an on-call group each week: the user on duty marks it as a favorite, and the previous one removes
 * the mark. Favorites belong to each user, so nobody sees those of the others (interface §2.12, §4.4, 7-9).
 */
export default administratorScenario(
  function* ({ advance }) {
    const team = yield* Effect.replicateEffect(newcomer(), 3)
    const group = yield* firstOnCallGroup
    const before = yield* ownFavorites
    const favoritesOf = Effect.map(ownFavorites, (groups) => groups.map(({ id }) => id))

    for (const onDuty of team) {
      yield* step("a week passes", advance("7 days"))
      yield* loggedInAs(
        onDuty,
        Effect.gen(function* () {
          const { favorite, unfavorite } = yield* OnCallGroups
          yield* Expect.equal("favorites before the duty", yield* favoritesOf, [])
          yield* step(`they take over ${group.name}`, favorite(group.id))
          yield* Expect.equal("favorites on duty", yield* favoritesOf, [group.id])
          yield* step("they hand it on", unfavorite(group.id))
        })
      )
    }
    yield* Expect.equal("the administrator's favorites", yield* ownFavorites, before)
  },
  { tags: ["journey"], needs: ["clock", "world"] }
)
