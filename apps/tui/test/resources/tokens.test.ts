import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, test } from "vitest"

import { lineText } from "../../src/actions/Report.ts"
import * as Decoded from "../../src/resources/tokens/decoded.ts"
import { ofDecoded, ofInfo } from "../../src/resources/tokens/lines.ts"
import * as When from "../../src/resources/tokens/when.ts"

const now = Date.parse("2026-03-02T10:00:00Z")

const encoded = (json: string) => Buffer.from(json).toString("base64url")

const decoded = (payload: string, header = '{"alg":"none"}') =>
  Decoded.of(Redacted.make(`${encoded(header)}.${encoded(payload)}.c2ln`))

const linesOf = (payload: string) =>
  ofDecoded(decoded(payload), now).flatMap(({ lines }) =>
    lines.map((line) => `${line.label ?? ""}: ${lineText(line, false)}`)
  )

describe("what stands in a token", () => {
  test.each([
    ["", "three parts"],
    ["pat-demo-ada", "three parts"],
    ["a.b", "three parts"],
    ["a.b.c.d", "three parts"],
    [`!.${encoded("{}")}.c`, "first part is not base64url of JSON"],
    [`${encoded("{")}.${encoded("{}")}.c`, "first part is not base64url of JSON"],
    [`${encoded("{}")}.${encoded("[1]")}.c`, "second part is no object"],
    [`${encoded("null")}.${encoded("{}")}.c`, "first part is no object"]
  ])("is not told of what is no JWT: %j", (token, why) => {
    const result = Decoded.of(Redacted.make(token))
    expect(Result.isFailure(result) && result.failure).toContain(why)
  })

  test("is told as it stands there, whatever a claim is called", () => {
    const payload = '{"__proto__":{"admin":true},"constructor":1,"toString":"x","toJSON":"y","":null}'
    const result = Result.getOrThrow(decoded(payload))
    expect(Object.keys(result.claims)).toEqual(["__proto__", "constructor", "toString", "toJSON", ""])
    expect("admin" in result.claims).toBe(false)
    expect(JSON.stringify(result.claims)).toBe(payload)
    expect(linesOf(payload)).toContain('__proto__: {"admin":true}')
  })

  test("is cut where it is deeper, longer or more than can be read", () => {
    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
    expect(linesOf(deep).some((line) => line.startsWith("a: [[[["))).toBe(true)
    const long = linesOf(`{"a":"${"x".repeat(1_000_000)}","${"n".repeat(1000)}":1}`)
    expect(long.find((line) => line.startsWith("a: "))).toMatch(/^a: x{400}… \(1,000,000 characters\)$/)
    expect(long.some((line) => line.startsWith(`${"n".repeat(23)}…: 1`))).toBe(true)
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`c${at}`, at])))
    expect(linesOf(many)).toContain(": and 940 more")
  })

  test.each([
    ["-5", "-5, which is no time"],
    ["0", "0, which is no time"],
    ['"NaN"', "NaN, which is no time"],
    ["null", "null, which is no time"],
    ["1e400", "null, which is no time"],
    ["1e300", "1e+300, which is no time"],
    ["[]", "[], which is no time"],
    ["1772445599.5", "expired 0 s ago, at 2026-03-02 09:59:59 UTC"],
    ["1772446440", "expires in 14 min, at 2026-03-02 10:14:00 UTC"],
    ["1772704800", "expires in 3 days, at 2026-03-05 10:00:00 UTC"],
    ["1772438400", "expired 2 h ago, at 2026-03-02 08:00:00 UTC"],
    ["1772446440000", "expires in 14 min, at 2026-03-02 10:14:00 UTC"]
  ])("is a time, seen from now, or none: exp %s", (value, text) => {
    expect(linesOf(`{"exp":${value}}`)).toContain(`exp: ${text}`)
  })
})

describe("the times of a token", () => {
  test.each([
    ['{"nbf":1772446440}', "nbf: becomes valid in 14 min, at 2026-03-02 10:14:00 UTC"],
    ['{"nbf":1772438400}', "nbf: became valid 2 h ago, at 2026-03-02 08:00:00 UTC"],
    ['{"iat":1772446440}', "iat: will be issued in 14 min, at 2026-03-02 10:14:00 UTC"],
    ['{"iat":1772438400}', "iat: issued 2 h ago, at 2026-03-02 08:00:00 UTC"]
  ])("are told in sentences: %s", (payload, line) => {
    expect(linesOf(payload)).toContain(line)
  })
})

describe("what the service says of a token", () => {
  const info = { data: "", issuer: "", permissions: [], status: "active", created_at: -1, expires_at: 1_772_446_440 }

  test("is told with the unit that its times are taken for", () => {
    const of = (expires_at: number) => ofInfo({ ...info, expires_at }, now).lines.map(({ text }) => text)
    expect(of(1_772_446_440)).toContain("The times are taken as seconds, by their size: no unit is described.")
    expect(of(1_772_446_440_000)).toContain("The times are taken as milliseconds, by their size: no unit is described.")
    expect(of(1_772_446_440_000_000)).toContain("in 14 min, at 2026-03-02 10:14:00 UTC")
    expect(of(-1).filter((text) => typeof text === "string" && text.includes("taken as"))).toEqual([])
  })

  test("says spans as people do", () => {
    expect([0, 999, 59_000, 60_000, 3_599_000, 3_600_000, 86_400_000, 172_800_000].map(When.span)).toEqual([
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
