import { memoize } from "effect/Function"
import { LRUCache } from "lru-cache"

import { sliceSize } from "./select.ts"
import type { Cooperative } from "./select.ts"

interface Limits<Value> {
  readonly max: number
  readonly maxBytes: number
  readonly bytesOf: (value: Value) => number
}

/**
 * Creates a function that caches the values that are computed from immutable sources and a key. The limits are for all sources
 * together, as a history may keep many sources alive.
 */
export const make = <Value extends object>({ bytesOf, max, maxBytes }: Limits<Value>) => {
  const values = new LRUCache<string, Value>({
    max,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => key.length + bytesOf(value) + 1
  })
  let last = 0
  const numberOf = memoize((_: object) => ++last)

  return function* (
    sources: ReadonlyArray<object>,
    key: string,
    size: number,
    compute: () => Cooperative<Value>
  ): Cooperative<Value> {
    const text = [...sources.map(numberOf), key].join(" ")
    // a concurrent request may cache the same value meanwhile
    if (size > sliceSize && !values.has(text)) yield
    const known = values.get(text)
    if (known !== undefined) return known
    const value = yield* compute()
    values.set(text, value)
    return value
  }
}
