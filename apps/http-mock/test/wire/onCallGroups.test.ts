import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const path = "/api/v1/on_call_groups"

layer(Emulator.layerServer({ port: 0 }))("on-call groups on the wire", (it) => {
  it.effect("lists them in the envelope", () =>
    Effect.gen(function* () {
      const { json, status } = yield* send("GET", `${path}?order=name&page_size=1`, { headers: yield* asAda })
      assert.strictEqual(status, 200)
      const { entries, ...envelope } = json
      assert.deepStrictEqual(envelope, { total_entries: 2, total_pages: 2, page: 1, page_size: 1 })
      assert.deepInclude(entries[0], { id: 12, name: "Electrical", favorite: false, on_call_group: true })
    })
  )

  it.effect("marks and unmarks a favorite, and answers a bare string", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const isFavorite = Effect.map(
        send("GET", `${path}?filter=name%3DElectrical`, { headers }),
        ({ json }) => json.entries[0].favorite
      )
      for (const [method, favorite] of [
        ["POST", true],
        ["DELETE", false]
      ] as const) {
        const { status, text } = yield* send(method, `${path}/12/favorites`, { headers })
        assert.deepStrictEqual([status, text], [200, '"OK"'])
        assert.strictEqual(yield* isFavorite, favorite)
      }
    })
  )

  it.effect("refuses an unknown group, a filter, an order and an id it cannot use with 401 {code, message}", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const [method, rest, code] of [
        ["POST", "/99/favorites", 1008],
        ["DELETE", "/99/favorites", 1008],
        ["POST", "/x/favorites", 1009],
        ["GET", "?filter=name%3C5", 1009],
        ["GET", "?order=nmae", 1009],
        ["GET", "?page=x", 1009]
      ] as const) {
        const { json, status } = yield* send(method, `${path}${rest}`, { headers })
        assert.deepStrictEqual([status, json.code, Object.keys(json)], [401, code, ["code", "message"]], rest)
      }
    })
  )

  it.effect("refuses a missing and an invalid token and a guest with 401 {code, message}", () =>
    Effect.gen(function* () {
      const guest = (yield* send("POST", "/api/v1/anonymous/auth", { body: {} })).json.token
      for (const [headers, code] of [
        [key, 1002],
        [asUser("nonsense"), 1002],
        [asUser(guest), 1007],
        [{ authorization: guest }, 1006]
      ] as const) {
        const { json, status } = yield* send("GET", path, { headers })
        assert.deepStrictEqual([status, json.code, Object.keys(json)], [401, code, ["code", "message"]])
      }
    })
  )
})

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("on-call groups and expiry", (it) => {
  it.effect("answers an expired token with 401 and the bare string Token expired", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      yield* (yield* Emulator).advance("1 hour")
      const { status, text, type } = yield* send("GET", path, { headers: asUser(token) })
      assert.deepStrictEqual([status, text, type], [401, '"Token expired"', "application/json"])
    })
  )
})
