import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { at, recordAt, textAt } from "../support/json.ts"
import { key, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const body = { email: "ada", password: "correct-horse" }

layer(Emulator.layerServer({ port: 0 }))("headers", (it) => {
  it.effect("accept the API key in its own header, or in authorization without a user token", () =>
    Effect.gen(function* () {
      for (const headers of [
        key,
        { "X-Service-API-Key": "demo-api-key" },
        { authorization: "demo-api-key" },
        { authorization: "Bearer demo-api-key" },
        { "x-service-api-key": "", authorization: "demo-api-key" },
        { ...key, authorization: "" },
        { ...key, authorization: "an.old.token" }
      ])
        assert.strictEqual((yield* send("POST", "/api/v1/auth", { headers, body })).status, 200)
    })
  )

  it.effect("reject a missing, empty or unknown API key in the form of the version", () =>
    Effect.gen(function* () {
      for (const headers of [
        {},
        { "x-service-api-key": "" },
        { authorization: "" },
        { authorization: "Bearer " },
        { authorization: "other" },
        { "x-service-api-key": "other", authorization: "demo-api-key" }
      ]) {
        const v1 = yield* send("POST", "/api/v1/auth", { headers, body })
        assert.deepStrictEqual(
          [v1.status, at(v1.json, "code"), Object.keys(recordAt(v1.json))],
          [401, 1006, ["code", "message"]]
        )
        const v1r1 = yield* send("POST", "/api/v1r1/auth", { headers, body })
        assert.deepStrictEqual([v1r1.status, at(v1r1.json, "code"), at(v1r1.json, "name")], [400, 1006, "generic"])
      }
    })
  )

  it.effect("reject a repeated API key", () =>
    Effect.gen(function* () {
      const headers = { "x-service-api-key": "demo-api-key, demo-api-key" }
      const { json, status } = yield* send("POST", "/api/v1r1/auth", { headers, body })
      assert.deepStrictEqual([status, at(json, "code")], [400, 1006])
      assert.match(textAt(json, "message"), /x-service-api-key is repeated.*Send one API key, once/)
    })
  )

  it.effect("accept the user token with and without Bearer", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`, `Bearer\t${token}`])
        assert.strictEqual((yield* send("GET", users, { headers: { ...key, authorization } })).status, 200)
    })
  )

  it.effect("reject more than a token", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      for (const authorization of [`Token ${token}`, `Bearer: ${token}`, `Bearer "${token}"`, `${token},${token}`]) {
        const { json, status, text } = yield* send("GET", users, { headers: { ...key, authorization } })
        assert.deepStrictEqual([status, at(json, "code")], [400, 1002])
        assert.include(textAt(json, "message"), "Send only the token, or Bearer, a space and the token")
        assert.notInclude(text, token)
      }
    })
  )

  it.effect("reject the administration without a token or a key, or with the key only in authorization", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      const codeOf = (headers: Record<string, string>) =>
        Effect.map(send("GET", users, { headers }), ({ json, status }) => [status, at(json, "code")])
      assert.deepStrictEqual(yield* codeOf(key), [400, 1002])
      assert.deepStrictEqual(yield* codeOf({ ...key, authorization: "" }), [400, 1002])
      assert.deepStrictEqual(yield* codeOf({ authorization: token }), [400, 1006])
      assert.deepStrictEqual(yield* codeOf({ authorization: "demo-api-key" }), [400, 1006])
      assert.deepStrictEqual(yield* codeOf({ ...key, authorization: "pat-demo-ada" }), [400, 1002])
    })
  )
})

layer(Emulator.layerServer({ port: 0, apiKeyHeader: "X-Other-Key" }))("--api-key-header", (it) => {
  it.effect("renames the header of the API key", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* send("POST", "/api/v1/auth", { headers: { "x-other-key": "demo-api-key" }, body })).status,
        200
      )
      const old = yield* send("POST", "/api/v1/auth", { body })
      assert.strictEqual(old.status, 401)
      assert.match(textAt(old.json, "message"), /X-Other-Key/)
    })
  )
})
