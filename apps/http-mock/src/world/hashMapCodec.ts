import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

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
