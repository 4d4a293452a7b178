import * as HashMap from "effect/HashMap"
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
): HashMap.HashMap<Key, Value> => HashMap.setMany(HashMap.removeMany(before, remove), set)

export const ofMap = <Key, Value>(
  key: Schema.Codec<Key, unknown>,
  value: Schema.Codec<Value, unknown>
): Change<HashMap.HashMap<Key, Value>> => {
  const schema = mapChange(key, value)
  const encode = encoder(schema)
  const decode = Schema.decodeUnknownSync(schema)
  return {
    between: (before, after) => encode(betweenMaps(before, after)),
    applied: (before, change) => appliedToMap(before, decode(change))
  }
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
