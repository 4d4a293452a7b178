import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { like } from "../../../src/world/lists/filter.ts"

/** The same by dynamic programming: the prefixes of the text that each prefix of the pattern matches. */
const slowly = (form: string, text: string): boolean => {
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length)
  let fits = lengths.map((length) => length === 0)
  for (const letter of form) {
    const before = fits
    fits = lengths.map((length) =>
      letter === "%"
        ? before.slice(0, length + 1).includes(true)
        : before[length - 1] === true && text[length - 1] === letter
    )
  }
  return fits.at(-1) === true
}

const few = (letters: ReadonlyArray<string>, most: number) =>
  Schema.Array(Schema.Literals(letters)).check(Schema.isMaxLength(most))

describe("like", () => {
  it.prop(
    "finds the same as trying every position",
    { form: few(["a", "b", "%"], 12), text: few(["a", "b"], 24) },
    ({ form, text }) => {
      assert.strictEqual(like(form.join(""))(text.join("")), slowly(form.join(""), text.join("")))
    },
    { arbitrary: { runs: 2000 } }
  )

  it.prop(
    "finds parts of any length",
    { part: few(["a", "b"], 12), text: few(["a", "b"], 24), times: Schema.Literals([1, 3, 6]) },
    ({ part, text, times }) => {
      const form = `%${part.join("").repeat(times)}%`
      const within = `${text.join("")}${part.join("").repeat(times)}${text.join("")}`
      assert.isTrue(like(form)(within))
      assert.strictEqual(like(form)(text.join("").repeat(3)), slowly(form, text.join("").repeat(3)))
    },
    { arbitrary: { runs: 500 } }
  )

  it("takes only % as a wildcard", () => {
    for (const letter of String.raw`\^$.*+?()[]{}|`) {
      assert.isTrue(like(`a${letter}%`)(`a${letter}b`))
      assert.isFalse(like(`a${letter}%`)("abb"))
    }
    assert.isTrue(like("a%c")("a\nb\nc"))
  })

  it("does not use one letter for two parts", () => {
    assert.isFalse(like("ab%bc")("abc"))
    assert.isFalse(like("%ab%ba%")("aba"))
  })
})
