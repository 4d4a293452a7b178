import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { compile } from "../../src/faults/bending/edits.ts"
import * as Place from "../../src/faults/bending/Place.ts"

type Edits = Omit<Parameters<typeof compile>[0], "kind">

const edited = (value: unknown, edits: Edits) =>
  Result.getOrThrow(Result.getOrThrow(compile({ kind: "override", ...edits }))(structuredClone(value)))

const placesOf = (path: string) => Result.getOrThrow(Place.of(path))

const leaf = Schema.Union([
  Schema.Null,
  Schema.Boolean,
  Schema.Literals([0, 5, -3]),
  Schema.Literals(["", "a", "5", "x y"])
])

const branch = <Inner extends Schema.Codec<unknown>>(inner: Inner) =>
  Schema.Union([
    leaf,
    Schema.Array(inner).check(Schema.isMaxLength(3)),
    Schema.Struct({ a: Schema.optionalKey(inner), b: Schema.optionalKey(inner), "a/b": Schema.optionalKey(inner) })
  ])

const json = branch(branch(branch(leaf)))

const narrow = [
  "",
  "/a",
  "/a/0",
  "/b/-",
  "/a~1b",
  "$",
  "$.a",
  "$.a[0]",
  "$['a/b']",
  "$[*]",
  "$.*.a",
  "$[-1:]",
  "$[?@.a]"
] as const

const wide = ["$..a", "$..*", "$..[0]", "$..[?@.b]", "$.*[?@ == 5].a"] as const

const kinds = ["string", "number", "boolean", "null", "object", "array"] as const

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

describe("edits of any JSON", () => {
  it.prop(
    "put what is set where it is to be, or miss and leave all as it was",
    { value: json, path: Schema.Literals(narrow), given: leaf },
    ({ given, path, value }) => {
      const places = placesOf(path).findOrAdd(value)
      const { added, missed, value: after } = edited(value, { set: { [path]: given } })
      for (const place of places) assert.deepStrictEqual(Place.valueAt(after, place), given)
      assert.deepStrictEqual(missed, places.length === 0 ? [path] : [])
      if (missed.length > 0) assert.deepStrictEqual(after, value)
      if (added.length === 0 && places.length > 0) assert.isNotEmpty(placesOf(path).find(value))
    },
    { arbitrary: { runs: 1500 } }
  )

  it.prop(
    "give values the types that are asked for",
    { value: json, path: Schema.Literals(narrow), kind: Schema.Literals(kinds) },
    ({ kind, path, value }) => {
      const places = placesOf(path).find(value)
      const { missed, value: after } = edited(value, { retype: { [path]: kind } })
      for (const place of places) assert.strictEqual(kindOf(Place.valueAt(after, place)), kind)
      assert.strictEqual(missed.length === 0, places.length > 0)
    },
    { arbitrary: { runs: 1500 } }
  )

  it.prop(
    "leave JSON behind, whatever overlaps, and no hole in a list",
    {
      value: json,
      one: Schema.Literals([...narrow, ...wide]),
      two: Schema.Literals([...narrow, ...wide]),
      kind: Schema.Literals(kinds)
    },
    ({ kind, one, two, value }) => {
      const { value: after } = edited(value, {
        set: { [one]: [1, { a: 2 }] },
        retype: { [two]: kind },
        unknown: [one],
        remove: [two]
      })
      assert.deepStrictEqual(after === undefined ? undefined : JSON.parse(JSON.stringify(after)), after)
    },
    { arbitrary: { runs: 1500 } }
  )
})
