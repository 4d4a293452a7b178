import { assert, describe, it } from "@effect/vitest"
import * as Contract from "@remote-assist/core/Contract"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { fieldsIn, fieldsOf } from "../../src/coverage/Coverage.ts"

const One = Schema.Struct({
  id: Schema.Int,
  tags: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String })))),
  avatar: Schema.optionalKey(Schema.Union([Schema.String, Schema.Struct({ thumb: Schema.String })]))
})

/** Every path of a JSON value, by a walk that knows no schema. */
const pathsIn = (value: unknown, path = ""): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap((element) => pathsIn(element, `${path}[]`))
    : Predicate.isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => {
          const field = path === "" ? name : `${path}.${name}`
          return [...(inner === null || inner === undefined ? [] : [field]), ...pathsIn(inner, field)]
        })
      : []

const sorted = (paths: Iterable<string>) => [...new Set(paths)].toSorted()

describe("fields of answers", () => {
  it("have paths through lists, unions and nullable fields", () => {
    assert.deepStrictEqual(fieldsOf([Schema.Array(One)]), [
      "[].id",
      "[].tags",
      "[].tags[].name",
      "[].avatar",
      "[].avatar.thumb"
    ])
  })

  it("are separated into fields with a value and null, without fields outside of the schema", () => {
    const { empty, seen } = fieldsIn([One], { id: 1, tags: null, avatar: "a.png", strange: 1 })
    assert.deepStrictEqual([[...seen], [...empty]], [["id", "avatar"], ["tags"]])
  })

  it("have the same paths for one and several", () => {
    const either = Schema.Union([Schema.Array(One), One])
    assert.deepStrictEqual(fieldsOf([either]), fieldsOf([One]))
    const one = { id: 1, avatar: { thumb: "t" } }
    assert.deepStrictEqual(fieldsIn([either], [one]), fieldsIn([either], one))
  })

  it("are empty for bodies of another shape", () => {
    for (const body of [undefined, null, 3, "text", [], [[{ id: 1 }]], { id: { id: 1 } }, { tags: "text" }])
      assert.isTrue([...fieldsIn([One], body).seen].every((path) => ["id", "tags"].includes(path)))
  })

  it.effect.each(Contract.operations.filter(({ successes }) => fieldsOf([...successes.values()].flat()).length > 0))(
    "finds in any answer of $id what a walk without the schema finds",
    ({ id, successes }) =>
      Effect.gen(function* () {
        const [schema] = successes.get(200) ?? []
        assert.isDefined(schema)
        const declared = new Set(fieldsOf([schema]))
        const wire = Schema.toEncoded(Schema.toCodecJson(schema))
        const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(wire), { count: 20, seed: 1 })
        for (const value of values) {
          // one or several of the same have the paths of one
          const found = pathsIn(value).map((path) => (id === "Calls.recent" ? path.replace(/^\[\]\./, "") : path))
          const known = sorted(found.filter((path) => declared.has(path)))
          assert.deepStrictEqual(sorted(fieldsIn([schema], value).seen), known)
        }
      })
  )
})
