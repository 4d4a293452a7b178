import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { at, textAt } from "../support/json.ts"
import { key, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

interface As {
  readonly tenant: string
  readonly token?: string
}

const headersOf = ({ tenant, token }: As) => ({
  ...key,
  "x-mock-tenant": tenant,
  ...(token === undefined ? {} : { authorization: token })
})

const logIn = (tenant: string) =>
  Effect.map(
    send("POST", "/api/v1r1/auth", {
      headers: headersOf({ tenant }),
      body: { email: "ada", password: "correct-horse" }
    }),
    ({ json }): As => ({ tenant, token: textAt(json, "token") })
  )

const totalOf = (as: As) =>
  Effect.map(send("GET", users, { headers: headersOf(as) }), ({ json }) => at(json, "total_entries"))

layer(Emulator.layerServer({ port: 0 }))("tenants", (it) => {
  it.effect("have separate worlds, by header or path", () =>
    Effect.gen(function* () {
      const one = yield* logIn("one")
      yield* send("POST", users, { headers: headersOf(one), body: { email: "joan@example.com" } })
      const { baseUrl } = yield* Emulator
      const byPath = yield* Effect.promise(async (): Promise<unknown> => {
        const origin = new URL(baseUrl.us).origin
        const headers = { ...key, authorization: one.token ?? "" }
        return (await fetch(`${origin}/t/one/us${users}`, { headers })).json()
      })
      assert.strictEqual(at(byPath, "total_entries"), 5)
      assert.strictEqual(yield* totalOf(yield* logIn("other")), 4)
      assert.strictEqual(yield* totalOf(yield* logIn("default")), 4)
    })
  )

  it.effect("need a valid name", () =>
    Effect.gen(function* () {
      for (const tenant of ["a b", "x".repeat(65), "ä"].map(encodeURIComponent)) {
        const { json, status } = yield* send("GET", users, { headers: headersOf({ tenant }) })
        assert.deepStrictEqual([status, at(json, "name")], [400, "generic"])
        assert.include(textAt(json, "message"), "not a valid name of a tenant")
      }
    })
  )
})
