import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import type { FaultEffect, Fault } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled, originOf } from "../support/control.ts"
import { at } from "../support/json.ts"
import { asAda, send } from "../support/wire.ts"
import { closed, open, parts, until } from "./support/connection.ts"
import { fault, hit, noFaults } from "./support/fault.ts"

const users = "/api/v1r1/enterprise/users"

const list = ["EnterpriseUsers.list"] as const

/** A request of the administrator for the users, under a fault. */
const requestUnder = Effect.fnUntraced(function* (definition: Omit<Fault, "operations">) {
  const headers = yield* asAda
  const whole = (yield* send("GET", users, { headers })).text
  const id = yield* fault({ operations: list, ...definition })
  const connection = open(yield* originOf, { method: "GET", path: `/us${users}`, headers })
  return { connection, id, whole }
})

const broken = Effect.fnUntraced(function* (does: FaultEffect) {
  const { connection, whole } = yield* requestUnder({ does })
  yield* closed(connection)
  yield* noFaults
  return { connection, whole }
})

const tick = TestClock.adjust("100 millis")

layer(controlled())("on a socket, a fault", (it) => {
  it.effect("resets the connection without an answer", () =>
    Effect.gen(function* () {
      const { connection } = yield* broken({ kind: "reset" })
      assert.strictEqual(connection.text(), "")
      assert.strictEqual(connection.error(), "ECONNRESET")
    })
  )

  it.effect("resets the connection after the operation", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const user = yield* send("POST", users, { headers, body: { email: "gone@example.com", name: "Gone" } })
      yield* fault({ operations: ["EnterpriseUsers.remove"], does: { kind: "reset" }, after: true })
      const path = `/us${users}/${String(at(user.json, "id"))}`
      const connection = open(yield* originOf, { method: "DELETE", path, headers })
      yield* closed(connection)
      yield* noFaults
      assert.deepStrictEqual([connection.text(), connection.error()], ["", "ECONNRESET"])
      const left = yield* send("GET", `${users}?filter=email%3Dgone%40example.com`, { headers })
      assert.strictEqual(at(left.json, "total_entries"), 0)
    })
  )

  it.effect("announces the whole body and closes the connection after a part", () =>
    Effect.gen(function* () {
      for (const [bytes, sent] of [
        [undefined, undefined],
        [10, 10],
        [0, 0],
        [1_000_000, -1]
      ]) {
        const { connection, whole } = yield* broken({ kind: "truncate", ...(bytes === undefined ? {} : { bytes }) })
        const { body, head } = parts(connection)
        const expected = whole.slice(0, sent ?? Math.floor(whole.length / 2))
        assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
        assert.match(head, new RegExp(`\r\ncontent-length: ${Buffer.byteLength(whole)}(\r\n|$)`, "i"))
        assert.strictEqual(body, expected)
        assert.isUndefined(connection.error())
      }
    })
  )

  it.effect("sends the body in chunks with pauses", () =>
    Effect.gen(function* () {
      const { connection, whole } = yield* requestUnder({ does: { kind: "slow", chunk: 50, every: 100 } })
      yield* until(Effect.sync(() => parts(connection).body !== ""))
      for (const count of [1, 2, 3]) {
        yield* until(Effect.sync(() => parts(connection).body.length >= count * 50))
        assert.strictEqual(parts(connection).body, whole.slice(0, count * 50))
        yield* tick
      }
      yield* closed(connection, tick)
      assert.strictEqual(parts(connection).body, whole)
      yield* noFaults
    })
  )

  it.effect("delays the answer by a latency", () =>
    Effect.gen(function* () {
      const { connection, id } = yield* requestUnder({ latency: { fixed: 500 }, when: { first: 1 } })
      yield* hit(id)
      yield* TestClock.adjust("499 millis")
      assert.strictEqual((yield* send("GET", users, { headers: yield* asAda })).status, 200)
      assert.strictEqual(connection.text(), "")
      yield* closed(connection, TestClock.adjust("1 millis"))
      assert.strictEqual(JSON.parse(parts(connection).body).page, 1)
      yield* noFaults
    })
  )

  it.effect("delays the answer by the latencies of all faults that hit", () =>
    Effect.gen(function* () {
      yield* fault({ operations: list, latency: { fixed: 300 }, when: { nth: 2 } })
      const busy = { kind: "status", status: 503 } as const
      const { connection, id } = yield* requestUnder({ latency: { fixed: 200 }, does: busy })
      yield* hit(id)
      yield* TestClock.adjust("499 millis")
      assert.strictEqual((yield* send("GET", "/api/v1r1/enterprise/pods")).status, 400)
      assert.strictEqual(connection.text(), "")
      yield* closed(connection, TestClock.adjust("1 millis"))
      assert.match(connection.text(), /^HTTP\/1\.1 503 /)
      yield* noFaults
    })
  )

  it.effect("stops waiting when the client disconnects", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const { json } = yield* send("POST", users, { headers, body: { email: "stays@example.com", name: "Stays" } })
      const id = yield* fault({ operations: ["EnterpriseUsers.remove"], latency: { fixed: 1000 } })
      const path = `/us${users}/${String(at(json, "id"))}`
      const connection = open(yield* originOf, { method: "DELETE", path, headers })
      yield* hit(id)
      connection.leave()
      const { journal } = yield* Control
      const removals = journal.list({ query: { operation: "EnterpriseUsers.remove" } })
      yield* until(Effect.map(removals, (entries) => entries.at(-1)?.gone === true))
      yield* TestClock.adjust("1 hour")
      const left = yield* send("GET", `${users}?filter=email%3Dstays%40example.com`, { headers })
      assert.strictEqual(at(left.json, "total_entries"), 1)
      yield* noFaults
    })
  )
})

describe("a request that a fault delays", () => {
  it.live("does not block the end of the emulator", () =>
    Effect.gen(function* () {
      const connection = yield* Effect.gen(function* () {
        const { connection, id } = yield* requestUnder({ latency: { fixed: 3_600_000 } })
        yield* hit(id)
        return connection
      }).pipe(Effect.provide(controlled()))
      yield* closed(connection)
      assert.notMatch(connection.text(), /200 OK/)
    })
  )
})
