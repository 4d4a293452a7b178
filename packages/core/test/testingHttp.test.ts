import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import * as Contract from "../src/Contract.ts"
import * as Credentials from "../src/Credentials.ts"
import * as Drift from "../src/Drift.ts"
import * as Group from "../src/Group.ts"
import { groups } from "../src/Groups.ts"
import * as Testing from "../src/testing.ts"
import { Transport } from "../src/Transport.ts"
import { UserToken } from "../src/UserToken.ts"
import { assertSame, defectOf } from "./support/exits.ts"
import { region } from "./support/wire.ts"

describe("Testing.layerHttp", () => {
  it.effect.each([
    ["/v1r1/enterprise/nothing", "GET /v1r1/enterprise/nothing is not an operation of the contract"],
    ["/v1r1/enterprise/users/7", "GET /v1r1/enterprise/users/7 is not an operation of the contract"],
    ["/v1/calls?page=first", "Calls.list was called with invalid input"]
  ] as const)("dies of GET %s", ([path, message]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(HttpClient.get(`https://eu.example.com/eu/api${path}`))
      assert.include(defectOf(exit), message)
    }).pipe(Effect.provide(Testing.layerHttp()))
  )

  const session = Layer.succeed(UserToken, {
    token: Effect.succeed(Redacted.make("token-1")),
    renew: () => Effect.die("it was renewed")
  })
  const sdk = Transport.layer.pipe(
    Layer.provideMerge([region(), session, Testing.layerHttp({ seed: 3 }), Drift.layerStrict])
  )

  // an empty list has no form in a query: it reads as none
  const isPlain = (part: object) => !Object.values(part).some((value) => Array.isArray(value) && value.length === 0)

  const sample = (schema: any) =>
    Arbitrary.sampleEffect(Arbitrary.filter(Arbitrary.schema(schema), isPlain), { count: 1, seed: 2 }).pipe(
      Effect.map(([value]) => value),
      Effect.orDie
    )

  it.effect.each(Contract.operations.map((operation) => [operation.id, operation] as const))(
    "answers %s from its schema, to exactly the input it was called with",
    ([, { endpoint, group, id, name }]) =>
      Effect.gen(function* () {
        const { params, payload, query } = endpoint
        const schemas = Record.filter({ params, query, payload }, Predicate.isNotUndefined)
        const input = yield* Effect.all(Record.map(schemas, sample))
        const all: any = groups
        const methods: any = yield* Group.make(all[group], Credentials.add)
        const args = [params, payload, query].flatMap((schema: any, at) => {
          const part: any = [input["params"], input["payload"], input["query"]][at]
          const fields = Object.keys(schema?.fields ?? {})
          return schema === undefined ? [] : [fields.length === 1 ? part[fields[0] ?? ""] : part]
        })
        const call: Effect.Effect<unknown, unknown> = args.length === 0 ? methods[name] : methods[name](...args)
        yield* call
        assertSame(yield* (yield* Testing.Requests).all, [{ operation: id, ...input }])
      }).pipe(Effect.provide(sdk))
  )
})
