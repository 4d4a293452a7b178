import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { defaultOption, optionLookup } from "../../../src/world/gaps/options.ts"
import * as Clause from "../../../src/world/lists/filter.ts"
import { listed } from "../../../src/world/users/search.ts"

const accepts = (filter: string, value: unknown) =>
  Result.getOrThrow(Clause.parse(filter, listed, defaultOption)).every((clause) => clause.accepts(value))

const refused = (filter: string) => Result.getOrThrow(Result.flip(Clause.parse(filter, listed, defaultOption))).message

describe("Clause", () => {
  it("matches the whole value, case-sensitively", () => {
    assert.isTrue(accepts("email=a+b@example.com", "a+b@example.com"))
    assert.isFalse(accepts("email=a+b@example.com", "a b@example.com"))
    assert.isFalse(accepts("name=Grace", "Grace Hopper"))
    assert.isFalse(accepts("name=grace hopper", "Grace Hopper"))
  })

  it("takes the value literally, including operators and spaces", () => {
    assert.isTrue(accepts("name=a=b", "a=b"))
    assert.isTrue(accepts("name= x", " x"))
    assert.isTrue(accepts("name=100%", "100%"))
    assert.isTrue(accepts("last_used_at=", ""))
  })

  it("compares flags and numbers as text, and lists by element", () => {
    assert.isTrue(accepts("active=true", true))
    assert.isFalse(accepts("active=true", false))
    assert.isTrue(accepts("id=102", 102))
    assert.isTrue(accepts("permissions=web_login", ["view_account", "web_login"]))
    assert.isFalse(accepts("permissions=web", ["web_login"]))
  })

  it("has % as its only wildcard", () => {
    assert.isTrue(accepts("name~=%ann%", "Joanne"))
    assert.isFalse(accepts("name~=ann%", "Joanne"))
    assert.isFalse(accepts("name~=J.anne", "Joanne"))
    assert.isTrue(accepts("name~=(a%", "(abc"))
  })

  it("handles long texts and many wildcards", () => {
    assert.isFalse(accepts("name~=%a%a%a%a%a%b", "a".repeat(20_000)))
    assert.isFalse(accepts(`name~=${"%0".repeat(40)}%q`, "0".repeat(200)))
    assert.isFalse(accepts(`name~=%b${"a".repeat(50_000)}%`, "a".repeat(100_000)))
  })

  it("reads clauses and keys with long spaces", () => {
    const spaces = " ".repeat(200_000)
    const joined = (joint: "&" | "AND", filter: string) =>
      Result.getOrThrow(Clause.parse(filter, listed, optionLookup({ "filter.combination": joint }))).map(
        ({ text }) => text
      )
    assert.deepStrictEqual(joined("&", `name=a${spaces}&${spaces}email=b${spaces}c`), ["name=a", `email=b${spaces}c`])
    assert.deepStrictEqual(joined("AND", `name=a${spaces}and${spaces}email=b${spaces}c`), [
      "name=a",
      `email=b${spaces}c`
    ])
  })

  it("compares times of any precision, and numbers numerically", () => {
    assert.isTrue(accepts("updated_at>2024-01-31T10:00:00.123456Z", "2024-01-31T10:00:00.123457Z"))
    assert.isFalse(accepts("updated_at>2024-01-31T10:00:00.123456Z", "2024-01-31T10:00:00.123456Z"))
    assert.isTrue(accepts("updated_at>2024-01-31T10:00:00Z", "2024-01-31T10:00:00.000001Z"))
    assert.isFalse(accepts("updated_at>2024-01-31T10:00:00Z", ""))
    assert.isTrue(accepts("id>99", 101))
  })

  it("takes a list of values, with or without double quotes", () => {
    assert.isTrue(accepts('"name|=John,Mary"', "Mary"))
    assert.isTrue(accepts("name|=John,Mary", "John"))
    assert.isFalse(accepts('"name|=John,Mary"', "Ann"))
  })

  it("rejects an unknown field with the known ones", () => {
    assert.include(refused("emial=x"), "emial")
    assert.include(refused("emial=x"), "email")
    assert.include(refused("constructor=x"), "constructor")
  })

  it("rejects an unknown operator by its name", () => {
    for (const operator of ["!=", ">=", "<=", "<"]) assert.include(refused(`id${operator}5`), ` ${operator} `)
  })

  it("rejects text that is not a clause", () => {
    for (const filter of ["", "email", "=x", "5=5", "email%3Dgrace", "a-b=c"])
      assert.include(refused(filter), "not of the form", filter)
  })

  it("compares date-times of any offset", () => {
    const morning = "2026-06-15T10:00:00.500000Z"
    assert.isTrue(accepts("created_at=2026-06-15T10:00:00.500Z", morning))
    assert.isTrue(accepts("created_at=2026-06-15T05:00:00.5-05:00", morning))
    assert.isTrue(accepts("created_at>2026-06-15T05:00:00-05:00", morning))
    assert.isFalse(accepts("created_at>2026-06-15T05:00:00-06:00", morning))
    assert.isTrue(accepts("created_at|=2026-06-14T00:00:00Z,2026-06-15T12:00:00.50+02:00", morning))
    assert.isFalse(accepts("created_at>9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59.999999Z"))
    assert.isTrue(accepts("created_at>0000-01-01T00:00:00+01:00", "0000-01-01T00:00:00.000000Z"))
  })

  it("matches unset fields by an empty value", () => {
    assert.isTrue(accepts("first_call_at=", ""))
    assert.isFalse(accepts("first_call_at=", "2026-06-15T10:00:00.500000Z"))
    assert.isTrue(accepts("first_call_at|=,2026-06-15T10:00:00Z", ""))
  })

  it("rejects an invalid value with the expected form", () => {
    const cases = {
      "id>": "101",
      "id>abc": "101",
      "id=0x65": "101",
      "id|=101,": "101",
      "role_id>x": "101",
      "created_at>": "2026-01-01T12:00:00Z",
      "created_at>yesterday": "2026-01-01T12:00:00Z",
      "created_at>2026-13-45": "2026-01-01T12:00:00Z",
      "created_at>2026-02-30T00:00:00Z": "2026-01-01T12:00:00Z",
      "active=TRUE": "true",
      "active=1": "true",
      "active=": "true",
      "active|=true,maybe": "true"
    }
    for (const [filter, example] of Object.entries(cases)) {
      const [, field = "", operator = "", value = ""] = /^(\w+)(\|=|=|>)(.*)$/.exec(filter) ?? []
      assert.include(refused(filter), `compares ${field} to ${JSON.stringify(value.split(",").at(-1))}`)
      assert.include(refused(filter), `as in ${field}${operator}${example}.`)
    }
  })

  it("accepts any text and any pattern for a text field", () => {
    assert.isFalse(accepts("name=", "Grace"))
    assert.isTrue(accepts("name>", "Grace"))
    assert.isTrue(accepts("id~=10%", 101))
    assert.isTrue(accepts("created_at~=2026-06%", "2026-06-15T10:00:00.500000Z"))
  })
})
