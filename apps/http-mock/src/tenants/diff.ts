import * as JsonPatch from "effect/JsonPatch"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"

import { parts } from "../world/model/parts.ts"
import type { Part } from "../world/model/parts.ts"
import { Settings } from "../world/model/rows.ts"
import * as View from "../world/model/View.ts"
import type { World } from "../world/model/World.ts"

type Parts = { readonly [Name in keyof World]: Pick<Part<World[Name]>, "beside" | "view"> }

const all: Parts = { settings: { view: View.ofValue(View.encoder(Settings)) }, ...parts }

type Shown = readonly [name: string, value: Schema.Json]

/** The views of each part under their names, with the part. */
const views = <Name extends keyof World>(name: Name): ReadonlyArray<readonly [string, View.View<World[Name]>]> => {
  const { beside = {}, view } = all[name]
  return [[name, view], ...Object.entries(beside)]
}

/** A world as JSON, every generated user included. */
export const viewOf = (world: World): Schema.Json => {
  const shown = (part: keyof World) => views(part).map(([name, { whole }]): Shown => [name, whole(world[part])])
  return Object.fromEntries(Record.keys(all).flatMap(shown))
}

/**
 * The JSON Patch (RFC 6902) that turns the view of one world into that of another. It costs about the size of the parts that
 * are not the same: a part that both share is not looked at, of a map that changed each key is, and of the generated users
 * only those that were changed or removed are made.
 */
export const diff = (before: World, after: World): JsonPatch.JsonPatch => {
  if (before === after) return []
  const differing = (part: keyof World) =>
    views(part).map(([name, view]) => [name, view.differing(before[part], after[part])] as const)
  const both = Record.keys(all).flatMap(differing)
  return JsonPatch.get(
    Object.fromEntries(both.map(([name, [shown]]): Shown => [name, shown])),
    Object.fromEntries(both.map(([name, [, shown]]): Shown => [name, shown]))
  )
}
