import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import * as Effect from "effect/Effect"

import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** The first of the on-call groups, as whoever is logged in sees it. */
export const firstOnCallGroup = Effect.gen(function* () {
  const { entries } = yield* step("the on-call groups are listed", (yield* OnCallGroups).list())
  return yield* Expect.present("an on-call group", entries[0])
})

/** The on-call groups that whoever is logged in has marked as favorites. */
export const ownFavorites = Effect.gen(function* () {
  const { entries } = yield* step("their favorites are listed", (yield* OnCallGroups).list({ filter: "favorite=true" }))
  return entries
})

/** Has whoever is logged in mark the first on-call group as a favorite, and yields it. */
export const markedFavorite = Effect.gen(function* () {
  const group = yield* firstOnCallGroup
  yield* step(`${group.name} is marked as a favorite`, (yield* OnCallGroups).favorite(group.id))
  return group
})
