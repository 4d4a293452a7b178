import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Api } from "../src/Api.ts"
import { operations } from "../src/Contract.ts"
import type { Operation } from "../src/Contract.ts"
import * as Credentials from "../src/Credentials.ts"
import { ErrorText, ErrorV1, ErrorV1R1 } from "../src/Errors.ts"
import * as Methods from "../src/Methods.ts"
import type { ErrorForm } from "../src/Operation.ts"
import * as Retry from "../src/Retry.ts"
import * as Codec from "../src/testing/codec.ts"
import { Transport } from "../src/Transport.ts"
import { UserToken } from "../src/UserToken.ts"
import { httpOf, region } from "./support/wire.ts"

/** The errors of the interface's section 4, operation by operation. */
const documented: Readonly<Record<string, Readonly<Record<number, ErrorForm>>>> = {
  "POST /v1/anonymous/auth": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/auth": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/auth/exchange": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/auth/refresh": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/enterprise/auth": { 401: "errorV1", 500: "errorV1" },
  "GET /v1/token/info": { 401: "errorV1", 500: "errorV1" },
  "GET /v1/token/validate": { 401: "errorV1", 500: "errorV1" },
  "POST /v1r1/auth": { 400: "errorV1R1" },
  "POST /v1r1/auth/from_url": { 400: "errorV1R1" },
  "POST /v1r1/auth/pat": { 400: "errorV1R1" },
  "GET /v1r1/personal_access_token": { 400: "errorV1R1" },
  "POST /v1r1/personal_access_token": { 400: "errorV1R1" },
  "GET /v1r1/personal_access_token/:id": { 400: "errorV1R1" },
  "DELETE /v1r1/personal_access_token/:id": { 400: "errorV1R1" },
  "POST /v1/register": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/register/confirm": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/register/confirm_new_email": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/register/resend_confirmation": { 401: "errorV1", 500: "errorV1" },
  "POST /v1r1/register": { 400: "errorV1R1" },
  "POST /v1r1/register/enterprise": { 400: "errorV1R1" },
  "GET /v1/calls": { 401: "errorText", 500: "errorV1" },
  "GET /v1/calls/recent": { 401: "errorV1", 500: "errorV1" },
  "GET /v1/calls/:call_id": { 401: "errorText", 403: "errorText", 500: "errorV1" },
  "PUT /v1/calls/:call_id": { 401: "errorV1", 500: "errorV1" },
  "GET /v1/calls/:call_id/event_stream": { 401: "errorText", 403: "errorText", 500: "errorV1" },
  "GET /v1/calls/:call_id/events": { 401: "errorText", 403: "errorText", 500: "errorV1" },
  "GET /v1/on_call_groups": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/on_call_groups/:group_id/favorites": { 401: "errorV1", 500: "errorV1" },
  "DELETE /v1/on_call_groups/:group_id/favorites": { 401: "errorV1", 500: "errorV1" },
  "POST /v1/personal_room/invite": { 401: "errorV1", 500: "errorV1" },
  // not described; taken to be those of the operations beside them
  "POST /v1/session/invite": { 401: "errorV1", 500: "errorV1" },
  "POST /v1r1/enterprise/users": { 400: "errorV1R1" },
  "GET /v1r1/enterprise/users": { 400: "errorV1R1" },
  "PUT /v1r1/enterprise/users/:user_id": { 400: "errorV1R1" },
  "DELETE /v1r1/enterprise/users/:user_id": { 400: "errorV1R1" },
  "GET /v1r1/enterprise/pods": { 400: "errorV1R1" }
}

const bytes: Readonly<Record<ErrorForm, string>> = {
  errorV1: `{"code":7,"message":"No — “ü”"}`,
  errorV1R1: `{"code":7,"message":"No — “ü”","name":"generic"}`,
  errorText: `"No — “ü”"`
}

const message = "No — “ü”"

const errors = {
  errorV1: (status: number) => new ErrorV1({ status: status === 500 ? 500 : 401, code: 7, message }),
  errorV1R1: () => new ErrorV1R1({ code: 7, message, name: "generic" }),
  errorText: (status: number) => new ErrorText({ status: status === 403 ? 403 : 401, message })
}

const classes = { errorV1: ErrorV1, errorV1R1: ErrorV1R1, errorText: ErrorText }

const decoded = {
  errorV1: { _tag: "ErrorV1", code: 7, message },
  errorV1R1: { _tag: "ErrorV1R1", code: 7, message, name: "generic" },
  errorText: { _tag: "ErrorText", message }
}

const routeOf = ({ method, path }: Operation) => `${method} ${path}`

const rows = operations.flatMap((operation) =>
  Object.entries(documented[routeOf(operation)] ?? {}).map(
    ([status, form]) => [routeOf(operation), Number(status), form, operation] as const
  )
)

const input = {
  params: { id: 7, call_id: "call_1", group_id: 7, user_id: 7 },
  query: { confirmation_token: Redacted.make("t"), email: "ada@example.com" },
  payload: {
    email: "ada@example.com",
    name: "Ada",
    password: Redacted.make("p"),
    refresh_token: Redacted.make("r"),
    token: Redacted.make("t"),
    link_url: "https://example.com/i",
    user_info: { email: "ada@example.com", name: "Ada", password: Redacted.make("p") },
    contact_email: "ada@example.com",
    contact_name: "Ada",
    enterprise_name: "Engines",
    reseller_id: "1"
  }
}

/** Calls an operation that is answered with a status and these bytes. */
const call = ({ group, method, name, path }: Operation, status: number, body: string, type = "application/json") => {
  const { http } = httpOf(() => new Response(body, { status, headers: { "content-type": type } }))
  const token = Layer.succeed(UserToken, {
    token: Effect.succeed(Redacted.make("token-1")),
    renew: () => Effect.die("it was renewed")
  })
  const once = Layer.succeed(Retry.Policy, {
    times: 0,
    delay: 0,
    longestRetryAfter: 0,
    attempt: "10 seconds",
    budget: 0
  })
  const layer = Transport.layer.pipe(
    Layer.provide([Layer.succeed(HttpClient.HttpClient, http), once]),
    Layer.provideMerge([region(), token])
  )
  const isText = method === "GET" && path.endsWith("/:id")
  const params = isText ? { ...input.params, id: "7" } : input.params
  return Effect.gen(function* () {
    const groups: any = Api.groups
    const methods: any = yield* Methods.make(groups[group], Credentials.add)
    const answer: Effect.Effect<unknown, unknown> = methods[name]({ ...input, params })
    return yield* Effect.flip(answer)
  }).pipe(Effect.provide(layer))
}

describe("errors on the wire", () => {
  it("are documented for each operation at the statuses of the contract, in its own form first, and no others", () => {
    assert.deepStrictEqual(
      Object.fromEntries(
        operations.map((one) => [
          routeOf(one),
          Object.fromEntries(Array.from(one.errorForms, ([status, [own]]) => [status, own]))
        ])
      ),
      documented
    )
  })

  it.effect.each(rows)("%s answers %i as %s", ([, status, form, operation]) =>
    Effect.gen(function* () {
      const error = yield* call(operation, status, bytes[form])
      const path = `/api${operation.path.replace(":call_id", "call_1").replace(/:\w+/, "7")}`
      assert.deepInclude(error, { ...decoded[form], status, method: operation.method, path })
      assert.isTrue(error instanceof classes[form])
    })
  )

  it.effect.each(rows)("%s encodes its %i, %s, to exactly the bytes of the interface", ([, status, form, operation]) =>
    Effect.gen(function* () {
      const schemas = operation.errors.get(status) ?? assert.fail()
      const encoded = yield* Codec.encode(schemas, errors[form](status))
      assert.strictEqual(JSON.stringify(encoded), bytes[form])
    })
  )

  const routes = new Map(operations.map((operation) => [routeOf(operation), operation]))
  const read = routes.get("GET /v1/calls/:call_id") ?? assert.fail()
  const logIn = routes.get("POST /v1r1/auth") ?? assert.fail()

  it.effect("takes an unquoted text where a string is documented", () =>
    Effect.gen(function* () {
      const error = yield* call(read, 403, "Access denied", "text/plain")
      assert.deepInclude(error, { _tag: "ErrorText", status: 403, message: "Access denied" })
    })
  )

  it.effect.each([
    ["an object where a string is documented", read, 403, bytes.errorV1],
    ["a string where an object is documented", read, 500, bytes.errorText],
    ["errorV1 where errorV1R1 is documented", logIn, 400, bytes.errorV1],
    ["a status that is not documented", logIn, 401, bytes.errorV1]
  ] as const)("reports %s as UnexpectedAnswer", ([, operation, status, body]) =>
    Effect.gen(function* () {
      const error = yield* call(operation, status, body)
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status })
    })
  )

  it.effect("encodes an error at no status but its own", () =>
    Effect.gen(function* () {
      const schemas = read.errors.get(401) ?? assert.fail()
      const error = yield* Effect.flip(Codec.encode(schemas, new ErrorText({ status: 403, message: "No" })))
      assert.strictEqual(error._tag, "SchemaError")
    })
  )
})
