import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { compare } from "../../src/record/compare.ts"
import * as Shape from "../../src/record/Shape.ts"

const shapeOf = (...values: ReadonlyArray<unknown>) => {
  const shape = Shape.empty()
  for (const value of values) Shape.learn(shape, value)
  return shape
}

const pathsOf = (expected: ReadonlyArray<unknown>, got: ReadonlyArray<unknown>) =>
  compare(shapeOf(...expected), shapeOf(...got)).map(({ path }) => path)

describe("the look of values", () => {
  it.prop(
    "is that of any of the values that it was learnt from",
    { values: Schema.NonEmptyArray(Schema.Json), at: Schema.Int },
    ({ at, values }) => {
      assert.deepStrictEqual(pathsOf(values, [values[Math.abs(at) % values.length]]), [])
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "is another where a field of all of them is left out, and where one is new",
    { fields: Schema.Record(Schema.Literals(["a", "b", "status"]), Schema.Json), value: Schema.Json },
    ({ fields, value }) => {
      const more = { ...fields, newcomer: value }
      assert.deepStrictEqual(pathsOf([fields], [more]), ["$.newcomer"])
      assert.deepStrictEqual(pathsOf([more], [fields]), ["$.newcomer"])
    },
    { arbitrary: { runs: 300 } }
  )

  it("is as deep and as wide as it is bounded, whatever comes", () => {
    let deep: unknown = 1
    for (let at = 0; at < 10_000; at += 1) deep = at % 2 === 0 ? [deep] : { deep }
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`field${at}`, at]))
    const shape = shapeOf(
      deep,
      wide,
      Array.from({ length: 100_000 }, () => ({ status: String(Math.random()) }))
    )
    assert.isAtMost(shape.fields.size, 301)
    assert.deepStrictEqual(compare(shape, shape), [])
  })

  it.each([
    [[1], [1_700_000_000], []],
    [[1_700_000_000], [1_700_000_000_000], ["$"]],
    [[1_700_000_000_000], [1_700_000_000], ["$"]],
    [["2026-01-01T00:00:00Z"], ["yesterday"], ["$"]],
    [["2026-01-01T00:00:00Z"], [""], []],
    [["x"], ["2026-01-01T00:00:00Z"], []],
    [[""], ["x"], []],
    [["x"], [null], ["$"]],
    [[1], [1.5], ["$"]],
    [[1.5], [1], []],
    [[[]], [[1]], []],
    [[[1]], [["1"]], ["$[*]"]],
    [[{ a: 1 }, {}], [{}], []],
    [[{ status: "on" }], [{ status: "off" }], ["$.status"]],
    [[{ name: "on" }], [{ name: "off" }], []],
    [[{ "a b@c": 1 }], [{ "other@key": 2 }], []]
  ] as const)("of %j is that of %j but at %j", (expected, got, paths) => {
    assert.deepStrictEqual(pathsOf(expected, got), [...paths])
  })
})
