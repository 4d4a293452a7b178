import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { newSite } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const call = "call_00000000-0000-4000-8000-000000000001"

const fields = ["alt1_id", "alt2_id", "alt3_id"] as const

const readId = (site: Site, token: string, field: (typeof fields)[number]) =>
  Effect.map(site.ask("Calls.read", { id: call, token }), ({ json }) => json[field])

layer(Emulator.layerServer({ port: 0, users: 45, calls: 45 }))("§8: limits", (it) => {
  for (const field of fields) {
    it.effect(`${field} of PUT /v1/calls/{call_id}: 512 characters are kept`, () =>
      Effect.gen(function* () {
        const site = yield* newSite
        const { token } = yield* site.logIn("ada")
        for (const text of ["x".repeat(512), "\u00e9".repeat(512), "😀".repeat(512), ""]) {
          assert.strictEqual(
            (yield* site.ask("Calls.annotate", { id: call, body: { [field]: text }, token })).status,
            200
          )
          assert.strictEqual(yield* readId(site, token, field), text)
        }
      })
    )

    it.effect(`${field} of PUT /v1/calls/{call_id}: 513 characters are refused by its name, and nothing is kept`, () =>
      Effect.gen(function* () {
        const site = yield* newSite
        const { token } = yield* site.logIn("ada")
        const body = { extra_info: "kept?", [field]: "x".repeat(513) }
        const { json, status } = yield* site.ask("Calls.annotate", { id: call, body, token })
        assert.strictEqual(status, 401)
        assert.include(json.message, field)
        assert.include(json.message, "512")
        const { json: after } = yield* site.ask("Calls.read", { id: call, token })
        assert.deepStrictEqual([after[field], after.extra_info], ["", ""])
      })
    )
  }

  it.effect("extra_info of PUT /v1/calls/{call_id} has no limit of its own", () =>
    Effect.gen(function* () {
      const site = yield* newSite
      const { token } = yield* site.logIn("ada")
      const extra_info = "x".repeat(100_000)
      yield* site.ask("Calls.annotate", { id: call, body: { extra_info }, token })
      assert.strictEqual((yield* site.ask("Calls.read", { id: call, token })).json.extra_info, extra_info)
    })
  )

  it.effect("page size: 20 in lists of users and groups, the rest on page 2 and 3", () =>
    Effect.gen(function* () {
      const site = yield* newSite
      const { token } = yield* site.logIn("ada")
      const ids = new Set<number>()
      for (const [page, length] of [
        ["1", 20],
        ["2", 20],
        ["3", 5],
        ["4", 0]
      ] as const) {
        const { entries, ...envelope } = (yield* site.ask("EnterpriseUsers.list", { query: { page }, token })).json
        assert.deepStrictEqual(envelope, { total_entries: 45, total_pages: 3, page: Number(page), page_size: 20 })
        assert.strictEqual(entries.length, length)
        for (const { id } of entries) ids.add(id)
      }
      assert.strictEqual(ids.size, 45)
      for (const id of ["Pods.list", "OnCallGroups.list"] as const)
        assert.strictEqual((yield* site.ask(id, { token })).json.page_size, 20, id)
      assert.strictEqual((yield* site.ask("Calls.list", { token })).json.length, 20)
    })
  )

  it.effect("page size: as page_size says, with the totals of what passes the filter", () =>
    Effect.gen(function* () {
      const site = yield* newSite
      const { token } = yield* site.logIn("ada")
      const page = (page_size: string, more: object = {}) =>
        Effect.map(site.ask("EnterpriseUsers.list", { query: { page_size, ...more }, token }), ({ json }) => json)
      for (const [size, pages] of [
        [1, 45],
        [7, 7],
        [44, 2],
        [45, 1],
        [100, 1]
      ] as const) {
        const { entries, ...envelope } = yield* page(String(size))
        assert.deepStrictEqual(envelope, { total_entries: 45, total_pages: pages, page: 1, page_size: size })
        assert.strictEqual(entries.length, Math.min(size, 45))
      }
      const { entries, ...filtered } = yield* page("1", { filter: "role_name=EnterpriseAdmin" })
      assert.strictEqual(entries[0].username, "ada")
      assert.deepInclude(filtered, { total_entries: 1, total_pages: 1 })
      assert.deepInclude(yield* page("10", { filter: "name=Nobody" }), { entries: [], total_entries: 0 })
      const calls = yield* site.ask("Calls.list", { query: { page_size: "30", page: "2" }, token })
      assert.strictEqual(calls.json.length, 15)
      const groups = (yield* site.ask("OnCallGroups.list", { query: { page_size: "1", page: "2" }, token })).json
      assert.deepInclude(groups, { total_entries: 2, total_pages: 2, page: 2, page_size: 1 })
    })
  )
})
