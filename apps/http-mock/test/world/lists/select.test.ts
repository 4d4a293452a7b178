import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import type { OrderKey } from "../../../src/world/lists/order.ts"
import { runToEnd, select, sliceSize } from "../../../src/world/lists/select.ts"

interface Row {
  readonly a: number
  readonly b: string
}

const keys: ReadonlyArray<OrderKey<keyof Row>> = [
  { field: "b", descending: true },
  { field: "a", descending: false }
]

const rowsOf = (values: ReadonlyArray<number>): ReadonlyArray<Row> =>
  values.map((value) => ({ a: value % 7, b: String(value % 11) }))

const even = {
  field: "a",
  text: "even",
  exactly: undefined,
  accepts: (value: unknown) => Number(value) % 2 === 0
} as const

const source = (rows: ReadonlyArray<Row>) => ({
  size: rows.length,
  at: (index: number) => rows[index],
  valueOf: (row: Row, field: keyof Row) => row[field]
})

const plainly = (rows: ReadonlyArray<Row>) =>
  [...rows.keys()]
    .filter((index) => even.accepts(rows[index]?.a))
    .toSorted((one, other) => {
      const [left, right] = [rows[one], rows[other]]
      if (left === undefined || right === undefined) return 0
      return left.b === right.b ? left.a - right.a : left.b < right.b ? 1 : -1
    })

const pausesOf = (size: number) => {
  const work = select(source(rowsOf(Array.from({ length: size }, (_, index) => index))), { clauses: [], keys })
  let pauses = 0
  while (work.next().done !== true) pauses++
  return pauses
}

describe("select", () => {
  it.prop(
    "selects the same as filtering and sorting an array",
    {
      values: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))),
      times: Schema.Literals([1, 150])
    },
    ({ times, values }) => {
      const rows = rowsOf(Array.from({ length: times }, (_, time) => values.map((value) => value * (time + 1))).flat())
      assert.deepStrictEqual(Array.from(runToEnd(select(source(rows), { clauses: [even], keys }))), plainly(rows))
    }
  )

  it("skips empty positions", () => {
    const rows = {
      ...source(rowsOf([1, 2, 3])),
      at: (index: number) => (index === 1 ? undefined : { a: 3 - index, b: "" })
    }
    assert.deepStrictEqual(Array.from(runToEnd(select(rows, { clauses: [], keys }))), [2, 0])
  })

  it("yields never for few rows, and at least once per slice for many", () => {
    assert.strictEqual(pausesOf(sliceSize - 1), 0)
    assert.isAtLeast(pausesOf(20 * sliceSize), 40)
  })
})
