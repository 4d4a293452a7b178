import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { compile } from "../../src/faults/matching/Pattern.ts"

const matches = (pattern: string, text: string) => Result.getOrThrow(compile(pattern))(text)

const few = (parts: ReadonlyArray<string>, most: number) =>
  Schema.Array(Schema.Literals(parts)).check(Schema.isMaxLength(most))

const atoms = ["a", "b", ".", "[ab]", "[^a]", "\\w", "\\d", "\\u{1F600}", "-", "(a|bb)", "(?:a*)", "(?<n>b|)", "()"]

const places = ["^", "$", "\\b", "\\B", "|"]

const repeats = ["*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}", "*?", ""]

/** Parts in order, each with what may follow it, in groups that repeat. */
const pattern = Schema.Array(
  Schema.Struct({
    open: Schema.Literals(["", "", "(", "(?:"]),
    parts: few([...atoms, ...places], 3),
    each: Schema.Literals(repeats),
    whole: Schema.Literals(repeats)
  })
).check(Schema.isMaxLength(4))

const written = (groups: typeof pattern.Type) =>
  groups
    .map(({ each, open, parts, whole }) => {
      const inner = parts.map((part) => (places.includes(part) ? part : part + each)).join("")
      return open === "" ? inner : `${open}${inner})${whole}`
    })
    .join("")

const known = (source: string) => Result.getOrUndefined(Result.try(() => new RegExp(source, "u")))

describe("a pattern", () => {
  let compared = 0

  it.prop(
    "matches what RegExp matches",
    { groups: pattern, text: few(["a", "b", "1", "-", "😀", "\n"], 12) },
    ({ groups, text }) => {
      const source = written(groups)
      const expected = known(source)
      // V8 finds \B between the halves of a letter too
      if (expected === undefined || (source.includes("\\B") && text.includes("😀"))) return
      compared += 1
      assert.strictEqual(matches(source, text.join("")), expected.test(text.join("")), `${source} on ${text.join("")}`)
    },
    { arbitrary: { runs: 3000 } }
  )

  it("was compared where RegExp takes it, which is often", () => {
    assert.isAbove(compared, 1000)
  })

  it.each([
    ["(a+)+$", `${"a".repeat(9_000)}b`],
    ["^(?:(?:a|aa)*)*$", `${"a".repeat(9_000)}b`],
    ["(.*)*x", "y".repeat(9_999)],
    ["(((a?){9}){5})*b", "a".repeat(9_999)]
  ])("that goes back exponentially elsewhere takes no time here: %s", (pattern, text) => {
    assert.isFalse(matches(pattern, text))
  })

  it.each([
    ["(a", /Unterminated group/],
    ["(a)\\1", /refers back/],
    ["(?=a)b", /looks ahead/],
    ["(?<!a)b", /looks ahead/],
    ["a{2000}", /more than 1000 times/],
    ["(a{500}){500}", /more than 500 steps/],
    ["(((){1000}){1000}){1000}", /more than 500 steps/]
  ])("of another kind is refused with why: %s", (pattern, why) => {
    assert.match(Result.getOrThrow(Result.flip(compile(pattern))), why)
  })
})
