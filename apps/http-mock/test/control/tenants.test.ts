import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"

const names = Effect.flatMap(Control, ({ tenants }) => Effect.map(tenants.list(), (all) => all.map(({ name }) => name)))

const use = (tenant: string) =>
  Effect.flatMap(Control, ({ clock }) => clock.read()).pipe(Effect.provide(controlOf(tenant)))

describe("tenants", () => {
  it.effect("are created by the first request with their name, and dropped on request", () =>
    Effect.gen(function* () {
      const { tenants } = yield* Control
      yield* use("one")
      assert.deepStrictEqual(yield* names, ["default", "one"])
      assert.deepStrictEqual(yield* tenants.drop({ params: { name: "one" } }), { dropped: "one" })
      assert.deepStrictEqual(yield* names, ["default"])
      const missing = yield* Effect.flip(tenants.drop({ params: { name: "one" } }))
      assert.strictEqual(missing._tag, "NotFoundProblem")
      const stays = yield* Effect.flip(tenants.drop({ params: { name: "default" } }))
      assert.strictEqual(stays._tag, "ConflictProblem")
      assert.strictEqual(
        stays.message,
        'The tenant default always exists, so it cannot be dropped. Reset it with POST /__mock/reset and {"parts":"all"}.'
      )
    }).pipe(Effect.provide(controlled({ users: 5 })))
  )

  it.effect("are not created by a request that forbids it, and not by the files of the console", () =>
    Effect.gen(function* () {
      const { tenants } = yield* Control
      const origin = yield* originOf
      const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
        Effect.promise(() => fetch(`${origin}${path}`, { headers }))
      const following = { "x-mock-create": "never" }
      yield* use("one")
      assert.strictEqual((yield* ask("/t/one/__mock/clock", following)).status, 200)
      yield* tenants.drop({ params: { name: "one" } })
      for (const [path, headers] of [
        ["/t/one/__mock/clock", following],
        ["/__mock/clock", { ...following, "x-mock-tenant": "one" }],
        ["/t/one/__mock/assets/a.js", {}]
      ] as const) {
        const answer = yield* ask(path, headers)
        assert.deepStrictEqual([answer.status, answer.headers.get("cache-control")], [410, "no-store"])
        assert.include(yield* Effect.promise(() => answer.text()), "The tenant one does not exist.")
      }
      assert.deepStrictEqual(yield* names, ["default"])
    }).pipe(Effect.provide(controlled()))
  )

  it.effect("show when they were last used, in the machine's time, unaffected by the list itself", () =>
    Effect.gen(function* () {
      const { clock, tenants } = yield* Control
      const used = Effect.map(tenants.list(), (all) =>
        all.map(({ last_used_at, name }) => [name, DateTime.toEpochMillis(last_used_at) / 60_000])
      )
      yield* use("one")
      yield* clock.change({ payload: { advance: Duration.hours(1) } })
      yield* TestClock.adjust("5 minutes")
      yield* use("two")
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* used, [
        ["default", 10],
        ["one", 0],
        ["two", 5]
      ])
      yield* use("one")
      assert.deepStrictEqual((yield* used)[1], ["one", 10])
    }).pipe(Effect.provide(controlled()))
  )

  it.effect("have names of letters, digits, dots, underscores and hyphens", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      for (const path of ["/t/a%20b/__mock", "/t/a%20b/__mock?x=1", "/t//__mock/clock"]) {
        const answer = yield* Effect.promise(() => fetch(`${origin}${path}`))
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
        assert.match(yield* Effect.promise(() => answer.text()), /is not a valid name of a tenant/)
      }
      // a URL resolves these in a path
      for (const name of [".", ".."]) {
        const headers = { "x-mock-tenant": name }
        const answer = yield* Effect.promise(() => fetch(`${origin}/__mock/clock`, { headers }))
        assert.strictEqual(answer.status, 400)
        assert.include(yield* Effect.promise(() => answer.text()), "but not . or .. alone")
      }
    }).pipe(Effect.provide(controlled()))
  )

  it.effect("are dropped after 30 minutes without a request, except the default one", () =>
    Effect.gen(function* () {
      yield* use("idle")
      yield* use("busy")
      yield* TestClock.adjust("20 minutes")
      yield* use("busy")
      assert.deepStrictEqual(yield* names, ["default", "idle", "busy"])
      yield* TestClock.adjust("11 minutes")
      assert.deepStrictEqual(yield* names, ["default", "busy"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* names, ["default"])
    }).pipe(Effect.provide(controlled()))
  )
})
