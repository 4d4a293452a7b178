import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"

import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"
import { at, numberAt, textAt } from "../support/json.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const timestamp = (text: string) => DateTime.toUtc(DateTime.makeUnsafe(text))

const Problem = Schema.Struct({
  errors: Schema.NonEmptyArray(Schema.Struct({ message: Schema.String, path: Schema.Array(Schema.Unknown) }))
})

const decodeProblem = Schema.decodeUnknownSync(Problem)

const users = "/api/v1r1/enterprise/users"

layer(controlled())("the clock of a tenant", (it) => {
  it.effect("shows the machine's time until it is changed and after a reset", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      assert.isTrue((yield* clock.read()).machine)
      const frozen = yield* clock.change({ payload: { set: timestamp("2030-01-01T00:00:00Z"), scale: 0 } })
      assert.deepStrictEqual(frozen, { now: timestamp("2030-01-01T00:00:00Z"), scale: 0, machine: false })
      const later = yield* clock.change({ payload: { advance: Duration.hours(2) } })
      assert.deepStrictEqual(later, { now: timestamp("2030-01-01T02:00:00Z"), scale: 0, machine: false })
      assert.isTrue((yield* clock.reset()).machine)
    })
  )

  it.effect("stops at the end of the year 9999", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      const end = timestamp("9999-12-31T23:59:59.999Z")
      assert.deepStrictEqual((yield* clock.change({ payload: { advance: Duration.days(4_000_000) } })).now, end)
      assert.deepStrictEqual((yield* clock.read()).now, end)
      assert.strictEqual((yield* send("GET", `${users}?filter=username%3Dada`, { headers: yield* asAda })).status, 200)
      const before = yield* clock.change({ payload: { advance: Duration.days(-1), scale: 0 } })
      assert.deepStrictEqual(before.now, timestamp("9999-12-30T23:59:59.999Z"))
      yield* clock.reset()
    })
  )

  it.effect("dates records and responses", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      yield* clock.change({ payload: { set: timestamp("2030-05-01T10:00:00Z"), scale: 0 } })
      const headers = yield* asAda
      const { json } = yield* send("GET", `${users}?filter=username%3Dada`, { headers })
      assert.strictEqual(at(json, "entries", 0, "last_used_at"), "2030-05-01T10:00:00.000000Z")
      yield* clock.reset()
    })
  )

  it.effect("determines the duration of a running call and the date of an e-mail", () =>
    Effect.gen(function* () {
      const { clock, outbox } = yield* Control
      yield* clock.change({ payload: { set: timestamp("2030-05-01T10:00:00Z"), scale: 0 } })
      const headers = yield* asAda
      const duration = Effect.map(send("GET", "/api/v1/calls/recent", { headers }), ({ json }) =>
        numberAt(json, "duration")
      )
      const before = yield* duration
      yield* clock.change({ payload: { advance: Duration.hours(1) } })
      assert.strictEqual((yield* duration) - before, 3600)
      yield* send("POST", users, { headers, body: { email: "dated@example.com" } })
      const mail = yield* outbox.wait({ query: { to: "dated@example.com" } })
      assert.deepStrictEqual(mail.at, timestamp("2030-05-01T11:00:00Z"))
      yield* clock.reset()
    })
  )

  it.effect("makes a confirmation link expire", () =>
    Effect.gen(function* () {
      const { clock, gaps } = yield* Control
      yield* gaps.choose({ params: { id: "registration.token-life" }, payload: { choice: 3600 } })
      const account = { user_info: { email: "late@example.com", name: "L", password: "x" } }
      yield* send("POST", "/api/v1/register", { body: account })
      const { link = "" } = yield* Effect.flatMap(Control, ({ outbox }) =>
        outbox.wait({ query: { to: "late@example.com" } })
      )
      yield* clock.change({ payload: { advance: Duration.minutes(61) } })
      const answer = yield* Effect.promise(() => fetch(link, { method: "POST", headers: key }))
      assert.strictEqual(answer.status, 401)
      yield* clock.reset()
    })
  )

  it.effect("makes the tokens and refresh tokens of this tenant only expire", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      const { refresh, token } = yield* logIn()
      yield* Effect.flatMap(Control, ({ clock }) => clock.change({ payload: { advance: Duration.days(91) } })).pipe(
        Effect.provide(controlOf("another"))
      )
      assert.strictEqual((yield* send("GET", users, { headers: asUser(token) })).status, 200)
      yield* clock.change({ payload: { advance: Duration.days(31) } })
      assert.strictEqual(at((yield* send("GET", users, { headers: asUser(token) })).json, "code"), 1003)
      const renewed = yield* send("POST", "/api/v1/auth/refresh", { body: { refresh_token: refresh } })
      assert.strictEqual(renewed.status, 200)
      yield* clock.change({ payload: { advance: Duration.days(91) } })
      const refused = yield* send("POST", "/api/v1/auth/refresh", {
        body: { refresh_token: textAt(renewed.json, "refresh") }
      })
      assert.strictEqual(refused.status, 401)
      yield* clock.reset()
    })
  )

  it.effect("runs faster by its scale", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      const { now } = yield* clock.change({ payload: { scale: 3600 } })
      yield* TestClock.adjust("1 second")
      const passed = DateTime.distance(now, (yield* clock.read()).now)
      assert.deepStrictEqual(passed, Duration.hours(1))
      yield* clock.reset()
    })
  )

  it.effect("rejects an invalid change with the reason", () =>
    Effect.gen(function* () {
      for (const [body, path] of [
        [{ advance: "soon" }, ["body", "advance"]],
        [{ scale: -1 }, ["body", "scale"]],
        [{ set: "yesterday" }, ["body", "set"]],
        [{ set: "2026-02-30T00:00:00Z" }, ["body", "set"]],
        [{ set: "1 January 2026" }, ["body", "set"]],
        [{ advanc: "1 day" }, ["body", "advanc"]]
      ] as const) {
        const origin = yield* originOf
        const answer = yield* Effect.promise(() =>
          fetch(`${origin}/__mock/clock`, { method: "POST", body: JSON.stringify(body) })
        )
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
        const { errors } = decodeProblem(yield* Effect.promise(() => answer.json()))
        assert.deepStrictEqual(errors[0].path, path)
        if ("set" in body) assert.include(errors[0].message, "a date-time, such as 2026-01-01T12:00:00Z")
      }
    })
  )
})
