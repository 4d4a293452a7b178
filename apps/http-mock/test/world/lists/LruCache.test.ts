import { assert, describe, it } from "@effect/vitest"

import * as LruCache from "../../../src/world/lists/LruCache.ts"

describe("the least recently used values", () => {
  it("are found by their source and key", () => {
    const cache = LruCache.make<object, { readonly n: number }>({ max: 4, maxBytes: 1000, bytesOf: () => 1 })
    const [one, other] = [{}, {}]
    cache.set(one, "a", { n: 1 })
    cache.set(one, "b", { n: 2 })
    cache.set(other, "a", { n: 3 })
    assert.deepStrictEqual(
      [cache.get(one, "a")?.n, cache.get(one, "b")?.n, cache.get(other, "a")?.n, cache.get(other, "b")?.n],
      [1, 2, 3, undefined]
    )
  })

  it("are so many in all, however many sources live", () => {
    const cache = LruCache.make<object, { readonly n: number }>({ max: 3, maxBytes: 1000, bytesOf: () => 1 })
    const sources = Array.from({ length: 10 }, () => ({}))
    for (const [index, source] of sources.entries()) cache.set(source, "a", { n: index })
    assert.deepStrictEqual(
      sources.map((source) => cache.get(source, "a")?.n).filter((value) => value !== undefined),
      [7, 8, 9]
    )
  })

  it("go in the order in which they were used last", () => {
    const cache = LruCache.make<object, { readonly n: number }>({ max: 2, maxBytes: 1000, bytesOf: () => 1 })
    const source = {}
    cache.set(source, "a", { n: 1 })
    cache.set(source, "b", { n: 2 })
    cache.get(source, "a")
    cache.set(source, "a", { n: 3 })
    cache.set(source, "c", { n: 4 })
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => cache.get(source, key)?.n),
      [3, undefined, 4]
    )
  })

  it("keeps so many bytes, and nothing that is larger alone", () => {
    const cache = LruCache.make<object, Uint8Array>({ max: 16, maxBytes: 100, bytesOf: ({ length }) => length })
    const source = {}
    const sizes = [40, 40, 40, 200]
    sizes.forEach((size, at) => cache.set(source, String(at), new Uint8Array(size)))
    assert.deepStrictEqual(
      sizes.map((_, at) => cache.get(source, String(at))?.length),
      [undefined, 40, 40, undefined]
    )
  })
})
