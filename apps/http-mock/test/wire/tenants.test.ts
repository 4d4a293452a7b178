import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { prng } from "../../src/world/prng.ts"
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
    ({ json }): As => ({ tenant, token: json.token })
  )

const totalOf = (as: As) => Effect.map(send("GET", users, { headers: headersOf(as) }), ({ json }) => json.total_entries)

/** Random changes by one client, against a model that only this tenant's changes move. */
const client = Effect.fnUntraced(function* (number: number) {
  const as = yield* logIn(`client-${number}`)
  const headers = headersOf(as)
  const ids: Array<number> = []
  for (let turn = 0; turn < 8; turn++) {
    const drawn = prng(number, turn, 0)
    const victim = ids[drawn % (ids.length + 1)]
    if (victim === undefined) {
      const email = `${number}.${turn}@example.com`
      const { json } = yield* send("POST", users, { headers, body: { email, name: `Client ${number}` } })
      assert.strictEqual(json.email, email)
      ids.push(json.id)
    } else {
      assert.strictEqual((yield* send("DELETE", `${users}/${victim}`, { headers })).status, 200)
      ids.splice(ids.indexOf(victim), 1)
    }
    const { json } = yield* send("GET", `${users}?page_size=100`, { headers })
    const seen = json.entries.filter(({ id }: { readonly id: number }) => id > 104)
    assert.deepStrictEqual(
      seen.map(({ id }: { readonly id: number }) => id),
      ids.toSorted((one, other) => one - other)
    )
    assert.isTrue(seen.every(({ name }: { readonly name: string }) => name === `Client ${number}`))
  }
})

layer(Emulator.layerServer({ port: 0 }))("tenants", (it) => {
  it.effect("have worlds of their own, by header or by path", () =>
    Effect.gen(function* () {
      const one = yield* logIn("one")
      yield* send("POST", users, { headers: headersOf(one), body: { email: "joan@example.com" } })
      const { baseUrl } = yield* Emulator
      const byPath = yield* Effect.promise(async (): Promise<any> => {
        const origin = new URL(baseUrl.us).origin
        const headers = { ...key, authorization: one.token ?? "" }
        return (await fetch(`${origin}/t/one/us${users}`, { headers })).json()
      })
      assert.strictEqual(byPath.total_entries, 5)
      assert.strictEqual(yield* totalOf(yield* logIn("other")), 4)
      assert.strictEqual(yield* totalOf(yield* logIn("default")), 4)
    })
  )

  it.effect("do not take each other's tokens", () =>
    Effect.gen(function* () {
      const { token = "" } = yield* logIn("mine")
      const { json, status } = yield* send("GET", users, { headers: headersOf({ tenant: "yours", token }) })
      assert.deepStrictEqual([status, json.code], [400, 1002])
    })
  )

  it.effect("need a name that is one", () =>
    Effect.gen(function* () {
      for (const tenant of ["a b", "x".repeat(65), "ä"].map(encodeURIComponent)) {
        const { json, status } = yield* send("GET", users, { headers: headersOf({ tenant }) })
        assert.deepStrictEqual([status, json.name], [400, "generic"])
        assert.include(json.message, "no name of a tenant")
      }
    })
  )
})

describe("100 tenants", () => {
  it.live("that 100 clients use at the same time never see each other", () =>
    Effect.forEach(
      Array.from({ length: 100 }, (_, index) => index),
      client,
      { concurrency: "unbounded", discard: true }
    ).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
  )
})
