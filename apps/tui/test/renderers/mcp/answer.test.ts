import { expect, test } from "vitest"

import { makeClean, cleanValue } from "../../../src/renderers/mcp/Tool.ts"

const clean = makeClean(["s3cret", ""])

test.each([
  ["Grace Hopper", "Grace Hopper"],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["\u001B[2Jcleared\r\u0000", "\uFFFD[2Jcleared\uFFFD\uFFFD"],
  ["a\u{E0049}\u{E0067}b", "a\uFFFD\uFFFDb"],
  ["evil\u202Egpj.exe", "evil\uFFFDgpj.exe"],
  ["zero\u200Bwidth\u2060\uFEFF", "zero\uFFFDwidth\uFFFD\uFFFD"],
  ["x\u200C\u200D\u200Cy", "x\uFFFD\uFFFD\uFFFDy"],
  ["\uD800 half", "\uFFFD half"],
  ["👩‍💻 ❤️ می‌خواهم", "👩‍💻 ❤️ می‌خواهم"],
  ["as s3cret, s3cret", "as …, …"],
  ["https://me:pass@x.example/?token=abc&size=2#access_token=q", "https://…@x.example/?token=…&size=2#access_token=…"]
])("cleans %j to %j", (text, cleaned) => {
  expect(clean(text)).toBe(cleaned)
})

test("cuts long texts, lists and objects and deep values with a note", () => {
  expect(clean("x".repeat(5000))).toBe(`${"x".repeat(4000)}… (1,000 more characters)`)
  const all = Array.from({ length: 300 }, (_, at) => at)
  expect(cleanValue(clean, { all })).toEqual({ all: all.slice(0, 200), all_left_out: 100 })
  expect(cleanValue(clean, { ...all })).toEqual({ ...all.slice(0, 200), fields_left_out: 100 })
  let deep: unknown = "s3cret"
  for (let at = 0; at < 50; at++) deep = { deep }
  expect(JSON.stringify(cleanValue(clean, deep))).toMatch(/^(?:\{"deep":)+"…"\}+$/)
})

test("masks a password that is an ordinary word only if it is the whole value", () => {
  const cleanWord = makeClean(["wrong"])
  expect(cleanWord("The password is wrong. Wrongly typed?")).toBe("The password is wrong. Wrongly typed?")
  expect(cleanWord('{"password":"wrong"}')).not.toContain("wrong")
})

test("cleans the names of fields", () => {
  expect(cleanValue(clean, { "a\u202Eb": [{ s3cret: 1 }] })).toEqual({ "a\uFFFDb": [{ "…": 1 }] })
})
