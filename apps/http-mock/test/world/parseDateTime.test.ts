import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

import { parseDateTime } from "../../src/world/timestamp.ts"

describe("parseDateTime", () => {
  it.each([
    ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000Z"],
    ["2026-01-01t12:00:00.123456z", "2026-01-01T12:00:00.123Z"],
    ["2026-01-01T12:00:00+02:00", "2026-01-01T10:00:00.000Z"],
    ["2024-02-29T23:59:59-00:30", "2024-03-01T00:29:59.000Z"],
    ["0000-02-29T00:00:00Z", "0000-02-29T00:00:00.000Z"]
  ])("accepts RFC 3339: %s", (text, moment) => {
    assert.deepStrictEqual(Option.map(parseDateTime(text), DateTime.formatIso), Option.some(moment))
  })

  it.each([
    "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T12:00:60Z",
    "2026-01-01T12:00:00+24:00",
    "2026-01-01T12:00:00",
    "2026-01-01T12:00Z",
    "2026-01-01",
    "2026",
    "1 January 2026",
    " 2026-01-01T12:00:00Z",
    "2026-01-01T12:00:00Z\n",
    ""
  ])("rejects anything else: %j", (text) => {
    assert.isTrue(Option.isNone(parseDateTime(text)))
  })
})
