import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as PositionSet from "../../../src/world/users/PositionSet.ts"

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

const setOf = (positions: ReadonlyArray<number>) => positions.reduce(PositionSet.add, PositionSet.empty)

describe("PositionSet", () => {
  it.prop("selects the same as a plain array", { positions: Schema.Array(upTo(200)) }, ({ positions }) => {
    const set = setOf(positions)
    const removed = new Set(positions)
    const left = Array.from({ length: 300 }, (_, position) => position).filter((position) => !removed.has(position))
    assert.strictEqual(set.count, removed.size)
    for (const [rank, position] of left.entries()) assert.strictEqual(PositionSet.select(set, rank), position)
    for (let position = 0; position < 300; position++)
      assert.strictEqual(PositionSet.has(set, position), removed.has(position))
  })

  it.prop(
    "counts across the branches of a large set",
    { starts: Schema.Array(upTo(9_000_000)), rank: upTo(9_000_000) },
    ({ rank, starts }) => {
      const positions = [...new Set(starts.flatMap((start) => [start, start + 1, start + 32, start + 1024]))]
      const found = PositionSet.select(setOf(positions), rank)
      assert.isFalse(positions.includes(found))
      assert.strictEqual(found - positions.filter((position) => position < found).length, rank)
    }
  )

  it.prop(
    "finds the positions that only one of two sets has",
    { shared: Schema.Array(upTo(5000)), one: Schema.Array(upTo(5000)), other: Schema.Array(upTo(9_000_000)) },
    ({ one, other, shared }) => {
      const base = setOf(shared)
      const [first, second] = [one.reduce(PositionSet.add, base), other.reduce(PositionSet.add, base)]
      const alone = [...new Set([...one, ...other])].filter(
        (position) => PositionSet.has(first, position) !== PositionSet.has(second, position)
      )
      const sorted = alone.toSorted((less, more) => less - more)
      assert.deepStrictEqual([...PositionSet.difference(first, second)], sorted)
      const ranges = PositionSet.ranges(first).map((range) => (typeof range === "number" ? [range, range] : range))
      assert.deepStrictEqual(
        ranges.reduce((all, [from = 0, to = 0]) => PositionSet.addRange(all, from, to + 1), PositionSet.empty),
        first
      )
    }
  )

  it.prop(
    "adds a range like each of its positions",
    { there: Schema.Array(upTo(9000)), start: upTo(9000), count: upTo(5000) },
    ({ count, start, there }) => {
      const range = Array.from({ length: count }, (_, index) => start + index)
      assert.deepStrictEqual(
        PositionSet.addRange(setOf(there), start, start + count),
        range.reduce(PositionSet.add, setOf(there))
      )
    },
    { arbitrary: { runs: 30 } }
  )

  it("leaves the original set unchanged", () => {
    const before = setOf([5])
    PositionSet.add(before, 6)
    assert.isFalse(PositionSet.has(before, 6))
    assert.strictEqual(before.count, 1)
  })

  it("selects after a removed range of 10,000", () => {
    const set = setOf(Array.from({ length: 10_000 }, (_, position) => position))
    assert.strictEqual(PositionSet.select(set, 0), 10_000)
    assert.strictEqual(PositionSet.select(set, 7), 10_007)
  })
})
