import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { asNewcomer, Expect, firstOnCallGroup, ownFavorites, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Marking twice leaves one favorite, and removing a mark twice leaves none (interface §4.4, 8-9). */
export default scenario(
  asNewcomer(
    Effect.gen(function* () {
      const groups = yield* OnCallGroups
      const { id } = yield* firstOnCallGroup
      yield* step("they mark it twice", Effect.andThen(groups.favorite(id), groups.favorite(id)))
      yield* Expect.equal("number of favorites", (yield* ownFavorites).length, 1)
      yield* step("they take it off twice", Effect.andThen(groups.unfavorite(id), groups.unfavorite(id)))
      yield* Expect.equal("number of favorites left", (yield* ownFavorites).length, 0)
    })
  ),
  { needs: ["world"], tags: ["admin"] }
)
