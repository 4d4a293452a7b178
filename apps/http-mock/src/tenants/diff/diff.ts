import * as JsonPatch from "effect/JsonPatch"
import * as Record from "effect/Record"

import type { World } from "../../world/model/World.ts"
import { parts } from "./view.ts"

/**
 * The JSON Patch (RFC 6902) that turns the view of one world into that of another. It costs about what changed: what both
 * share is not looked at, and of the generated users only those that were changed or removed are made.
 */
export const diff = (before: World, after: World): JsonPatch.JsonPatch => {
  if (before === after) return []
  const both = Record.map(parts, ({ differing }) => differing(before, after))
  return JsonPatch.get(
    Record.map(both, ([shown]) => shown),
    Record.map(both, ([, shown]) => shown)
  )
}
