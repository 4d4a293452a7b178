import { describe, expect, test } from "vitest"

import { csvRecord } from "../../../src/renderers/headless/format.ts"
import { toJson } from "../../../src/renderers/headless/output.ts"

describe("csvRecord", () => {
  test.each([
    [["a", "b"], "a,b\r\n"],
    [["a,b", 'say "x"', "two\nlines"], '"a,b","say ""x""","two\nlines"\r\n'],
    [[1, -2, true, null, undefined], "1,-2,true,,\r\n"],
    [[["a", "b"], { x: 1 }], '"a, b","{""x"":1}"\r\n']
  ])("formats %j", (values, text) => {
    expect(csvRecord(values)).toBe(text)
  })

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])("marks the formula %j as text", (text) => {
    expect(csvRecord([text])).toBe(`'${text}\r\n`)
  })

  test("marks a quoted formula inside the quotes", () => {
    expect(csvRecord(['=HYPERLINK("http://x.example","y")'])).toBe(`"'=HYPERLINK(""http://x.example"",""y"")"\r\n`)
  })
})

test("JSON escapes control characters without changing the value", () => {
  const name = "a\u001B[2J\u009B31m\u202Eb\u{E0041}"
  const text = toJson({ name })
  expect(text).toMatch(/^[\u0020-\u007E]*$/)
  expect(JSON.parse(text)).toEqual({ name })
})
