import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as UrlParams from "effect/http/UrlParams"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { operations } from "../src/Contract.ts"

type Codec = Schema.Codec<any>

interface Case {
  readonly name: string
  readonly schema: Codec
  readonly part: "params" | "query" | "body"
  /** The status of an error. */
  readonly status?: number
}

const cases = (() => {
  const found = new Map<unknown, Case>()
  const add = (name: string, schema: any, part: Case["part"], status?: number) => {
    if (schema === undefined || found.has(schema)) return
    found.set(schema, { name, schema, part, ...(status === undefined ? {} : { status }) })
  }
  for (const { endpoint, errors, id, params, query, successes } of operations) {
    add(`params of ${id}`, params, "params")
    add(`query of ${id}`, query, "query")
    add(`payload of ${id}`, endpoint.payload, "body")
    for (const [status, schemas] of successes)
      schemas.forEach((schema, index) => add(`answer ${status}, ${index}, of ${id}`, schema, "body"))
    for (const [status, schemas] of errors)
      schemas.forEach((schema, index) => add(`error ${status}, ${index}, of ${id}`, schema, "body", status))
  }
  return Array.from(found.values(), (one) => [one.name, one] as const)
})()

// as the text that goes over the wire, and back
const travel: Record<Case["part"], (encoded: any) => unknown> = {
  params: Record.map((value: string) => decodeURIComponent(encodeURIComponent(value))),
  query: (encoded) => {
    const text = UrlParams.toString(UrlParams.fromInput(encoded))
    return UrlParams.toRecord(UrlParams.fromInput(new URLSearchParams(text)))
  },
  body: (encoded) => JSON.parse(JSON.stringify(encoded) ?? "null")
}

// in an address half a character does not travel, in a query no empty list
const travels = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(travels) : !Predicate.isString(value) || value.isWellFormed()

const isOpaque = (schema: Codec) => {
  try {
    Arbitrary.schema(schema)
    return false
  } catch {
    return true
  }
}

/** Values of a schema; of one whose values cannot be generated, those that its wire form decodes to. */
const valuesOf = ({ part, schema, status }: Case): Arbitrary.Arbitrary<any> => {
  const values = isOpaque(schema)
    ? Arbitrary.map(Arbitrary.schema(Schema.toEncoded(schema)), Schema.decodeUnknownSync(schema))
    : Arbitrary.schema(schema)
  if (status !== undefined)
    return Arbitrary.map(
      Arbitrary.filter(values, (error) => error.status === status),
      // request and answer are not in the body
      ({ code, constructor: Class, errorName, message, status: same }) =>
        new Class({
          status: same,
          message,
          ...(code === undefined ? {} : { code }),
          ...(same === 400 ? { errorName } : {})
        })
    )
  if (part === "body") return values
  const encode = Schema.encodeSync(schema)
  return Arbitrary.filter(values, (value) => Object.values<unknown>(encode(value)).every(travels))
}

describe("every schema of the contract", () => {
  it.effect.each(cases)("decodes what it encodes, and encodes what it decodes: %s", ([, one]) =>
    Effect.gen(function* () {
      const decode = Schema.decodeUnknownEffect(one.schema)
      const encode = Schema.encodeEffect(one.schema)
      const result = yield* Arbitrary.checkEffect(
        valuesOf(one),
        (value) =>
          Effect.gen(function* () {
            const encoded = yield* encode(value)
            const decoded = yield* decode(travel[one.part](encoded))
            return Equal.equals(decoded, value) && Equal.equals(yield* encode(decoded), encoded)
          }),
        { seed: 1, runs: 60, maxDiscards: 2000 }
      )
      assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
    })
  )

  it("can be generated, but for answers that the interface does not show", () => {
    const opaque = operations.filter(({ endpoint, errors, params, query, successes }) =>
      [params, query, endpoint.payload, ...[...successes.values(), ...errors.values()].flat()].some(
        (schema) => schema !== undefined && isOpaque(schema)
      )
    )
    assert.deepStrictEqual(
      opaque.map(({ id }) => id),
      ["Invitations.session", "EnterpriseUsers.provision", "EnterpriseUsers.update", "EnterpriseUsers.remove"]
    )
  })
})
