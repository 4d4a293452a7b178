import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import * as Client from "../src/Client.ts"
import { byId, operations } from "../src/Contract.ts"
import type { OperationId } from "../src/Contract.ts"
import { ErrorText, ErrorV1, ErrorV1R1 } from "../src/Errors.ts"
import * as HttpEffect from "../src/HttpEffect.ts"
import type { ErrorForm } from "../src/Operation.ts"
import * as Codec from "../src/testing/codec.ts"
import { UserToken } from "../src/UserToken.ts"
import { documented, services } from "./support/documented.ts"
import { httpOf, region, withoutRetries } from "./support/wire.ts"

const bytes: Readonly<Record<ErrorForm, string>> = {
  errorV1: `{"code":7,"message":"No — “ü”"}`,
  errorV1R1: `{"code":7,"message":"No — “ü”","name":"generic"}`,
  errorText: `"No — “ü”"`
}

const message = "No — “ü”"

const errors = {
  errorV1: (status: number) => new ErrorV1({ status: status === 500 ? 500 : 401, code: 7, message }),
  errorV1R1: () => new ErrorV1R1({ code: 7, message, errorName: "generic" }),
  errorText: (status: number) => new ErrorText({ status: status === 403 ? 403 : 401, message })
}

const classes = { errorV1: ErrorV1, errorV1R1: ErrorV1R1, errorText: ErrorText }

const decoded = {
  errorV1: { _tag: "ErrorV1", code: 7, message },
  errorV1R1: { _tag: "ErrorV1R1", code: 7, message, errorName: "generic" },
  errorText: { _tag: "ErrorText", message }
}

const rows = Record.toEntries(documented).flatMap(([id, { errors }]) =>
  Object.entries(errors).map(([status, form]) => [id, Number(status), form] as const)
)

/** Calls an operation that is answered with a status and these bytes: its error, and the requests it sent. */
const call = (id: OperationId, status: number, body: string, type = "application/json") => {
  const { http, sent } = httpOf(() => new Response(body, { status, headers: { "content-type": type } }))
  const token = Layer.succeed(UserToken, {
    token: Effect.succeed(Redacted.make("token-1")),
    renew: () => Effect.die("it was renewed"),
    // an unknown 401 is then the error of the call
    isRenewable: () => Effect.succeed(false)
  })
  return Effect.flatMap(services, (sdk) => Effect.flip(documented[id].act(sdk))).pipe(
    Effect.provide(
      Client.layerToken(token).pipe(
        Layer.provide([region(), HttpEffect.layer, withoutRetries]),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
      )
    ),
    Effect.map((error) => ({ error, sent }))
  )
}

describe("errors on the wire", () => {
  it("are documented for each operation at the statuses of the contract, in its own form first, and no others", () => {
    assert.deepStrictEqual(
      Object.fromEntries(
        operations.map(({ errorForms, id }) => [
          id,
          Object.fromEntries(Array.from(errorForms, ([status, [own]]) => [status, own]))
        ])
      ),
      Record.map(documented, ({ errors }) => errors)
    )
  })

  it.effect.each(rows)("%s answers %i as %s", ([id, status, form]) =>
    Effect.gen(function* () {
      const { error, sent } = yield* call(id, status, bytes[form])
      const [method, path = ""] = documented[id].route.split(" ")
      const [sentPath = ""] = sent[0]?.path.split("?") ?? []
      assert.match(sentPath, new RegExp(`^/api${path.replaceAll(/:\w+/g, "[^/]+")}$`))
      assert.deepInclude(error, { ...decoded[form], status, method, path: sentPath })
      assert.isTrue(error instanceof classes[form])
    })
  )

  it.effect.each(rows)("%s encodes its %i, %s, to exactly the bytes of the interface", ([id, status, form]) =>
    Effect.gen(function* () {
      const schemas = byId(id).errors.get(status) ?? assert.fail()
      const encoded = yield* Codec.encode(schemas, errors[form](status))
      assert.strictEqual(JSON.stringify(encoded), bytes[form])
    })
  )

  it.effect("takes an unquoted text if a string is documented", () =>
    Effect.gen(function* () {
      const { error } = yield* call("Calls.read", 403, "Access denied", "text/plain")
      assert.deepInclude(error, { _tag: "ErrorText", status: 403, message: "Access denied" })
    })
  )

  it.effect.each(["errorV1", "errorV1R1", "errorText"] as const)("cuts a message of 100 kB in %s", (form) =>
    Effect.gen(function* () {
      const [id, status] = rows.find(([, , own]) => own === form) ?? assert.fail()
      for (const long of [
        "😀".repeat(50_000),
        `x${"😀".repeat(50_000)}`,
        "No way ".repeat(14_286),
        "x".repeat(100_001)
      ]) {
        const bodies = {
          errorV1: { code: 7, message: long },
          errorV1R1: { code: 7, message: long, name: long },
          errorText: long
        }
        const { error }: any = yield* call(id, status, JSON.stringify(bodies[form]))
        for (const text of form === "errorV1R1" ? [error.message, error.errorName] : [error.message]) {
          assert.match(text, /^(?:x|😀|No way).{400,}… \(100,00[0-2] characters\)$/u)
          assert.isAtMost(text.length, 1030)
          assert.isTrue(text.isWellFormed())
        }
      }
    })
  )

  it.effect("keeps a message of 1,000 characters whole", () =>
    Effect.gen(function* () {
      const message = "No way, ".repeat(125)
      const { error } = yield* call("Auth.logIn", 401, JSON.stringify({ code: 7, message }))
      assert.deepInclude(error, { message })
    })
  )

  it.effect.each([
    ["an object where a string is documented", "Calls.read", 403, bytes.errorV1],
    ["a string where an object is documented", "Calls.read", 500, bytes.errorText],
    ["errorV1 where errorV1R1 is documented", "Auth.logInV1R1", 400, bytes.errorV1],
    ["a status that is not documented", "Auth.logInV1R1", 401, bytes.errorV1]
  ] as const)("reports %s as UnexpectedAnswer", ([, id, status, body]) =>
    Effect.gen(function* () {
      const { error } = yield* call(id, status, body)
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status })
    })
  )

  it.effect("encodes an error at no status but its own", () =>
    Effect.gen(function* () {
      const schemas = byId("Calls.read").errors.get(401) ?? assert.fail()
      const error = yield* Effect.flip(Codec.encode(schemas, new ErrorText({ status: 403, message: "No" })))
      assert.strictEqual(error._tag, "SchemaError")
    })
  )
})
