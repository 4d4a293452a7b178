import { assert, layer } from "@effect/vitest"
import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/Emulator.ts"
import { asUser, key, logIn, send } from "../support/wire.ts"

const operations = Object.values(Api.groups).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) => ({
    name: `${group.identifier}.${endpoint.identifier}`,
    method: String(endpoint.method),
    path: `/api${endpoint.path.replace(/:\w+/, "101")}`,
    v1: endpoint.path.startsWith("/v1/"),
    middlewares: [...endpoint.middlewares].map(({ key }) => String(key))
  }))
)

const needsToken = operations.filter(({ middlewares }) => middlewares.some((name) => name.includes("UserToken")))

const sent = (method: string) => (method === "GET" || method === "DELETE" ? {} : { body: {} })

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("all operations", (it) => {
  it.effect("are 36, 20 of them with a user token", () =>
    Effect.sync(() => {
      assert.strictEqual(operations.length, 36)
      assert.strictEqual(needsToken.length, 20)
    })
  )

  it.effect("are served: none is an unknown path", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      for (const { method, name, path } of operations.filter(({ name }) => name !== "EnterpriseUsers.remove")) {
        const { status, text } = yield* send(method, path, { headers: asUser(token), ...sent(method) })
        assert.notInclude(text, "There is no endpoint", name)
        assert.notStrictEqual(status, 500, name)
      }
    })
  )

  it.effect("refuse a missing and a wrong API key in the words of the version", () =>
    Effect.gen(function* () {
      const authorization = (yield* logIn()).token
      for (const { method, middlewares, name, path, v1 } of operations)
        for (const apiKey of [{}, { "x-service-api-key": "wrong" }]) {
          const takesToken = middlewares.some((name) => name.includes("UserToken"))
          const headers = { ...apiKey, ...(takesToken && { authorization }) }
          const { json, status } = yield* send(method, path, { headers, ...sent(method) })
          assert.deepStrictEqual(
            [status, json.code, json.name],
            v1 ? [401, 1006, undefined] : [400, 1006, "generic"],
            name
          )
        }
    })
  )

  const refusesToken = (what: string, tokens: Effect.Effect<ReadonlyArray<string>, never, Emulator>, code: number) =>
    it.effect(`refuse ${what} where a user token is needed`, () =>
      Effect.gen(function* () {
        for (const token of yield* tokens)
          for (const { method, middlewares, name, path, v1 } of needsToken) {
            const headers = token === "" ? key : asUser(token)
            const { json, status } = yield* send(method, path, { headers, ...sent(method) })
            const isText = middlewares.some((name) => name.endsWith("UserTokenV1Text"))
            if (isText) assert.deepStrictEqual([status, typeof json], [401, "string"], name)
            else if (v1) assert.deepStrictEqual([status, json.code, json.name], [401, code, undefined], name)
            else assert.deepStrictEqual([status, json.code, json.name], [400, code, "generic"], name)
          }
      })
    )

  refusesToken("a missing and a malformed token", Effect.succeed(["", "nonsense", "a.b.c"]), 1002)

  refusesToken(
    "a token of the other region",
    Effect.map(logIn("ada", "eu"), ({ token }) => [token]),
    1002
  )

  refusesToken(
    "the token of a deactivated user",
    Effect.gen(function* () {
      const { token } = yield* logIn("grace")
      const headers = asUser((yield* logIn()).token)
      yield* send("PUT", "/api/v1r1/enterprise/users/102", { headers, body: { active: false } })
      return [token]
    }),
    1004
  )

  refusesToken(
    "the token of a deleted user",
    Effect.gen(function* () {
      const { token } = yield* logIn("linus")
      const headers = asUser((yield* logIn()).token)
      yield* send("DELETE", "/api/v1r1/enterprise/users/103", { headers })
      return [token]
    }),
    1002
  )

  it.effect("answer an expired token with Token expired on /v1 and code 1003 on /v1r1", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      yield* (yield* Emulator).advance("1 hour")
      for (const { method, name, path, v1 } of needsToken) {
        const { json, status, text } = yield* send(method, path, { headers: asUser(token), ...sent(method) })
        if (v1) assert.deepStrictEqual([status, text], [401, '"Token expired"'], name)
        else assert.deepStrictEqual([status, json.code, json.name], [400, 1003, "generic"], name)
      }
    })
  )
})
