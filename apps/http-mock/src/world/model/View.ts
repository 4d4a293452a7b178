import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Returns the JSON of two states of a part. It omits entries that are equal in both. */
export type View<Part> = (before: Part, after: Part) => readonly [Schema.Json, Schema.Json]

export const encoder = <Value>(schema: Schema.Codec<Value, unknown>): ((value: Value) => Schema.Json) => {
  const encode = Schema.encodeSync(schema)
  const json = Schema.decodeUnknownSync(Schema.Json)
  return (value) => json(encode(value))
}

export const ofValue =
  <Part>(show: (part: Part) => Schema.Json): View<Part> =>
  (before, after) =>
    before === after ? [{}, {}] : [show(before), show(after)]

export const hidden: View<unknown> = () => [{}, {}]

/** Returns the keys whose values differ in two maps, in time linear in their size. */
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

/** Shows some keys as an object; a key without a value is omitted. */
export const entries = <Key extends string | number>(
  keys: Iterable<Key>,
  show: (key: Key) => Option.Option<readonly [name: string | number, value: Schema.Json]>
): Schema.Json => Object.fromEntries([...keys].flatMap((key) => Option.toArray(show(key))))

/** Shows the different entries of two maps by their keys. */
export const ofMap =
  <Part, Key extends string | number, Value>(
    mapIn: (part: Part) => HashMap.HashMap<Key, Value>,
    show: (value: Value) => Schema.Json,
    nameOf: (key: Key, part: Part) => string | number = (key) => key
  ): View<Part> =>
  (before, after) => {
    const keys = [...changedKeys(mapIn(before), mapIn(after))]
    const shown = (part: Part) =>
      entries(keys, (key) => Option.map(HashMap.get(mapIn(part), key), (value) => [nameOf(key, part), show(value)]))
    return [shown(before), shown(after)]
  }

export const ofList = <Entry extends { readonly id: number }>(
  show: (entry: Entry) => Schema.Json
): View<ReadonlyArray<Entry>> =>
  ofValue((entries) => Object.fromEntries(entries.map((entry) => [entry.id, show(entry)])))
