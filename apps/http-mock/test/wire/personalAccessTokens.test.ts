import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const path = "/api/v1r1/personal_access_token"

const as = (email: string) => Effect.map(logIn(email), ({ token }) => asUser(token))

layer(Emulator.layerServer({ port: 0 }))("personal access tokens on the wire", (it) => {
  it.effect("lists them as a bare array", () =>
    Effect.gen(function* () {
      const { status, text } = yield* send("GET", path, { headers: yield* asAda })
      assert.strictEqual(status, 200)
      assert.strictEqual(text, '[{"description":"Demo","id":1,"token":"pat-demo-ada"}]')
    })
  )

  it.effect("creates, reads, exchanges and removes one, and what was made from it ends", () =>
    Effect.gen(function* () {
      const headers = yield* as("grace")
      const { json: made, status } = yield* send("POST", path, { headers })
      assert.deepStrictEqual([status, Object.keys(made)], [200, ["description", "id", "token"]])
      assert.deepStrictEqual((yield* send("GET", `${path}/${made.id}`, { headers })).json, made)
      const exchanged = (yield* send("POST", "/api/v1r1/auth/pat", { body: { token: made.token } })).json
      assert.strictEqual((yield* send("GET", path, { headers: asUser(exchanged.token) })).status, 200)
      const gone = yield* send("DELETE", `${path}/${made.id}`, { headers })
      assert.deepStrictEqual([gone.status, gone.text], [200, ""])
      const ended = yield* send("GET", path, { headers: asUser(exchanged.token) })
      assert.deepStrictEqual([ended.status, ended.json.code, ended.json.name], [400, 1002, "generic"])
      assert.deepStrictEqual((yield* send("GET", path, { headers })).json, [])
    })
  )

  it.effect("does not find those of others, unknown ones and ids that are none", () =>
    Effect.gen(function* () {
      const headers = yield* as("linus")
      for (const [method, id, code] of [
        ["GET", "1", 1008],
        ["GET", "abc", 1008],
        ["DELETE", "1", 1008],
        ["DELETE", "99", 1008],
        ["DELETE", "abc", 1009]
      ] as const) {
        const { json, status } = yield* send(method, `${path}/${id}`, { headers })
        assert.deepStrictEqual([status, json.code, json.name], [400, code, "generic"])
      }
    })
  )

  it.effect("needs the token of a user", () =>
    Effect.gen(function* () {
      const guest = (yield* send("POST", "/api/v1/anonymous/auth", { body: {} })).json.token
      for (const [headers, code] of [
        [key, 1002],
        [asUser("nonsense"), 1002],
        [asUser(guest), 1007]
      ] as const) {
        const { json, status } = yield* send("GET", path, { headers })
        assert.deepStrictEqual([status, json.code], [400, code])
      }
    })
  )
})

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("personal access tokens and expiry", (it) => {
  it.effect("answers an expired token with 400 and code 1003", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* (yield* Emulator).advance("1 hour")
      const { json, status } = yield* send("GET", path, { headers })
      assert.deepStrictEqual([status, json.code], [400, 1003])
    })
  )
})
