import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

import type { World } from "../../world/model/World.ts"

/** A part of a world as JSON: all of it, or of two worlds only what may differ between them. */
export interface Part {
  readonly whole: (world: World) => Schema.Json
  readonly differing: (before: World, after: World) => readonly [Schema.Json, Schema.Json]
}

/** A part that is shown as a whole. */
export const value = <A>(of: (world: World) => A, show: (value: A) => Schema.Json): Part => ({
  whole: (world) => show(of(world)),
  differing: (before, after) => (of(before) === of(after) ? [{}, {}] : [show(of(before)), show(of(after))])
})

/** The keys whose values are not the same in both maps. */
export const changedKeys = <Key, Value>(
  before: HashMap.HashMap<Key, Value>,
  after: HashMap.HashMap<Key, Value>
): ReadonlySet<Key> => {
  const keys = new Set<Key>()
  if (before === after) return keys
  let shared = 0
  for (const [key, value] of after) {
    const known = HashMap.get(before, key)
    if (Option.isSome(known)) shared += 1
    if (Option.isNone(known) || known.value !== value) keys.add(key)
  }
  if (shared < HashMap.size(before)) for (const key of HashMap.keys(before)) if (!HashMap.has(after, key)) keys.add(key)
  return keys
}

/** What is shown of some keys; one that yields nothing is left out. */
export const record = <Key extends string | number>(
  keys: Iterable<Key>,
  show: (key: Key) => Option.Option<readonly [name: string | number, value: Schema.Json]>
): Schema.Json => Object.fromEntries([...keys].flatMap((key) => Option.toArray(show(key))))

/** A map, shown by its keys, of which only the differing ones are compared. */
export const map = <Key extends string | number, Value>(
  of: (world: World) => HashMap.HashMap<Key, Value>,
  show: (value: Value) => Schema.Json,
  nameOf: (key: Key, world: World) => string = String
): Part => {
  const shown = (world: World, keys: Iterable<Key>) =>
    record(keys, (key) => Option.map(HashMap.get(of(world), key), (value) => [nameOf(key, world), show(value)]))
  return {
    whole: (world) => shown(world, HashMap.keys(of(world))),
    differing: (before, after) => {
      const keys = changedKeys(of(before), of(after))
      return [shown(before, keys), shown(after, keys)]
    }
  }
}

/** A list of what has an id, shown by the ids. */
export const byId = <Entry extends { readonly id: number }>(
  of: (world: World) => ReadonlyArray<Entry>,
  show: (entry: Entry) => Schema.Json
): Part => value(of, (entries) => Object.fromEntries(entries.map((entry) => [entry.id, show(entry)])))
