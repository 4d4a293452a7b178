import { describe, expect, test } from "vitest"

import { csvRecord } from "../../../src/renderers/headless/format.ts"
import { toJson } from "../../../src/renderers/headless/output.ts"

describe("a CSV record", () => {
  test.each([
    [["a", "b"], "a,b\r\n"],
    [["a,b", 'say "x"', "two\nlines"], '"a,b","say ""x""","two\nlines"\r\n'],
    [[1, -2, true, null, undefined], "1,-2,true,,\r\n"],
    [[["a", "b"], { x: 1 }], '"a, b","{""x"":1}"\r\n']
  ])("holds %j", (values, text) => {
    expect(csvRecord(values)).toBe(text)
  })

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])("has a spreadsheet take %j for a text", (text) => {
    expect(csvRecord([text])).toBe(`'${text}\r\n`)
  })

  test("marks a formula that has to be quoted within the quotes", () => {
    expect(csvRecord(['=HYPERLINK("http://x.example","y")'])).toBe(`"'=HYPERLINK(""http://x.example"",""y"")"\r\n`)
  })
})

test("JSON has no character that a terminal obeys, and says the same", () => {
  const name = "a\u001B[2J\u009B31m\u202Eb\u{E0041}"
  const text = toJson({ name })
  expect(text).toMatch(/^[\u0020-\u007E]*$/)
  expect(JSON.parse(text)).toEqual({ name })
})
