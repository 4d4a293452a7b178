import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asUser, key, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const expired = "The token has expired. Refresh it or log in again."

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("expiry", (it) => {
  it.effect("answers an expired token on /v1r1 with 400 and code 1003", () =>
    Effect.gen(function* () {
      const { advance } = yield* Emulator
      const { token } = yield* logIn()
      yield* advance("59 minutes")
      assert.strictEqual((yield* send("GET", users, { headers: asUser(token) })).status, 200)
      yield* advance("1 minute")
      const { status, text } = yield* send("GET", users, { headers: asUser(token) })
      assert.strictEqual(status, 400)
      assert.strictEqual(text, `{"code":1003,"message":"${expired}","name":"generic"}`)
    })
  )

  it.effect("answers questions about an expired token with 401 {code, message}", () =>
    Effect.gen(function* () {
      const { advance } = yield* Emulator
      const { token } = yield* logIn()
      yield* advance("1 hour")
      const { status, text } = yield* send("GET", `/api/v1/token/info?token=${token}`)
      assert.strictEqual(status, 401)
      assert.strictEqual(text, `{"code":1003,"message":"${expired}"}`)
    })
  )

  it.effect("refreshes with the expired token in authorization, or with nothing there", () =>
    Effect.gen(function* () {
      const { advance } = yield* Emulator
      const { refresh, token } = yield* logIn()
      yield* advance("2 hours")
      const body = { refresh_token: refresh }
      const renewed = yield* send("POST", "/api/v1/auth/refresh", { headers: asUser(token), body })
      assert.strictEqual(renewed.status, 200)
      assert.strictEqual((yield* send("GET", users, { headers: asUser(renewed.json.token) })).status, 200)
      assert.strictEqual((yield* send("POST", "/api/v1/auth/refresh", { headers: key, body })).status, 200)
      yield* advance("1 minute")
      assert.strictEqual((yield* send("POST", "/api/v1/auth/refresh", { headers: key, body })).status, 401)
    })
  )

  it.effect("tells when a token was made and ends, by the emulator's clock", () =>
    Effect.gen(function* () {
      const { advance } = yield* Emulator
      const infoNow = Effect.flatMap(logIn(), ({ token }) => send("GET", `/api/v1/token/info?token=${token}`))
      const before = (yield* infoNow).json
      yield* advance("1 day")
      const after = (yield* infoNow).json
      assert.strictEqual(after.created_at - before.created_at, 86_400)
      assert.strictEqual(after.expires_at - after.created_at, 3600)
    })
  )
})
