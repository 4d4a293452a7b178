import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import { lineText } from "../../src/actions/Report.ts"
import { decodedParts, decodeToken, infoPart } from "../../src/resources/tokenReport.ts"
import { formatDuration } from "../../src/text/format.ts"

const now = Date.parse("2026-03-02T10:00:00Z")

const encoded = (json: string) => Buffer.from(json).toString("base64url")

const decoded = (payload: string, header = '{"alg":"none"}') =>
  decodeToken(Redacted.make(`${encoded(header)}.${encoded(payload)}.c2ln`))

const linesOf = (payload: string) =>
  decodedParts(decoded(payload), now).flatMap(({ lines }) =>
    lines.map((line) => `${line.label ?? ""}: ${lineText(line, false)}`)
  )

describe("decodeToken", () => {
  test.each([
    ["", "three parts"],
    ["pat-demo-ada", "three parts"],
    ["a.b", "three parts"],
    ["a.b.c.d", "three parts"],
    [`!.${encoded("{}")}.c`, "first part is not base64url of JSON"],
    [`${encoded("{")}.${encoded("{}")}.c`, "first part is not base64url of JSON"],
    [`${encoded("{}")}.${encoded("[1]")}.c`, "second part is not an object"],
    [`${encoded("null")}.${encoded("{}")}.c`, "first part is not an object"]
  ])("explains why a token is not a JWT: %j", (token, reason) => {
    const result = decodeToken(Redacted.make(token))
    expect(Result.isFailure(result) && result.failure).toContain(reason)
  })

  test("keeps claims of any name", () => {
    const payload = '{"__proto__":{"admin":true},"constructor":1,"toString":"x","toJSON":"y","":null}'
    const result = Result.getOrThrow(decoded(payload))
    expect(Object.keys(result.claims)).toEqual(["__proto__", "constructor", "toString", "toJSON", ""])
    expect("admin" in result.claims).toBe(false)
    expect(JSON.stringify(result.claims)).toBe(payload)
    expect(linesOf(payload)).toContain('__proto__: {"admin":true}')
  })

  test("cuts claims that are too deep, too long or too many", () => {
    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
    expect(linesOf(deep).some((line) => line.startsWith("a: [[[["))).toBe(true)
    const long = linesOf(`{"a":"${"x".repeat(1_000_000)}","${"n".repeat(1000)}":1}`)
    expect(long.find((line) => line.startsWith("a: "))).toMatch(/^a: x{400}… \(1,000,000 characters\)$/)
    expect(long.some((line) => line.startsWith(`${"n".repeat(23)}…: 1`))).toBe(true)
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`c${at}`, at])))
    expect(linesOf(many)).toContain(": and 940 more")
  })

  test.each([
    ["-5", "-5, which is not a time"],
    ["0", "0, which is not a time"],
    ['"NaN"', "NaN, which is not a time"],
    ["null", "null, which is not a time"],
    ["1e400", "null, which is not a time"],
    ["1e300", "1e+300, which is not a time"],
    ["[]", "[], which is not a time"],
    ["1772445599.5", "expired 0 s ago, at 2026-03-02 09:59:59 UTC"],
    ["1772446440", "expires in 14 min, at 2026-03-02 10:14:00 UTC"],
    ["1772704800", "expires in 3 days, at 2026-03-05 10:00:00 UTC"],
    ["1772438400", "expired 2 h ago, at 2026-03-02 08:00:00 UTC"],
    ["1772446440000", "expires in 14 min, at 2026-03-02 10:14:00 UTC"]
  ])("shows exp relative to now, or as an invalid time: %s", (value, text) => {
    expect(linesOf(`{"exp":${value}}`)).toContain(`exp: ${text}`)
  })
})

describe("time claims", () => {
  test.each([
    ['{"nbf":1772446440}', "nbf: becomes valid in 14 min, at 2026-03-02 10:14:00 UTC"],
    ['{"nbf":1772438400}', "nbf: became valid 2 h ago, at 2026-03-02 08:00:00 UTC"],
    ['{"iat":1772446440}', "iat: will be issued in 14 min, at 2026-03-02 10:14:00 UTC"],
    ['{"iat":1772438400}', "iat: issued 2 h ago, at 2026-03-02 08:00:00 UTC"]
  ])("are sentences: %s", (payload, line) => {
    expect(linesOf(payload)).toContain(line)
  })
})

describe("infoPart", () => {
  const info = { data: "", issuer: "", permissions: [], status: "active", created_at: -1, expires_at: 1_772_446_440 }

  test("names the unit that the size of a time implies", () => {
    const texts = (expires_at: number) => infoPart({ ...info, expires_at }, now).lines.map(({ text }) => text)
    expect(texts(1_772_446_440)).toContain("The times are read as seconds, by their size: the API names no unit.")
    expect(texts(1_772_446_440_000)).toContain(
      "The times are read as milliseconds, by their size: the API names no unit."
    )
    expect(texts(1_772_446_440_000_000)).toContain("in 14 min, at 2026-03-02 10:14:00 UTC")
    expect(texts(-1).filter((text) => typeof text === "string" && text.includes("read as"))).toEqual([])
  })
})

describe("formatDuration", () => {
  test("uses the largest unit", () => {
    expect([0, 999, 59_000, 60_000, 3_599_000, 3_600_000, 86_400_000, 172_800_000].map(formatDuration)).toEqual([
      "0 s",
      "0 s",
      "59 s",
      "1 min",
      "59 min",
      "1 h",
      "24 h",
      "2 days"
    ])
  })
})
