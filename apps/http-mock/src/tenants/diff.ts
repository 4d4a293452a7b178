import * as JsonPatch from "effect/JsonPatch"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { parts } from "../world/model/parts.ts"
import type { Part } from "../world/model/parts.ts"
import { Settings } from "../world/model/rows.ts"
import * as View from "../world/model/View.ts"
import type { World } from "../world/model/World.ts"
import * as Users from "../world/users/Users.ts"
import type { State } from "./State.ts"

type Parts = { readonly [Name in keyof World]: Pick<Part<World[Name]>, "beside" | "view"> }

const allParts: Parts = { settings: { view: View.ofValue(View.encoder(Settings)) }, ...parts }

type Shown = readonly [name: string, value: Schema.Json]

const views = <Name extends keyof World>(name: Name): ReadonlyArray<readonly [string, View.View<World[Name]>]> => {
  const { beside = {}, view } = allParts[name]
  return [[name, view], ...Object.entries(beside)]
}

/** A JSON Patch (RFC 6902). */
export const Patch = Schema.Array(
  Schema.Union([
    Schema.Struct({ op: Schema.Literal("add"), path: Schema.String, value: Schema.Json }),
    Schema.Struct({ op: Schema.Literal("remove"), path: Schema.String }),
    Schema.Struct({ op: Schema.Literal("replace"), path: Schema.String, value: Schema.Json })
  ])
)

/**
 * Returns the JSON Patch (RFC 6902) from one world to another. It compares only the parts that differ, and of the generated
 * users only those that were changed or removed.
 */
export const diff = (before: World, after: World): JsonPatch.JsonPatch => {
  if (before === after) return []
  const differingIn = (part: keyof World) =>
    views(part).map(([name, view]) => [name, view(before[part], after[part])] as const)
  const both = Record.keys(allParts).flatMap(differingIn)
  return JsonPatch.get(
    Object.fromEntries(both.map(([name, [shown]]): Shown => [name, shown])),
    Object.fromEntries(both.map(([name, [, shown]]): Shown => [name, shown]))
  )
}

/** Compares two states, by region. */
export const differences = (before: State, after: State) => ({
  us: diff(before.us, after.us),
  eu: diff(before.eu, after.eu)
})

/** The maximum number of generated users in a comparison, which blocks other requests. */
export const maxCompared = 10_000

const generatedBy = ({ eu, us }: State) => us.users.generated.to + eu.users.generated.to

/** Checks whether a comparison does not take too long. */
export const comparable = (from: State, to: State) =>
  (["us", "eu"] as const).every((region) => {
    const [one, other] = [from[region].users.generated, to[region].users.generated]
    return Users.haveSameSource(one, other) && one.to === other.to
  }) || generatedBy(from) + generatedBy(to) <= maxCompared
