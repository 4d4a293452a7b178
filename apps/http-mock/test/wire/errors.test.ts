import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { send } from "../support/wire.ts"

const wrong = { email: "ada@example.com", password: "wrong" }

const words = "The e-mail address, user name or password is wrong. Check them and the region."

layer(Emulator.layerServer({ port: 0 }))("errors on the wire", (it) => {
  it.effect("answers log-in with refresh and token and nothing else", () =>
    Effect.gen(function* () {
      for (const path of ["/api/v1/auth", "/api/v1r1/auth"]) {
        const { json, status, type } = yield* send("POST", path, { body: { ...wrong, password: "correct-horse" } })
        assert.strictEqual(status, 200)
        assert.strictEqual(type, "application/json")
        assert.deepStrictEqual(Object.keys(json).toSorted(), ["refresh", "token"])
        assert.match(json.token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      }
    })
  )

  it.effect("refuses a wrong password on /v1 with 401 {code, message}", () =>
    Effect.gen(function* () {
      const { status, text } = yield* send("POST", "/api/v1/auth", { body: wrong })
      assert.strictEqual(status, 401)
      assert.strictEqual(text, `{"code":1001,"message":"${words}"}`)
    })
  )

  it.effect("refuses a wrong password on /v1r1 with 400 {code, message, name}", () =>
    Effect.gen(function* () {
      const { status, text } = yield* send("POST", "/api/v1r1/auth", { body: wrong })
      assert.strictEqual(status, 400)
      assert.strictEqual(text, `{"code":1001,"message":"${words}","name":"generic"}`)
    })
  )

  it.effect("refuses in the form of a version that is encoded", () =>
    Effect.gen(function* () {
      const { json, status } = yield* send("POST", "/api/%761/token/info", {})
      assert.deepStrictEqual([status, Object.keys(json)], [401, ["code", "message"]])
    })
  )

  it.effect("answers the token of the enterprise as a bare JSON string", () =>
    Effect.gen(function* () {
      const { status, text, type } = yield* send("POST", "/api/v1/enterprise/auth", {
        body: { ...wrong, password: "correct-horse" }
      })
      assert.strictEqual(status, 200)
      assert.strictEqual(type, "application/json")
      assert.match(text, /^"[\w-]+\.[\w-]+\.[\w-]+"$/)
    })
  )

  it.effect("yields tokens anonymously, from the alias, the invite URL and the personal access token", () =>
    Effect.gen(function* () {
      const { demo } = yield* Emulator
      const post = (path: string, body: unknown) => send("POST", path, { body })
      assert.deepStrictEqual(Object.keys((yield* post("/api/v1/anonymous/auth", {})).json), ["token"])
      assert.isString((yield* post("/api/v1/auth/exchange", { refresh_token: demo.aliasRefreshToken })).json.refresh)
      assert.isString((yield* post("/api/v1r1/auth/from_url", { link_url: demo.inviteUrl })).json.refresh)
      assert.deepStrictEqual(
        Object.keys((yield* post("/api/v1r1/auth/pat", { token: demo.personalAccessToken })).json),
        ["token"]
      )
    })
  )
})
