import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"
import stringWidth from "string-width"

import { cut, fit, wrap } from "../../src/components/fit.ts"

const Width = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))

describe("fit", () => {
  it.prop("is exactly as wide as asked, whatever the text", [Schema.String, Width], ([text, width]) => {
    assert.strictEqual(stringWidth(fit(text, width)), width)
  })

  test.each([
    ["latin", "Grace Hopper", 8, "Grace H…"],
    ["wide characters", "山田太郎さん", 7, "山田太…"],
    ["wide characters that would be cut in half", "山田太郎さん", 6, "山田… "],
    ["emoji", "👩‍🚀👩‍🚀👩‍🚀", 5, "👩‍🚀👩‍🚀…"],
    ["short text", "Ada", 5, "Ada  "]
  ])("cuts by display width: %s", (_, text, width, expected) => {
    expect(fit(text, width)).toBe(expected)
  })

  test("aligns to the right", () => {
    expect(fit("42", 5, "right")).toBe("   42")
  })

  test("lets no control character through to the terminal", () => {
    expect(cut("a\u001B[2Jb\u202Ec\nd", 20)).toBe("a [2Jb c d")
  })

  it.prop("breaks no line wider than asked", [Schema.String, Width], ([text, width]) => {
    for (const line of wrap(text, width)) assert.isAtMost(stringWidth(line), width)
  })

  test("breaks lines between words", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"])
  })
})
