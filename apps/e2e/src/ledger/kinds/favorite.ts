import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { gone } from "./Kind.ts"
import type { Find } from "./Kind.ts"

/** A mark on an on-call group. */
export const favorite: Find<OnCallGroups> = ({ id }) =>
  Effect.gen(function* () {
    const groups = yield* OnCallGroups
    const marked = yield* Stream.runCollect(groups.stream({ filter: "favorite=true" }))
    const found = marked.find((group) => String(group.id) === id)
    return found === undefined ? gone : { _tag: "There", remove: groups.unfavorite(found.id) }
  })
