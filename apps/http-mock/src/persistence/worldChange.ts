import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import * as Change from "../world/model/Change.ts"
import { parts } from "../world/model/parts.ts"
import { Settings } from "../world/model/Settings.ts"
import type { World } from "../world/model/World.ts"

type Changes = { readonly [Name in keyof World]: { readonly change: Change.Change<World[Name]> } }

const all: Changes = { settings: { change: Change.ofValue(Settings) }, ...parts }

const names = Record.keys(all)

const changeOf = <Name extends keyof World>(name: Name, before: World[Name], after: World[Name]): Schema.Json =>
  all[name].change.between(before, after)

const changed = <Name extends keyof World>(name: Name, before: World[Name], change: unknown): World[Name] =>
  all[name].change.applied(before, change)

/** What becomes of the parts of a world, by their names; a part that stays the same is missing. */
export const between = (before: World, after: World): Schema.Json =>
  Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, changeOf(name, before[name], after[name])])
  )

const isPart = (name: string): name is keyof World => Object.hasOwn(all, name)

const decode = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** The world that a change leads to. Throws why, where it is none. */
export const applied = (before: World, change: unknown): World => {
  const changes = Object.entries(decode(change)).map(([name, written]) => {
    if (!isPart(name)) throw new Error(`it changes ${name}, which no world has`)
    return [name, changed(name, before[name], written)] as const
  })
  return { ...before, ...Object.fromEntries(changes) }
}
