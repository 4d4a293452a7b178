import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { sortedPositions, nextOrder } from "../../../src/engine/lists/LocalView.ts"
import type { Value } from "../../../src/resources/Field.ts"

interface Row {
  readonly value: Value
}

const column = { name: "value", title: "VALUE", value: ({ value }: Row) => value }

const sorted = (values: ReadonlyArray<Value>, direction: "ascending" | "descending" = "ascending") => {
  const rows = values.map((value) => ({ value }))
  return sortedPositions(rows, { column, direction }).map((at) => values[at])
}

const Values = Schema.Array(
  Schema.Union([
    Schema.Literals(["", "a", "A", "á", "b", "2026-01-01T00:00:00Z"]),
    Schema.Int,
    Schema.Boolean,
    Schema.Null
  ])
)

describe("SortOrder", () => {
  test.each<readonly [string, ReadonlyArray<Value>, ReadonlyArray<Value>]>([
    ["numbers by value", [10, 9, -1], [-1, 9, 10]],
    ["numbers within texts by value", ["user 10", "user 9"], ["user 9", "user 10"]],
    ["no before yes", [true, false, true], [false, true, true]],
    ["names as a person does", ["Zoë", "ada", "Örjan", "Émile", "Eva"], ["ada", "Émile", "Eva", "Örjan", "Zoë"]],
    ["what is empty last", ["b", "", null, "a", undefined], ["a", "b", "", null, undefined]],
    [
      "dates of any zone by time, up to the microsecond",
      ["2026-01-01T10:00:00.000002Z", "2026-01-01T10:00:00.000001Z", "", "2026-01-01T11:00:00+02:00"],
      ["2026-01-01T11:00:00+02:00", "2026-01-01T10:00:00.000001Z", "2026-01-01T10:00:00.000002Z", ""]
    ],
    [
      "names as names, though one looks like a date",
      ["2026-01-01T10:00", "ada", "100 days"],
      ["100 days", "2026-01-01T10:00", "ada"]
    ]
  ])("sorts %s", (_, values, expected) => {
    expect(sorted(values)).toEqual(expected)
  })

  test("keeps empty values last in descending order", () => {
    expect(sorted([1, null, 3, "", 2], "descending")).toEqual([3, 2, 1, null, ""])
  })

  test("changes from ascending to descending to off, and starts over with another column", () => {
    const once = nextOrder<Row>(undefined, column)
    const twice = nextOrder(once, column)
    expect([once?.direction, twice?.direction]).toEqual(["ascending", "descending"])
    expect(nextOrder(twice, column)).toBeUndefined()
    expect(nextOrder(twice, { ...column, name: "other" })?.direction).toBe("ascending")
  })

  it.prop(
    "is a permutation in which equal rows keep their order, both ways",
    [Values, Schema.Literals(["ascending", "descending"])],
    ([values, direction]) => {
      const rows = values.map((value) => ({ value }))
      const positions = sortedPositions(rows, { column, direction })
      assert.deepStrictEqual(
        positions.toSorted((a, b) => a - b),
        [...rows.keys()]
      )
      for (const [index, at] of positions.entries()) {
        const after = positions[index + 1]
        if (after !== undefined && values[at] === values[after]) assert.isBelow(at, after)
      }
    }
  )

  it.prop("does not change a sorted list", [Values], ([values]) => {
    const once = sorted(values)
    assert.deepStrictEqual(sorted(once), once)
  })
})
