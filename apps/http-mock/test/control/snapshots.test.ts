import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"
import { at, textAt } from "../support/json.ts"
import { named, nameOfGrace, rename, reset } from "../support/state.ts"
import { asUser, logIn, send, key } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

layer(controlled({ users: 1000 }))("snapshots", (it) => {
  it.effect("restore both regions and the clock", () =>
    Effect.gen(function* () {
      yield* reset
      const { clock, state } = yield* Control
      const frozen = DateTime.toUtc(DateTime.makeUnsafe("2030-01-01T00:00:00Z"))
      yield* clock.change({ payload: { set: frozen, scale: 0 } })
      yield* rename("Before")
      assert.deepStrictEqual(yield* state.take(named("one")), { name: "one", taken_at: frozen })
      yield* clock.change({ payload: { advance: Duration.days(3) } })
      yield* rename("After")
      yield* send("POST", "/api/v1/register/confirm?confirmation_token=confirm-demo-new", { region: "eu" })
      assert.deepStrictEqual(yield* state.restore(named("one")), { restored: "one" })
      assert.deepStrictEqual((yield* clock.read()).now, frozen)
      assert.strictEqual(yield* nameOfGrace, "Before")
      const again = yield* send("POST", "/api/v1/register/confirm?confirmation_token=confirm-demo-new", {
        region: "eu"
      })
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(yield* state.snapshots(), [{ name: "one", taken_at: frozen }])
    })
  )

  it.effect("of the start cannot be deleted", () =>
    Effect.gen(function* () {
      const { state } = yield* Control
      const error = yield* Effect.flip(state.forget(named("initial")))
      assert.include(String(error), "initial is the reserved name of the initial state. It cannot be removed.")
    })
  )

  it.effect("are deleted on request, and an unknown name is reported", () =>
    Effect.gen(function* () {
      yield* reset
      const { state } = yield* Control
      yield* state.take(named("one"))
      assert.deepStrictEqual(yield* state.forget(named("one")), { forgotten: "one" })
      assert.deepStrictEqual(yield* state.snapshots(), [])
      const missed = [
        yield* Effect.flip(state.forget(named("one"))),
        yield* Effect.flip(state.restore(named("one"))),
        yield* Effect.flip(state.branch({ ...named("one"), payload: { tenant: "other" } })),
        yield* Effect.flip(state.diff({ query: { from: "one" } }))
      ]
      for (const { _tag } of missed) assert.strictEqual(_tag, "NotFoundProblem")
      for (const reserved of ["current", "initial"])
        for (const { _tag } of [
          yield* Effect.flip(state.take(named(reserved))),
          yield* Effect.flip(state.forget(named(reserved)))
        ])
          assert.strictEqual(_tag, "BadRequestProblem")
    })
  )

  it.effect("are compared by a query, whose misspelt parameters are rejected", () =>
    Effect.gen(function* () {
      const address = `${yield* originOf}/__mock/diff?form=initial`
      const answer = yield* Effect.promise(() => fetch(address))
      assert.strictEqual(answer.status, 400)
      const problem: unknown = yield* Effect.promise(() => answer.json())
      assert.deepStrictEqual(at(problem, "errors", 0, "path"), ["query", "form"])
    })
  )

  it.effect("follow the naming rule of tenants", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      for (const name of ["a%20b", "x".repeat(65), "x".repeat(101), "x".repeat(10_000)]) {
        const answer = yield* Effect.promise(() => fetch(`${origin}/__mock/snapshots/${name}`, { method: "PUT" }))
        assert.strictEqual(answer.status, 400)
        assert.match(yield* Effect.promise(() => answer.text()), /a name of a snapshot: 1 to 64 letters/)
      }
    })
  )

  it.effect("become independent tenants in which earlier tokens work", () =>
    Effect.gen(function* () {
      yield* reset
      const { state } = yield* Control
      const { token } = yield* logIn()
      yield* rename("Shared")
      yield* state.take(named("shared"))
      yield* rename("Mine")
      assert.deepStrictEqual(yield* state.branch({ ...named("shared"), payload: { tenant: "branch" } }), {
        tenant: "branch"
      })
      yield* state.branch({ ...named("current"), payload: { tenant: "twin" } })
      const nameIn = (tenant: string) =>
        Effect.map(
          send("GET", `${users}?filter=username%3Dgrace`, {
            headers: { ...asUser(token), "x-mock-tenant": tenant }
          }),
          ({ json }) => at(json, "entries", 0, "name")
        )
      assert.deepStrictEqual([yield* nameIn("branch"), yield* nameIn("twin")], ["Shared", "Mine"])
      yield* Effect.flatMap(Control, ({ state }) => state.reset({ payload: {} })).pipe(
        Effect.provide(controlOf("twin"))
      )
      assert.strictEqual(yield* nameIn("twin"), "Mine")
      assert.strictEqual(yield* nameIn("default"), "Mine")
      const itself = yield* Effect.flip(state.branch({ ...named("shared"), payload: { tenant: "default" } }))
      assert.strictEqual(itself._tag, "BadRequestProblem")
    })
  )

  it.effect("share user tokens but not refresh tokens with the tenants made from them", () =>
    Effect.gen(function* () {
      yield* reset
      const { state } = yield* Control
      const before = yield* logIn()
      yield* state.branch({ ...named("current"), payload: { tenant: "later" } })
      const inLater = { "x-mock-tenant": "later" }
      const answer = yield* send("POST", "/api/v1r1/auth", {
        headers: { ...key, ...inLater },
        body: { email: "ada@example.com", password: "correct-horse" }
      })
      const [refresh, token] = [textAt(answer.json, "refresh"), textAt(answer.json, "token")]
      assert.strictEqual((yield* send("GET", users, { headers: asUser(token) })).status, 200)
      const renew = (refresh_token: string, headers: Record<string, string>) =>
        send("POST", "/api/v1/auth/refresh", { headers: { ...key, ...headers }, body: { refresh_token } })
      assert.strictEqual((yield* renew(before.refresh, inLater)).status, 200)
      assert.strictEqual((yield* renew(refresh, {})).status, 401)
      assert.strictEqual((yield* renew(refresh, inLater)).status, 200)
    })
  )

  it.effect("can replace the default tenant, and the emulator still prints its e-mails", () =>
    Effect.gen(function* () {
      yield* reset
      const { outbox } = yield* Emulator
      const { state } = yield* Control
      yield* Effect.flatMap(Control, ({ state }) =>
        state.branch({ ...named("initial"), payload: { tenant: "default" } })
      ).pipe(Effect.provide(controlOf("source")))
      const before = yield* outbox("us")
      yield* send("POST", "/api/v1/register/resend_confirmation?email=new%40example.com")
      assert.lengthOf(yield* outbox("us"), before.length + 1)
      assert.deepStrictEqual(yield* state.snapshots(), [])
    })
  )
})
