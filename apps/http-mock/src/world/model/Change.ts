import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { changedKeys, encoder } from "./View.ts"

/** Encodes and applies the changes of a part of a world, as JSON. */
export interface Change<Part> {
  /** Encodes the change from one value to another. Its size depends on the differences only. */
  readonly between: (before: Part, after: Part) => Schema.Json
  /** Applies a change. Throws a schema error if the change is invalid. */
  readonly applied: (before: Part, change: unknown) => Part
}

export const ofValue = <Value>(schema: Schema.Codec<Value, unknown>): Change<Value> => {
  const encode = encoder(schema)
  const decode = Schema.decodeUnknownSync(schema)
  return { between: (_, after) => encode(after), applied: (_, change) => decode(change) }
}

export const by = <Part, Kind>(
  schema: Schema.Codec<Kind, unknown>,
  between: (before: Part, after: Part) => Kind,
  applied: (before: Part, change: Kind) => Part
): Change<Part> => {
  const encode = encoder(schema)
  const decode = Schema.decodeUnknownSync(schema)
  return {
    between: (before, after) => encode(between(before, after)),
    applied: (before, change) => applied(before, decode(change))
  }
}

const sharedLength = <Entry>(before: ReadonlyArray<Entry>, after: ReadonlyArray<Entry>) => {
  const end = after.findIndex((entry, at) => entry !== before[at])
  return end < 0 ? after.length : end
}

/** Encodes a list from its first changed entry on. */
export const ofList = <Entry>(entry: Schema.Codec<Entry, unknown>): Change<ReadonlyArray<Entry>> =>
  by(
    Schema.Struct({ keep: Schema.Int, add: Schema.Array(entry) }),
    (before, after) => {
      const keep = sharedLength(before, after)
      return { keep, add: after.slice(keep) }
    },
    (before, { add, keep }) => [...before.slice(0, keep), ...add]
  )

export const mapChange = <Key, Value>(key: Schema.Codec<Key, unknown>, value: Schema.Codec<Value, unknown>) =>
  Schema.Struct({ set: Schema.Array(Schema.Tuple([key, value])), remove: Schema.Array(key) })

interface MapChange<Key, Value> {
  readonly set: ReadonlyArray<readonly [Key, Value]>
  readonly remove: ReadonlyArray<Key>
}

export const betweenMaps = <Key, Value>(
  before: HashMap.HashMap<Key, Value>,
  after: HashMap.HashMap<Key, Value>
): MapChange<Key, Value> => {
  const [set, remove]: [Array<readonly [Key, Value]>, Array<Key>] = [[], []]
  for (const key of changedKeys(before, after)) {
    const value = HashMap.get(after, key)
    if (value._tag === "Some") set.push([key, value.value])
    else remove.push(key)
  }
  return { set, remove }
}

export const appliedToMap = <Key, Value>(
  before: HashMap.HashMap<Key, Value>,
  { remove, set }: MapChange<Key, Value>
): HashMap.HashMap<Key, Value> =>
  set.reduce(
    (map, [key, value]) => HashMap.set(map, key, value),
    remove.reduce((map, key) => HashMap.remove(map, key), before)
  )

export const ofMap = <Key, Value>(
  key: Schema.Codec<Key, unknown>,
  value: Schema.Codec<Value, unknown>
): Change<HashMap.HashMap<Key, Value>> => by(mapChange(key, value), betweenMaps, appliedToMap)

export const ofLists = <Key, Entry>(
  key: Schema.Codec<Key, unknown>,
  entry: Schema.Codec<Entry, unknown>
): Change<HashMap.HashMap<Key, ReadonlyArray<Entry>>> => {
  const list = ofList(entry)
  const listIn = (map: HashMap.HashMap<Key, ReadonlyArray<Entry>>, at: Key) =>
    Option.getOrElse(HashMap.get(map, at), (): ReadonlyArray<Entry> => [])
  return by(
    mapChange(key, Schema.Json),
    (before, after) => {
      const { remove, set } = betweenMaps(before, after)
      return { remove, set: set.map(([at, entries]) => [at, list.between(listIn(before, at), entries)] as const) }
    },
    (before, { remove, set }) =>
      appliedToMap(before, {
        remove,
        set: set.map(([at, change]) => [at, list.applied(listIn(before, at), change)] as const)
      })
  )
}

/** Encodes a change by its differences, or as a whole if `between` returns `undefined`. */
export const orWhole = <Part, Kind>(
  schema: Schema.Codec<Part, unknown>,
  kind: Schema.Codec<Kind, unknown>,
  between: (before: Part, after: Part) => Kind | undefined,
  applied: (before: Part, change: Kind) => Part
): Change<Part> => {
  const whole = ofValue(schema)
  const encodeKind = encoder(kind)
  const decodeKind = Schema.decodeUnknownSync(kind)
  const Written = Schema.Union([Schema.Struct({ change: Schema.Json }), Schema.Struct({ whole: Schema.Json })])
  const decode = Schema.decodeUnknownSync(Written)
  return {
    between: (before, after) => {
      const change = between(before, after)
      return change === undefined ? { whole: whole.between(before, after) } : { change: encodeKind(change) }
    },
    applied: (before, written) => {
      const known = decode(written)
      return "whole" in known ? whole.applied(before, known.whole) : applied(before, decodeKind(known.change))
    }
  }
}

const isMap = <Key, Value>(value: unknown): value is HashMap.HashMap<Key, Value> => HashMap.isHashMap(value)

export const hashMap = <Key, Value>(key: Schema.Codec<Key, unknown>, value: Schema.Codec<Value, unknown>) =>
  Schema.Array(Schema.Tuple([key, value])).pipe(
    Schema.decodeTo(
      Schema.declare(isMap<Key, Value>),
      SchemaTransformation.transform<HashMap.HashMap<Key, Value>, ReadonlyArray<readonly [Key, Value]>>({
        decode: (entries) => HashMap.fromIterable(entries),
        encode: (map) => [...map]
      })
    )
  )
