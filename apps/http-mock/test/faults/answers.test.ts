import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

import type { FaultEffect } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled, originOf } from "../support/control.ts"
import { numberAt } from "../support/json.ts"
import { bytes } from "../support/raw.ts"
import { asAda, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const users = "/api/v1r1/enterprise/users"

/** The answer to a request without credentials under a fault. */
const injected = Effect.fnUntraced(function* (operation: string, method: string, path: string, does: FaultEffect) {
  yield* fault({ operations: [operation], does })
  const raw = yield* bytes(yield* originOf, { method, path: `/us/api${path}`, headers: {} })
  yield* noFaults
  const [head = "", body = ""] = raw.split("\r\n\r\n")
  return { head, status: Number(head.split(" ")[1]), body }
})

const onUsers = (does: FaultEffect) => injected("EnterpriseUsers.list", "GET", "/v1r1/enterprise/users", does)

layer(controlled())("a fault", (it) => {
  it.effect("answers an undocumented status in the form of the path's version", () =>
    Effect.gen(function* () {
      const does = { kind: "status", status: 503, message: "Down for maintenance." } as const
      const v1r1 = yield* onUsers(does)
      assert.strictEqual(v1r1.status, 503)
      assert.deepStrictEqual(JSON.parse(v1r1.body), { code: 1099, message: does.message, name: "generic" })
      const v1 = yield* injected("Calls.recent", "GET", "/v1/calls/recent", does)
      assert.strictEqual(v1.status, 503)
      assert.deepStrictEqual(JSON.parse(v1.body), { code: 1099, message: does.message })
      const text = yield* injected("Calls.list", "GET", "/v1/calls", does)
      assert.deepStrictEqual(JSON.parse(text.body), { code: 1099, message: does.message })
    })
  )

  it.effect("of one request is the header prefer with an error status", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      const ask = (prefer: string) =>
        Effect.flatMap(asAda, (headers) => send("DELETE", `${users}/103`, { headers: { ...headers, prefer } }))
      const refused = yield* ask("respond-async, code=503")
      assert.strictEqual(refused.status, 503)
      assert.deepStrictEqual(refused.json, {
        code: 1099,
        message: "The header prefer asks for the status 503.",
        name: "generic"
      })
      const [entry] = (yield* journal.list({ query: { status: "503" } })).slice(-1)
      assert.deepInclude(entry, { faults: ["prefer"], changed: false })
      const invalid = yield* ask("code=99")
      assert.deepInclude(invalid, { status: 400 })
      assert.deepInclude(invalid.json, {
        message: "The header prefer has code=99. Use a status from 400 to 599, as in code=503."
      })
      for (const prefer of ['Code="503"', "wait=5;CODE = 503"]) assert.strictEqual((yield* ask(prefer)).status, 503)
      assert.strictEqual((yield* ask("barcode=503")).status, 200)
      assert.strictEqual((yield* ask("code=200")).status, 400, "the user is deleted already")
    })
  )

  it.effect("has its id as the message unless a message is set", () =>
    Effect.gen(function* () {
      const first = yield* onUsers({ kind: "status", status: 400 })
      assert.match(JSON.parse(first.body).message, /^fault-\d+ of the emulator\.$/)
      const { body } = yield* onUsers({ kind: "status", status: 400, message: "No.", code: 7 })
      assert.deepStrictEqual(JSON.parse(body), { code: 7, message: "No.", name: "generic" })
    })
  )

  it.effect("answers an expired token in both forms, only for operations with a user token", () =>
    Effect.gen(function* () {
      const v1 = yield* injected("*", "GET", "/v1/calls/recent", { kind: "expired" })
      assert.deepStrictEqual([v1.status, v1.body], [401, '"Token expired"'])
      const v1r1 = yield* onUsers({ kind: "expired" })
      assert.strictEqual(v1r1.status, 400)
      assert.strictEqual(JSON.parse(v1r1.body).code, 1003)
      const logIn = yield* injected("*", "POST", "/v1/auth", { kind: "expired" })
      assert.strictEqual(JSON.parse(logIn.body).code, 1006)
    })
  )

  it.effect("answers 429 with seconds or a date of the tenant's clock", () =>
    Effect.gen(function* () {
      const seconds = yield* onUsers({ kind: "rateLimit", retryAfter: 7 })
      assert.strictEqual(seconds.status, 429)
      assert.match(seconds.head, /\r\nretry-after: 7\r\n/i)
      assert.strictEqual(JSON.parse(seconds.body).name, "generic")
      const { clock } = yield* Control
      yield* clock.change({ payload: { set: DateTime.makeUnsafe("2030-01-01T00:00:00Z"), scale: 0 } })
      const date = yield* onUsers({ kind: "rateLimit", retryAfter: 7, as: "date" })
      assert.match(date.head, /\r\nretry-after: Tue, 01 Jan 2030 00:00:07 GMT\r\n/i)
      assert.match(date.head, /\r\ndate: Tue, 01 Jan 2030 00:00:00 GMT/i)
      yield* clock.reset()
    })
  )

  it.effect("answers the page of a proxy", () =>
    Effect.gen(function* () {
      const { body, head, status } = yield* onUsers({ kind: "html" })
      assert.strictEqual(status, 502)
      assert.match(head, /\r\ncontent-type: text\/html/i)
      assert.match(body, /<h1>502 Bad Gateway<\/h1>/)
      assert.match((yield* onUsers({ kind: "html", status: 504 })).body, /<h1>504 Gateway Timeout<\/h1>/)
    })
  )

  it.effect("cuts off the JSON of the answer or replaces its shape, with the same status", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const whole = yield* send("GET", users, { headers })
      yield* fault({ operations: ["EnterpriseUsers.list"], does: { kind: "malformed" } })
      const cut = yield* send("GET", users, { headers })
      assert.strictEqual(cut.status, 200)
      assert.strictEqual(cut.text, whole.text.slice(0, cut.text.length))
      assert.isUndefined(cut.json)
      yield* noFaults
      yield* fault({ operations: ["EnterpriseUsers.list"], does: { kind: "malformed", shape: "other" } })
      assert.deepInclude(yield* send("GET", users, { headers }), { status: 200, text: "42" })
      yield* noFaults
    })
  )

  it.effect("replaces the answer before or after the operation", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const total = Effect.map(send("GET", users, { headers }), ({ json }) => numberAt(json, "total_entries"))
      const provision = (email: string) => send("POST", users, { headers, body: { email, name: "New" } })
      const does = { kind: "status", status: 500 } as const
      const before = yield* total
      yield* fault({ operations: ["EnterpriseUsers.provision"], does, when: { first: 1 } })
      assert.strictEqual((yield* provision("before@example.com")).status, 500)
      assert.strictEqual(yield* total, before)
      yield* fault({ operations: ["EnterpriseUsers.provision"], does, after: true, when: { first: 1 } })
      assert.strictEqual((yield* provision("after@example.com")).status, 500)
      assert.strictEqual(yield* total, before + 1)
      yield* noFaults
    })
  )
})
