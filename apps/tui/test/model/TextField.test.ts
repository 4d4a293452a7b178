import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as TextField from "../../src/model/TextField.ts"

const Edit = Schema.Literals([
  "field.left",
  "field.right",
  "field.start",
  "field.end",
  "field.backspace",
  "field.delete",
  "field.word",
  "field.clear"
])

const typed = (text: string, ...edits: ReadonlyArray<typeof Edit.Type>) =>
  edits.reduce((field, edit) => TextField.edits[edit](field), TextField.make(text))

describe("TextField", () => {
  it.prop(
    "keeps the cursor within the text after any keys",
    [Schema.Array(Schema.Union([Edit, Schema.Struct({ text: Schema.String })]))],
    ([steps]) => {
      const field = steps.reduce(
        (now, step) => (typeof step === "string" ? TextField.edits[step](now) : TextField.insert(now, step.text)),
        TextField.empty
      )
      assert.isAtLeast(field.cursor, 0)
      assert.isAtMost(field.cursor, field.graphemes.length)
      assert.notMatch(TextField.text(field), /\p{Cc}/u)
    }
  )

  it.prop("contains the typed text", [Schema.Array(Schema.String)], ([texts]) => {
    const field = texts.reduce(TextField.insert, TextField.empty)
    assert.strictEqual(TextField.text(field), texts.join("").replaceAll(/\p{Cc}/gu, ""))
  })

  test.each([
    ["backspace", typed("ab👩‍🚀", "field.backspace"), "ab"],
    ["backspace in the middle", typed("abc", "field.left", "field.backspace"), "ac"],
    ["delete under the cursor", typed("abc", "field.start", "field.delete"), "bc"],
    ["the word before", typed("one two  ", "field.word"), "one "],
    ["all before", typed("abc", "field.left", "field.clear"), "c"]
  ])("deletes: %s", (_, field, text) => {
    expect(TextField.text(field)).toBe(text)
  })

  test("inserts at the cursor", () => {
    expect(TextField.text(TextField.insert(typed("ac", "field.left"), "b"))).toBe("abc")
  })
})
