import { assert, describe, it } from "vitest"

import * as Terminal from "../src/Terminal.ts"

describe("Terminal.sanitize", () => {
  it.each([
    ["Grace Hopper", "Grace Hopper"],
    ["\u001B[2Jcleared\u0000", "\uFFFD[2Jcleared\uFFFD"],
    ["\u009B31m", "\uFFFD31m"],
    ["a\u{E0049}\u{E0067}b", "a\uFFFD\uFFFDb"],
    ["evil\u202Egpj.exe", "evil\uFFFDgpj.exe"],
    ["zero\u200Bwidth\u2060\uFEFF", "zero\uFFFDwidth\uFFFD\uFFFD"],
    ["x\u200C\u200D\u200Cy", "x\uFFFD\uFFFD\uFFFDy"],
    ["\uD800 half", "\uFFFD half"],
    ["one\u2028line", "one\uFFFDline"],
    ["\u3164", "\uFFFD"],
    ["👩‍💻 ❤️ می‌خواهم", "👩‍💻 ❤️ می‌خواهم"],
    ["two\r\nlines\tand", "two  lines and"]
  ])("shows %j as %j", (text, shown) => {
    assert.strictEqual(Terminal.sanitize(text), shown)
  })

  it("keeps tabs and line ends with lines, and uses another mark", () => {
    assert.strictEqual(Terminal.sanitize("a\nb\tc\r\u0007", { lines: true, mark: " " }), "a\nb\tc  ")
  })

  it("replaces the unsafe characters", () => {
    for (const character of ["\u001B", "\u202E", "\u200D", "\u{E0041}", "\uDC00", "\u{10FFFF}"])
      assert.isTrue(Terminal.isUnsafe(character))
    for (const character of ["a", "é", "💻", " "]) assert.isFalse(Terminal.isUnsafe(character))
  })
})

describe("Terminal.escapeJson", () => {
  it("keeps the value, and writes only printable characters", () => {
    const value = { name: "a\u202E\u{E0041}\u0085\u2028" }
    const json = Terminal.escapeJson(JSON.stringify(value))
    assert.match(json, /^[ -~]*$/)
    assert.deepStrictEqual(JSON.parse(json), value)
  })
})

describe("Terminal.findControl", () => {
  it("finds control characters and lone surrogates", () => {
    assert.strictEqual(Terminal.findControl("G\u0000"), "has a control character (\\u0000): leave it out")
    assert.include(Terminal.findControl("\uD83D"), "(\\ud83d)")
    assert.include(Terminal.findControl("a\nb"), "(\\u000a)")
    assert.isUndefined(Terminal.findControl("a\nb\t", true))
    assert.isUndefined(Terminal.findControl("👩‍💻 \u200F"))
  })
})
