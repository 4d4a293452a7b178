import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const path = "/api/v1/calls"
const idOf = (last: number) => `call_00000000-0000-4000-8000-00000000000${last}`
const [finished, missed, running] = [idOf(1), idOf(2), idOf(3)]

const asLinus = Effect.map(logIn("linus"), ({ token }) => asUser(token))

const textEndpoints = [path, `${path}/${finished}`, `${path}/${finished}/event_stream`, `${path}/${finished}/events`]

layer(Emulator.layerServer({ port: 0 }))("calls on the wire", (it) => {
  it.effect("lists them as a bare array, ids as strings and times as integers", () =>
    Effect.gen(function* () {
      const { json, status } = yield* send("GET", path, { headers: yield* asAda })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        json.map((call: { session: string }) => call.session),
        [running, missed, finished]
      )
      for (const field of ["timeCallStarted", "timeCallEnded", "callDuration"])
        assert.isTrue(Number.isInteger(json[2][field]), field)
      assert.deepInclude(json[2], { dialderId: "101", receiverId: "103", timestamp: "2025-12-31T00:00:00.000000Z" })
      assert.deepInclude(json[2].dialer, { id: "101", enterpriseId: "8888" })
    })
  )

  it.effect("filters, orders and pages them", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const sessions = (query: string) =>
        Effect.map(send("GET", `${path}?${query}`, { headers }), ({ json }) =>
          json.map((call: { session: string }) => call.session)
        )
      assert.deepStrictEqual(yield* sessions("filter=reasonCallEnded%3DTimed%20out"), [missed])
      assert.deepStrictEqual(yield* sessions("order=timeCallStarted&page_size=2"), [finished, missed])
      assert.deepStrictEqual(yield* sessions("page_size=2&page=2"), [finished])
      assert.deepStrictEqual(yield* sessions("page=9"), [])
    })
  )

  it.effect("refuses a filter, an order and a page it cannot use with 401 and a bare string", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const query of ["filter=x%3D1", "filter=session%3C5", "order=x", "page=0", "page=x", "page_size=1001"]) {
        const { json, status } = yield* send("GET", `${path}?${query}`, { headers })
        assert.deepStrictEqual([status, typeof json], [401, "string"], query)
      }
    })
  )

  it.effect("reads one; those of others are 403, unknown ones 401, in bare strings", () =>
    Effect.gen(function* () {
      const headers = yield* asLinus
      assert.strictEqual((yield* send("GET", `${path}/${finished}`, { headers })).json.session, finished)
      for (const rest of ["", "/events", "/event_stream"]) {
        const denied = yield* send("GET", `${path}/${missed}${rest}`, { headers })
        assert.deepStrictEqual([denied.status, denied.text], [403, `"You were not in the call ${missed}."`])
        const unknown = yield* send("GET", `${path}/call_x${rest}`, { headers })
        assert.deepStrictEqual([unknown.status, unknown.text], [401, '"There is no call call_x."'])
      }
    })
  )

  it.effect("reads the latest call, its event and its statistics", () =>
    Effect.gen(function* () {
      const headers = yield* asLinus
      const recent = yield* send("GET", `${path}/recent`, { headers })
      assert.strictEqual(recent.status, 200)
      assert.deepInclude(recent.json, { contact_name: "Ada Lovelace", outgoing: false, duration: 754 })
      assert.deepInclude(recent.json.contact, { id: "101", token: "contact-101", enterprise_ids: [8888] })
      const stream = (yield* send("GET", `${path}/${finished}/event_stream`, { headers })).json
      assert.deepInclude(stream.data, { event_type: "call_started", status: "unknown" })
      const { call, error, stats } = (yield* send("GET", `${path}/${finished}/events`, { headers })).json
      assert.isFalse(error)
      assert.isTrue(Number.isInteger(call.timeCallStarted) && Number.isInteger(stats.overallQuality))
      assert.strictEqual(stats.participantStats.length, 2)
    })
  )

  it.effect("annotates up to 512 characters, and answers a bare string", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const put = (body: unknown, id = finished) => send("PUT", `${path}/${id}`, { headers, body })
      const longest = "x".repeat(512)
      const { status, text } = yield* put({ alt1_id: longest, alt2_id: longest, alt3_id: longest, extra_info: "note" })
      assert.deepStrictEqual([status, text], [200, '"OK"'])
      const read = (yield* send("GET", `${path}/${finished}`, { headers })).json
      assert.deepInclude(read, { alt1_id: longest, alt3_id: longest, extra_info: "note" })
      for (const field of ["alt1_id", "alt2_id", "alt3_id"]) {
        const refused = yield* put({ [field]: `${longest}x` })
        assert.deepStrictEqual([refused.status, refused.json.code], [401, 1009], field)
        assert.include(refused.json.message, field)
      }
      assert.strictEqual((yield* put({ extra_info: "x".repeat(100_000) })).status, 200)
      const unknown = yield* put({}, "call_x")
      assert.deepStrictEqual([unknown.status, unknown.json.code], [401, 1008])
    })
  )

  it.effect("refuses to annotate the calls of others with 401 {code, message}", () =>
    Effect.gen(function* () {
      const { json, status } = yield* send("PUT", `${path}/${missed}`, { headers: yield* asLinus, body: {} })
      assert.deepStrictEqual([status, json.code, Object.keys(json)], [401, 1007, ["code", "message"]])
    })
  )

  it.effect("refuses a missing and an invalid token in bare strings where the interface says so", () =>
    Effect.gen(function* () {
      for (const url of textEndpoints) {
        const missing = yield* send("GET", url)
        assert.deepStrictEqual(
          [missing.status, missing.text],
          [401, '"The user token is missing. Send it in the header authorization."'],
          url
        )
        const invalid = yield* send("GET", url, { headers: asUser("nonsense") })
        assert.deepStrictEqual([invalid.status, typeof invalid.json], [401, "string"], url)
        const noKey = yield* send("GET", url, { headers: {} })
        assert.deepStrictEqual([noKey.status, typeof noKey.json], [401, "string"], url)
        assert.include(noKey.json, "The API key is missing", url)
      }
      for (const [method, url] of [
        ["GET", `${path}/recent`],
        ["PUT", `${path}/${finished}`]
      ] as const) {
        const invalid = yield* send(method, url, { headers: asUser("nonsense"), ...(method === "PUT" && { body: {} }) })
        assert.deepStrictEqual([invalid.status, invalid.json.code], [401, 1002], url)
      }
    })
  )

  it.effect("has no calls for a guest", () =>
    Effect.gen(function* () {
      const guest = asUser((yield* send("POST", "/api/v1/anonymous/auth", { headers: key, body: {} })).json.token)
      assert.strictEqual((yield* send("GET", path, { headers: guest })).status, 401)
      assert.strictEqual((yield* send("GET", `${path}/${finished}`, { headers: guest })).status, 403)
    })
  )

  it.effect("shows Deleted User in place of whom an administrator deletes", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* send("DELETE", "/api/v1r1/enterprise/users/103", { headers })
      const { json } = yield* send("GET", `${path}/${finished}`, { headers })
      assert.deepInclude(json.receiver, { name: "Deleted User", email: "" })
    })
  )
})

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("calls and expiry", (it) => {
  it.effect("answer an expired token with 401 and the bare string Token expired, all six", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* (yield* Emulator).advance("1 hour")
      for (const url of [...textEndpoints, `${path}/recent`]) {
        const { status, text, type } = yield* send("GET", url, { headers })
        assert.deepStrictEqual([status, text, type], [401, '"Token expired"', "application/json"], url)
      }
      const { status, text } = yield* send("PUT", `${path}/${finished}`, { headers, body: {} })
      assert.deepStrictEqual([status, text], [401, '"Token expired"'])
    })
  )
})

layer(Emulator.layerServer({ port: 0, users: 1000, calls: 1_000_000 }))("a million calls", (it) => {
  it.effect("pages from the first to the last, and reads one of them", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const page = (query: string) => Effect.map(send("GET", `${path}?${query}`, { headers }), ({ json }) => json)
      assert.strictEqual((yield* page("page=50000")).length, 20)
      assert.strictEqual((yield* page("page=50001")).length, 0)
      const [oldest] = yield* page("order=timeCallStarted&page_size=1")
      assert.strictEqual((yield* send("GET", `${path}/${oldest.session}`, { headers })).json.session, oldest.session)
    })
  )
})
