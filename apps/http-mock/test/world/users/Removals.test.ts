import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as PositionSet from "../../../src/world/users/PositionSet.ts"

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

const removing = (positions: ReadonlyArray<number>) => positions.reduce(PositionSet.add, PositionSet.empty)

describe("Removals", () => {
  it.prop("selects as a plain array does", { positions: Schema.Array(upTo(200)) }, ({ positions }) => {
    const removals = removing(positions)
    const gone = new Set(positions)
    const left = Array.from({ length: 300 }, (_, position) => position).filter((position) => !gone.has(position))
    assert.strictEqual(removals.count, gone.size)
    for (const [rank, position] of left.entries()) assert.strictEqual(PositionSet.select(removals, rank), position)
    for (let position = 0; position < 300; position++)
      assert.strictEqual(PositionSet.has(removals, position), gone.has(position))
  })

  it.prop(
    "counts across the branches of a large set",
    { starts: Schema.Array(upTo(9_000_000)), rank: upTo(9_000_000) },
    ({ rank, starts }) => {
      const positions = [...new Set(starts.flatMap((start) => [start, start + 1, start + 32, start + 1024]))]
      const found = PositionSet.select(removing(positions), rank)
      assert.isFalse(positions.includes(found))
      assert.strictEqual(found - positions.filter((position) => position < found).length, rank)
    }
  )

  it.prop(
    "tells what one of two sets has alone",
    { shared: Schema.Array(upTo(5000)), one: Schema.Array(upTo(5000)), other: Schema.Array(upTo(9_000_000)) },
    ({ one, other, shared }) => {
      const base = removing(shared)
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
    "adds a range as it adds each of its positions",
    { there: Schema.Array(upTo(9000)), start: upTo(9000), count: upTo(5000) },
    ({ count, start, there }) => {
      const range = Array.from({ length: count }, (_, index) => start + index)
      assert.deepStrictEqual(
        PositionSet.addRange(removing(there), start, start + count),
        range.reduce(PositionSet.add, removing(there))
      )
    },
    { arbitrary: { runs: 30 } }
  )

  it("leaves the set it adds to as it was", () => {
    const before = removing([5])
    PositionSet.add(before, 6)
    assert.isFalse(PositionSet.has(before, 6))
    assert.strictEqual(before.count, 1)
  })

  it("selects behind a removed run of 10,000", () => {
    const removals = removing(Array.from({ length: 10_000 }, (_, position) => position))
    assert.strictEqual(PositionSet.select(removals, 0), 10_000)
    assert.strictEqual(PositionSet.select(removals, 7), 10_007)
  })
})
