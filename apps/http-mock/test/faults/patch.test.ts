import { assert, it } from "@effect/vitest"
import type { JsonPatch, JsonPatchOperation } from "effect/JsonPatch"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

import { applyEdits, isPointer, valuesAt } from "../../src/faults/patch.ts"

const document = { list: [{ a: 1 }, { a: 2, b: 3 }, "text"], "a/b": { "~": 0 } }

const edited = (edits: JsonPatch, before: Schema.Json | undefined = document) =>
  Result.getOrThrow(applyEdits(before, edits))

it("an edit changes the value at its path, and every entry or field for *", () => {
  const after = edited([
    { op: "replace", path: "/list/*/a", value: "x" },
    { op: "remove", path: "/list/2" },
    { op: "add", path: "/list/-", value: null },
    { op: "replace", path: "/a~1b/~0", value: 1 },
    { op: "add", path: "/a~1b/*", value: 2 }
  ])
  assert.deepStrictEqual(after, {
    document: { list: [{ a: "x" }, { a: "x", b: 3 }, null], "a/b": { "~": 2 } },
    missed: []
  })
  assert.deepStrictEqual(document.list[0], { a: 1 })
})

it("a removal of every entry leaves an empty list", () => {
  assert.deepStrictEqual(edited([{ op: "remove", path: "/list/*" }]).document, { ...document, list: [] })
})

it("an edit with a missing path is skipped and reported", () => {
  const paths = ["/lists/*/a", "/list/7", "/list/*/c", "/list/2/a", "/list/x"]
  assert.deepStrictEqual(edited(paths.map((path) => ({ op: "remove", path }))), { document, missed: paths })
  assert.deepStrictEqual(edited([{ op: "remove", path: "" }]).missed, [""])
})

it("the root of an absent document can be set", () => {
  const set: JsonPatchOperation = { op: "add", path: "/a", value: 1 }
  assert.deepStrictEqual(Result.getOrThrow(applyEdits(undefined, [set])), { document: undefined, missed: ["/a"] })
  const root: JsonPatchOperation = { op: "replace", path: "", value: {} }
  assert.deepStrictEqual(Result.getOrThrow(applyEdits(undefined, [root, set])).document, { a: 1 })
})

it("edits of too many values or bytes fail", () => {
  const many = Array.from({ length: 20_000 }, () => 0)
  const failure = (edits: JsonPatch) => Result.getOrThrow(Result.flip(applyEdits(many, edits)))
  assert.include(failure([{ op: "replace", path: "/*", value: 1 }]), "more than 10000 values at /*")
  const long = "x".repeat(3 * 1024 * 1024)
  assert.include(
    failure(["/0", "/1", "/2"].map((path) => ({ op: "replace", path, value: long }))),
    "adds more than 8 MiB at /2"
  )
})

it("values are found by pointers in own fields", () => {
  assert.deepStrictEqual(valuesAt(document, "/list/*/a"), [1, 2])
  assert.deepStrictEqual(valuesAt(document, "/toString"), [])
  assert.deepStrictEqual(valuesAt(undefined, ""), [])
  assert.deepStrictEqual(["", "/", "/a~0", "a", "/~2", "$.a"].map(isPointer), [true, true, true, false, false, false])
})
