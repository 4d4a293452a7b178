import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { at } from "../support/json.ts"
import { asUser, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

layer(Emulator.layerServer({ port: 0 }))("regions", (it) => {
  it.effect("reject each other's refresh tokens", () =>
    Effect.gen(function* () {
      const { refresh } = yield* logIn("grace", "us")
      const body = { refresh_token: refresh }
      assert.strictEqual((yield* send("POST", "/api/v1/auth/refresh", { region: "eu", body })).status, 401)
      assert.strictEqual((yield* send("POST", "/api/v1/auth/refresh", { region: "us", body })).status, 200)
    })
  )

  it.effect("keep their users apart", () =>
    Effect.gen(function* () {
      const us = asUser((yield* logIn(undefined, "us")).token)
      const eu = asUser((yield* logIn(undefined, "eu")).token)
      yield* send("DELETE", `${users}/103`, { region: "us", headers: us })
      assert.strictEqual(at((yield* send("GET", users, { region: "us", headers: us })).json, "total_entries"), 3)
      assert.strictEqual(at((yield* send("GET", users, { region: "eu", headers: eu })).json, "total_entries"), 4)
    })
  )
})
