import { assert, layer } from "@effect/vitest"
import { Api } from "@remote-assist/core/Api"
import { operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"

import { controlled } from "../support/control.ts"
import { send } from "../support/wire.ts"
import { fault, noFaults } from "./support/faulty.ts"

type Form = "errorV1" | "errorV1R1" | "text"

const v1: Readonly<Record<number, Form>> = { 401: "errorV1", 500: "errorV1" }
const v1r1: Readonly<Record<number, Form>> = { 400: "errorV1R1" }
const oneCall: Readonly<Record<number, Form>> = { 401: "text", 403: "text", 500: "errorV1" }

/** The operations whose errors are not those of their path's version alone: interface §4.4, 1, 3, 5 and 6. */
const special: Readonly<Record<string, Readonly<Record<number, Form>>>> = {
  "Calls.list": { 401: "text", 500: "errorV1" },
  "Calls.read": oneCall,
  "Calls.eventStream": oneCall,
  "Calls.events": oneCall
}

const message = "As it is documented."

const bodies: { readonly [Name in Form]: unknown } = {
  errorV1: { code: 4711, message },
  errorV1R1: { code: 4711, message, name: "generic" },
  text: message
}

const inContract = new Map<
  string,
  { readonly method: string; readonly path: string; readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>> }
>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, errors, group }) => {
    const { identifier, method, path } = endpoint
    inContract.set(`${group.identifier}.${identifier}`, { method, path: path.replace(/:\w+/, "101"), errors })
  }
})

layer(controlled())("every documented error", (it) => {
  it.effect("can be had of every operation through a fault, in the body that the interface shows", () =>
    Effect.gen(function* () {
      let seen = 0
      for (const { id: operation } of operations) {
        const { errors, method, path } = inContract.get(operation) ?? assert.fail(operation)
        const documented = special[operation] ?? (path.startsWith("/v1r1/") ? v1r1 : v1)
        assert.sameMembers([...errors.keys()], Object.keys(documented).map(Number), operation)
        for (const [status, schemas] of errors) {
          yield* fault({ operations: [operation], does: { kind: "status", status, message, code: 4711 } })
          const answer = yield* send(method, `/api${path}`)
          yield* noFaults
          const form = documented[status] ?? assert.fail(`${operation} ${status}`)
          const body = JSON.stringify(bodies[form])
          assert.deepInclude(answer, { status, type: "application/json", text: body }, operation)
          const codec: any = Schema.Union(schemas)
          const error: any = yield* Schema.decodeUnknownEffect(codec)(answer.json)
          assert.deepInclude(error, { message, status }, operation)
          seen += 1
        }
      }
      assert.strictEqual(operations.length, 36)
      assert.strictEqual(seen, 61)
    })
  )
})
