import { memoize } from "effect/Function"
import { LRUCache } from "lru-cache"

/** An LRU cache of values that are computed from an immutable source and a key. */
export interface LruCache<Source extends object, Value> {
  readonly get: (source: Source, key: string) => Value | undefined
  readonly set: (source: Source, key: string, value: Value) => Value
}

interface Limits<Value> {
  readonly max: number
  readonly maxBytes: number
  readonly bytesOf: (value: Value) => number
}

/** Creates a cache with limits for all sources together, as a history may keep many sources alive. */
export const make = <Source extends object, Value extends object>({
  bytesOf,
  max,
  maxBytes
}: Limits<Value>): LruCache<Source, Value> => {
  const values = new LRUCache<string, Value>({
    max,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => key.length + bytesOf(value) + 1
  })
  let last = 0
  const numberOf = memoize((_: object) => ++last)

  return {
    get: (source, key) => values.get(`${numberOf(source)} ${key}`),
    set: (source, key, value) => {
      values.set(`${numberOf(source)} ${key}`, value)
      return value
    }
  }
}
