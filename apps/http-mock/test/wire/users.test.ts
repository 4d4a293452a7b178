import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const filtered = (filter: string) =>
  Effect.flatMap(asAda, (headers) => send("GET", `${users}?filter=${filter}`, { headers }))

layer(Emulator.layerServer({ port: 0, users: 100_000 }))("users on the wire", (it) => {
  it.effect("finds one user by an encoded e-mail filter", () =>
    Effect.gen(function* () {
      const { json, status } = yield* filtered("email%3Dgrace%40example.com")
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { total_entries: 1, total_pages: 1, page: 1, page_size: 20 })
      assert.deepInclude(json.entries[0], { id: 102, username: "grace", email: "grace@example.com", active: true })
    })
  )

  it.effect("decodes a filter once: %2B is a plus, + is a space", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const { json } = yield* send("POST", users, { headers, body: { email: "ada+test@example.com", name: "A%2BB" } })
      assert.strictEqual((yield* filtered("email%3Dada%2Btest%40example.com")).json.total_entries, 1)
      assert.strictEqual((yield* filtered("email%3Dada+test%40example.com")).json.total_entries, 0)
      assert.strictEqual((yield* filtered("email%253Dada%252Btest%2540example.com")).status, 400)
      assert.strictEqual((yield* filtered("name%3DA%252BB")).json.total_entries, 1)
      yield* send("DELETE", `${users}/${json.id}`, { headers })
    })
  )

  it.effect("finds a generated user by e-mail, user name and id", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const last = (yield* send("GET", `${users}?page=5000`, { headers })).json.entries.at(-1)
      for (const field of ["email", "username", "id"]) {
        const { json } = yield* filtered(encodeURIComponent(`${field}=${last[field]}`))
        assert.deepStrictEqual([json.total_entries, json.entries], [1, [last]])
      }
    })
  )

  it.effect("pages with the totals of the whole list, to the last page and beyond", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const page = (query: string) => Effect.map(send("GET", `${users}?${query}`, { headers }), ({ json }) => json)
      const totals = { total_entries: 100_000, total_pages: 5000, page_size: 20 }
      for (const number of [1, 2, 5000]) {
        const json = yield* page(`page=${number}`)
        assert.deepInclude(json, { ...totals, page: number })
        assert.strictEqual(json.entries.length, 20)
        assert.strictEqual(json.entries[0].id, 101 + (number - 1) * 20)
      }
      assert.deepInclude(yield* page("page=5001"), { ...totals, page: 5001, entries: [] })
      assert.deepInclude(yield* page("page=3&page_size=100"), { total_pages: 1000, page_size: 100 })
    })
  )

  it.effect("pages with the totals of the filtered list", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const query = `${users}?filter=active%3Dfalse&page_size=100`
      const first = (yield* send("GET", query, { headers })).json
      assert.isTrue(first.total_entries > 5000 && first.total_entries < 8000)
      assert.strictEqual(first.total_pages, Math.ceil(first.total_entries / 100))
      const last = (yield* send("GET", `${query}&page=${first.total_pages}`, { headers })).json
      assert.strictEqual(last.entries.length, first.total_entries - (first.total_pages - 1) * 100)
      assert.isTrue([...first.entries, ...last.entries].every((entry) => entry.active === false))
    })
  )

  it.effect("refuses a filter it cannot use, never ignores it", () =>
    Effect.gen(function* () {
      for (const filter of ["emial%3Dx", "grace", "id%3C5", "%3Dx", ""]) {
        const { json, status } = yield* filtered(filter)
        assert.deepStrictEqual([status, json.code, json.name], [400, 1009, "generic"], filter)
      }
    })
  )

  it.effect("answers provision and update with the entry, and delete with {}", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const created = yield* send("POST", users, { headers, body: { email: "joan@example.com", name: "Joan" } })
      assert.strictEqual(created.status, 200)
      assert.strictEqual(Object.keys(created.json).length, 30)
      const { id } = created.json
      const changed = yield* send("PUT", `${users}/${id}`, { headers, body: { active: false } })
      assert.deepInclude(changed.json, { id, active: false })
      const gone = yield* send("DELETE", `${users}/${id}`, { headers })
      assert.deepStrictEqual([gone.status, gone.type, gone.text], [200, "application/json", "{}"])
      const again = yield* send("DELETE", `${users}/${id}`, { headers })
      assert.deepStrictEqual([again.status, again.json.code, again.json.name], [400, 1008, "generic"])
    })
  )

  it.effect("stops the token of whom it deactivates or deletes", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const post = (body: unknown) => send("POST", users, { headers, body })
      const { id } = (yield* post({ email: "boss@example.com", role: "EnterpriseAdmin" })).json
      const boss = asUser((yield* logIn("boss")).token)
      const codeOf = Effect.map(send("GET", users, { headers: boss }), ({ json, status }) => [status, json.code])
      assert.strictEqual((yield* codeOf)[0], 200)
      yield* send("PUT", `${users}/${id}`, { headers, body: { active: false } })
      assert.deepStrictEqual(yield* codeOf, [400, 1004])
      yield* send("PUT", `${users}/${id}`, { headers, body: { active: true } })
      assert.strictEqual((yield* codeOf)[0], 200)
      yield* send("DELETE", `${users}/${id}`, { headers })
      assert.deepStrictEqual(yield* codeOf, [400, 1002])
    })
  )

  it.effect("lists the pods with the number of their users", () =>
    Effect.gen(function* () {
      const { json } = yield* send("GET", "/api/v1r1/enterprise/pods", { headers: yield* asAda })
      assert.deepInclude(json, { total_entries: 2, total_pages: 1, page: 1, page_size: 20 })
      assert.deepInclude(json.entries[0], { name: "Everyone", default: true, user_count: 100_000, admin_count: 1 })
    })
  )

  it.effect("refuses an empty name, as a registration does", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const name of ["", " "])
        for (const [method, path] of [
          ["POST", users],
          ["PUT", `${users}/103`]
        ] as const) {
          const { json, status } = yield* send(method, path, { headers, body: { email: "nameless@example.com", name } })
          assert.deepStrictEqual([status, json.code], [400, 1009])
          assert.match(json.message, /name is empty\. Send a name/)
        }
      assert.strictEqual((yield* filtered("email%3Dnameless%40example.com")).json.total_entries, 0)
    })
  )
})
