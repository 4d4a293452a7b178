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

/** Encodes a change as a value of a schema. */
const ofKind = <Part, Kind>(
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

export const ofValue = <Value>(schema: Schema.Codec<Value, unknown>): Change<Value> =>
  ofKind(
    schema,
    (_, after) => after,
    (_, value) => value
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
): HashMap.HashMap<Key, Value> => HashMap.setMany(HashMap.removeMany(before, remove), set)

export const ofMap = <Key, Value>(
  key: Schema.Codec<Key, unknown>,
  value: Schema.Codec<Value, unknown>
): Change<HashMap.HashMap<Key, Value>> => ofKind(mapChange(key, value), betweenMaps, appliedToMap)

/** Encodes a change by its differences, or as a whole if `between` returns `undefined`. */
export const orWhole = <Part, Kind>(
  schema: Schema.Codec<Part, unknown>,
  kind: Schema.Codec<Kind, unknown>,
  between: (before: Part, after: Part) => Kind | undefined,
  applied: (before: Part, change: Kind) => Part
): Change<Part> =>
  ofKind(
    Schema.Union([Schema.Struct({ change: kind }), Schema.Struct({ whole: schema })]),
    (before: Part, after: Part) => {
      const change = between(before, after)
      return change === undefined ? { whole: after } : { change }
    },
    (before, written) => ("whole" in written ? written.whole : applied(before, written.change))
  )

const decodeFields = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** Encodes the changed fields of a record by their names. */
export const ofStruct = <Fields extends object>(changes: {
  readonly [Name in keyof Fields]: { readonly change: Change<Fields[Name]> }
}): Change<Fields> => {
  const between = <Name extends keyof Fields>(name: Name, before: Fields[Name], after: Fields[Name]) =>
    changes[name].change.between(before, after)
  const applied = <Name extends keyof Fields>(name: Name, before: Fields[Name], change: unknown) =>
    changes[name].change.applied(before, change)
  const isField = (name: PropertyKey): name is keyof Fields => Object.hasOwn(changes, name)
  return {
    between: (before, after) =>
      Object.fromEntries(
        Object.keys(changes).flatMap((name) =>
          isField(name) && before[name] !== after[name]
            ? [[name, between(name, before[name], after[name])] as const]
            : []
        )
      ),
    applied: (before, change) => {
      const changed = Object.entries(decodeFields(change)).map(([name, field]) => {
        if (!isField(name)) throw new Error(`it changes ${name}, which does not exist`)
        return [name, applied(name, before[name], field)] as const
      })
      return { ...before, ...Object.fromEntries(changed) }
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
