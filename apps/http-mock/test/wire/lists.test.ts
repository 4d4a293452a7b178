import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { listAt, textAt } from "../support/json.ts"
import { asAda, send } from "../support/wire.ts"

const served = Effect.provide(Emulator.layerServer({ port: 0 }))

const get = (path: string) => Effect.flatMap(asAda, (headers) => send("GET", path, { headers }))

describe("the query of a list", () => {
  it.live("rejects an unknown parameter by name, in the error form of the list", () =>
    Effect.gen(function* () {
      for (const [path, status] of [
        ["/api/v1r1/enterprise/pods?order=name", 400],
        ["/api/v1r1/enterprise/users?per_page=100", 400],
        ["/api/v1/on_call_groups?sort=name", 401],
        ["/api/v1/calls?since=1", 401]
      ] as const) {
        const answer = yield* get(path)
        assert.strictEqual(answer.status, status, path)
        assert.match(answer.text, /has the parameter .*(order|per_page|sort|since).*Use some of .*page_size/, path)
        assert.strictEqual(typeof answer.json, path.includes("calls") ? "string" : "object")
      }
    }).pipe(served)
  )

  it.live("accepts a number in one spelling, and a parameter with a name once", () =>
    Effect.gen(function* () {
      for (const list of ["v1r1/enterprise/pods", "v1r1/enterprise/users", "v1/on_call_groups", "v1/calls"]) {
        const status = list.startsWith("v1r1") ? 400 : 401
        for (const [query, says] of [
          ["page=1e1", 'page is \\\\*"1e1\\\\*", which is not a whole number'],
          ["page=0", "The query is invalid: page: use a whole number, 1 or more\\."],
          ["page=01", "not a whole number"],
          ["page=+1", "not a whole number"],
          ["page=1.0", "not a whole number"],
          ["page_size=0x10", "page_size is"],
          ["page=", "not a whole number"],
          ["=", "a parameter without a name"],
          ["page=1&=2", "a parameter without a name"],
          ["page=1&page=2", 'the parameter \\\\*"page\\\\*" more than once']
        ] as const) {
          const answer = yield* get(`/api/${list}?${query}`)
          assert.strictEqual(answer.status, status, `${list} ${query}`)
          assert.match(answer.text, new RegExp(says), `${list} ${query}`)
        }
        for (const query of ["?", "?&", "?&page=1&", "?page=%31"])
          assert.strictEqual((yield* get(`/api/${list}${query}`)).status, 200, `${list}${query}`)
      }
      const twice = yield* send("GET", "/api/v1/token/info?token=a&token=b")
      assert.include(textAt(twice.json, "message"), "more than once")
      for (const order of ["", "name,", ",name"]) {
        const answer = yield* get(`/api/v1r1/enterprise/users?order=${order}`)
        assert.strictEqual(answer.status, 400)
        assert.match(textAt(answer.json, "message"), /^The order .* lacks a field\. Use one or more of id, /)
      }
    }).pipe(served)
  )

  it.live("filters by every numeric field of calls", () =>
    Effect.gen(function* () {
      const total = listAt((yield* get("/api/v1/calls")).json).length
      for (const field of ["workbox_id", "workbox_v2_id"]) {
        assert.lengthOf(listAt((yield* get(`/api/v1/calls?filter=${field}%3D0`)).json), total)
        assert.lengthOf(listAt((yield* get(`/api/v1/calls?filter=${field}%3D1`)).json), 0)
      }
    }).pipe(served)
  )

  it.live("rejects an id in another spelling", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const id of ["0102", "102.0", "1.02e2", "0x66", "%20102", "+102", "-0"]) {
        const update = yield* send("PUT", `/api/v1r1/enterprise/users/${id}`, { headers, body: { active: true } })
        assert.strictEqual(update.status, 400, id)
        assert.include(textAt(update.json, "message"), "not a whole number", id)
      }
      assert.strictEqual((yield* send("POST", "/api/v1/on_call_groups/011/favorites", { headers })).status, 401)
      assert.strictEqual((yield* send("GET", "/api/v1r1/personal_access_token/01", { headers })).status, 400)
      assert.strictEqual((yield* send("DELETE", "/api/v1r1/personal_access_token/01", { headers })).status, 400)
      assert.strictEqual((yield* send("DELETE", "/api/v1r1/personal_access_token/1", { headers })).status, 200)
    }).pipe(served)
  )
})
