import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn } from "../../src/steps/people.ts"

const isFavorite = Effect.fnUntraced(function* (id: OnCallGroupId) {
  const groups = yield* (yield* OnCallGroups).stream().pipe(Stream.runCollect)
  return groups.find((group) => group.id === id)?.favorite
})

export default scenario(
  "on-call/marks-a-favorite",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const groups = yield* OnCallGroups
    const all = yield* groups.stream().pipe(Stream.runCollect)
    const group = all.find(({ favorite }) => favorite !== true)
    if (group === undefined) return yield* Expect.atLeast("on-call groups that are no favorites", 0, 1)

    yield* Effect.acquireRelease(groups.favorite(group.id), () => Effect.orDie(groups.unfavorite(group.id)))
    yield* Expect.equal("favorite once marked", yield* isFavorite(group.id), true)
    yield* groups.unfavorite(group.id)
    yield* Expect.equal("favorite once unmarked", yield* isFavorite(group.id), false)
  })
)
