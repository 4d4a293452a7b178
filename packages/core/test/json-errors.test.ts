import { assert, describe, it, vi } from "vitest"

import { explainJsonError } from "../src/Text.ts"

const large = 1_000_000

describe("the explanation of text that is not JSON", () => {
  it.each([
    ['{"a": tru,\n"b": 1}', 1, 10],
    ['["a", "b",\n]', 2, 1],
    ['[",\n]", "a",\n]', 1, 4],
    ['["some text, ]", "some text", ]', 1, 31],
    ['{"a": 1,\n}', 2, 1],
    ['{\n"a" "b"}', 2, 5],
    ["undefined", 1, 1],
    ["[1", 1, 3]
  ])("names the place in %j", (text, line, column) => {
    assert.include(explainJsonError(text), `it is not JSON from line ${line}, column ${column}. `)
  })

  it.each([
    ["[".repeat(large), large + 1],
    [`${"[".repeat(large)}x`, large + 1],
    [`[${'"a","b",'.repeat(large / 8)}]`, large + 2],
    [`[${'"a","b",'.repeat(large / 8)}"c" "d"]`, large + 6]
  ])("parses large text once (%#)", (text, column) => {
    const parsing = vi.spyOn(JSON, "parse")
    const message = explainJsonError(text)
    const { length } = parsing.mock.calls
    parsing.mockRestore()
    assert.deepStrictEqual([message, length], [`it is not JSON from line 1, column ${column}. Correct it there`, 1])
  })
})
