import { assert, describe, it } from "@effect/vitest"

import * as Latest from "../../../src/world/lists/LruCache.ts"

describe("the latest values", () => {
  it("are found by their source and key", () => {
    const latest = Latest.make<object, number>(4)
    const [one, other] = [{}, {}]
    latest.keep(one, "a", 1)
    latest.keep(one, "b", 2)
    latest.keep(other, "a", 3)
    assert.deepStrictEqual(
      [latest.get(one, "a"), latest.get(one, "b"), latest.get(other, "a"), latest.get(other, "b")],
      [1, 2, 3, undefined]
    )
  })

  it("are so many in all, however many sources live", () => {
    const latest = Latest.make<object, number>(3)
    const sources = Array.from({ length: 10 }, () => ({}))
    for (const [index, source] of sources.entries()) latest.keep(source, "a", index)
    assert.deepStrictEqual(
      sources.map((source) => latest.get(source, "a")).filter((value) => value !== undefined),
      [7, 8, 9]
    )
  })

  it("go in the order in which they were used last", () => {
    const latest = Latest.make<object, number>(2)
    const source = {}
    latest.keep(source, "a", 1)
    latest.keep(source, "b", 2)
    latest.get(source, "a")
    latest.keep(source, "a", 3)
    latest.keep(source, "c", 4)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => latest.get(source, key)),
      [3, undefined, 4]
    )
  })
})
