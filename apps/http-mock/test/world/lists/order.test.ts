import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { defaultOption, optionLookup } from "../../../src/world/gaps/options.ts"
import type { Listed } from "../../../src/world/lists/filter.ts"
import * as Order from "../../../src/world/lists/order.ts"
import { selectFrom } from "../../../src/world/lists/select.ts"

interface Row {
  readonly name: string
  readonly size?: number
}

const rows: ReadonlyArray<Row> = [
  { name: "b", size: 10 },
  { name: "a", size: 9 },
  { name: "b", size: 2 },
  { name: "c" }
]

const listed: Listed<keyof Row> = { noun: "rows", fields: ["name", "size"] }

const sorted = (order: string) =>
  selectFrom(rows, { clauses: [], keys: Result.getOrThrow(Order.parse(order, listed, defaultOption)) }).map(
    ({ name, size = "" }) => `${name}${size}`
  )

describe("Order", () => {
  it("sorts in ascending order, and in descending order after a minus", () => {
    assert.deepStrictEqual(sorted("name"), ["a9", "b10", "b2", "c"])
    assert.deepStrictEqual(sorted("-name"), ["c", "b10", "b2", "a9"])
  })

  it("compares numbers numerically, with unset fields first", () => {
    assert.deepStrictEqual(sorted("size"), ["c", "b2", "a9", "b10"])
  })

  it("reads keys with long spaces", () => {
    const spaces = " ".repeat(200_000)
    for (const direction of ["asc", "desc"]) {
      const keys = Order.parse(`name${spaces}${direction}`, listed, optionLookup({ "order.descending": "field desc" }))
      assert.deepStrictEqual(Result.getOrThrow(keys), [{ field: "name", descending: direction === "desc" }])
    }
    const refused = Order.parse(`name${spaces}x`, listed, optionLookup({ "order.descending": "field:desc" }))
    assert.isTrue(Result.isFailure(refused))
  })

  it("ignores a repeated field", () => {
    const keys = Order.parse("name,-size,-name,size", listed, defaultOption)
    assert.deepStrictEqual(
      Result.getOrThrow(keys).map(({ field }) => field),
      ["name", "size"]
    )
  })

  it("accepts several fields", () => {
    assert.deepStrictEqual(sorted("name,size"), ["a9", "b2", "b10", "c"])
    assert.deepStrictEqual(sorted("-name, -size"), ["c", "b10", "b2", "a9"])
  })

  it("rejects an unknown field with the known ones", () => {
    for (const order of ["nmae", "", "name,", "name desc", "--name"]) {
      const { cause, message } = Result.getOrThrow(Result.flip(Order.parse(order, listed, defaultOption)))
      assert.strictEqual(cause, "badInput")
      assert.match(message, /Use one (?:or more )?of name, size/)
    }
  })
})
