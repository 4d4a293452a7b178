import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import stringWidth from "string-width"

import { cut, fit, graphemes, printable, widthOf, wrap } from "../../src/text/format.ts"
import { glyphs } from "../../src/theme.ts"
import { columnsAfter, terminals } from "../support/widths.ts"

const Width = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))

const pieces = [
  "a",
  " ",
  "é",
  "e\u0301",
  "山",
  "한",
  "ᄒ",
  "ᅡ",
  "ᆫ",
  "नि",
  "क्ष",
  "กำ",
  "می",
  "שָׁ",
  "ｶﾞ",
  "ൎ",
  "😀",
  "👩‍🚀",
  "👩🏽",
  "🏳️‍🌈",
  "🇩🇪",
  "🇩",
  "1️⃣",
  "❤️",
  "⌚︎",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
  "\u061C",
  "\u200B",
  "\u200C",
  "\u200D",
  "\u200E",
  "\u202E",
  "\u2028",
  "\u2029",
  "\u2066",
  "\uFEFF",
  "\u00AD",
  "\uFE0F",
  "\u{E0041}",
  "\u0000",
  "\t",
  "\n",
  "\r",
  "\u001B",
  "\u007F",
  "\u0085",
  "\u009B31m",
  "\uD800",
  "\uDC00",
  "\uE000",
  "\u0378",
  "\u0301",
  "\u20E3",
  "…",
  "□"
] as const

const Character = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0x10ffff }))

/** Texts of what goes wrong, amid characters of every kind. */
const Texts = Schema.Array(Schema.Union([Schema.Literals(pieces), Schema.Literals(pieces), Schema.String, Character]))

const textOf = (parts: ReadonlyArray<string | number>) =>
  parts.map((part) => (typeof part === "string" ? part : String.fromCodePoint(part))).join("")

const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

// `pnpm harden tui` has all of them
const isEach = process.env["REMOTE_ASSIST_HARDEN"] !== undefined

/** Some of each kind of character; of the uniform blocks of ideographs and syllables fewer. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter(
    (code) =>
      (isEach || code < 0x300 || code % 7 === 0) &&
      (code % 61 === 0 || !(code > 0xffff || (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xf900)))
  )
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

describe("fit", () => {
  it.effect.prop(
    "takes exactly the cells that are asked for in every terminal, with nothing in it that moves the cursor",
    [Texts, Width],
    ([parts, width]) =>
      Effect.promise(async () => {
        const line = fit(textOf(parts), width)
        assert.notMatch(line, unsafe)
        assert.strictEqual(stringWidth(line), width)
        for (const [version, terminal] of terminals) {
          assert.deepStrictEqual(await columnsAfter(terminal, [line]), [width], version)
        }
      }),
    { arbitrary: { runs: isEach ? 300 : 60 } }
  )

  test.each(terminals)(
    "takes for each character as many cells as it says, in a terminal of Unicode %s",
    async (_, at) => {
      const columns = await columnsAfter(
        at,
        characters.map((each) => fit(`a${each}`, 6))
      )
      expect(characters.filter((_, index) => columns[index] !== 6)).toEqual([])
    },
    60_000
  )

  it.prop("is cut between graphemes only", [Texts, Width], ([parts, width]) => {
    const text = textOf(parts)
    const shown = cut(text, width)
    const whole = Array.from(graphemes(text), printable)
    const prefixes = whole.map((_, end) => whole.slice(0, end).join(""))
    assert.include([...prefixes.map((prefix) => `${prefix}…`), whole.join("")], shown)
  })

  it.prop("is the same when it is made printable twice", [Texts], ([parts]) => {
    const shown = printable(textOf(parts))
    assert.strictEqual(printable(shown), shown)
    assert.strictEqual(widthOf(shown), widthOf(textOf(parts)))
  })

  test.each([
    ["latin", "Grace Hopper", 8, "Grace H…"],
    ["latin with accents", "Élodie Gérard", 8, "Élodie …"],
    ["wide characters", "山田太郎さん", 7, "山田太…"],
    ["wide characters that would be cut in half", "山田太郎さん", 6, "山田… "],
    ["emoji", "👩‍🚀👩‍🚀👩‍🚀", 2, "□…"],
    ["short text", "Ada", 5, "Ada  "]
  ])("cuts by display width: %s", (_, text, width, expected) => {
    expect(fit(text, width)).toBe(expected)
  })

  test.each([
    ["an accent by itself", "e\u0301", "é"],
    ["points and vowels", "שָׁלוֹם สวัสดี", "שָׁלוֹם สวัสดี"],
    ["an emoji of several characters", "Grace 👩‍🚀", "Grace □"],
    ["a flag", "🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "□ □"],
    ["a keycap", "1️⃣", "1□"],
    ["a character asked for as emoji", "I ❤️ ©️", "I ❤ ©"],
    ["a vowel that some draw beside and some over its letter", "नि", "न□"],
    ["an escape sequence", "a\u001B[2Jb\nc", "a�[2Jb�c"],
    ["direction marks", "\u061C\u200E\u202Eadmin\u202C", "���admin�"],
    ["separators of lines and paragraphs", "a\u2028b\u2029c", "a�b�c"],
    ["what is invisible", "a\u200Bd\u200Dm\uFEFFi\u{E0041}n", "a�d�m�i�n"],
    ["tags hidden behind an emoji", "😀\u{E0041}\u{E0042}", "□��"],
    ["half a character", "\uD83Dx\uDE00", "�x�"],
    ["characters that nobody or only somebody has defined", "\u0378\uE000", "��"],
    ["more marks than a letter has", `a${"\u0300".repeat(500)}`, "à\u0300\u0300\u0300□"]
  ])("shows %s", (_, text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  test("shows the program's own signs as they are", () => {
    const own = [...Object.values(glyphs), "…", "·", "★", "⏎", "↑", "↓", "←", "→", "•"].join("")
    expect(printable(own)).toBe(own)
  })

  test("aligns to the right", () => {
    expect(fit("42", 5, "right")).toBe("   42")
  })

  it.prop("breaks no line wider than asked", [Texts, Width], ([parts, width]) => {
    for (const line of wrap(textOf(parts), width)) {
      assert.isAtMost(stringWidth(line), width)
      assert.notMatch(line, unsafe)
    }
  })

  test("breaks lines between words", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"])
    expect(wrap("one\r\ntwo\tthree", 7)).toEqual(["one two", "three"])
  })
})
