import { assert, describe, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"
import { at } from "../support/json.ts"
import { named, paths, rename, reset } from "../support/state.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

layer(controlled({ users: 1000 }))("the state of a tenant", (it) => {
  describe("diff", () => {
    it.effect("lists the changes since a snapshot in each region", () =>
      Effect.gen(function* () {
        yield* reset
        const { state } = yield* Control
        yield* asAda
        yield* state.take(named("one"))
        assert.deepStrictEqual(yield* state.diff({ query: { from: "one" } }), { us: [], eu: [] })
        yield* send("POST", "/api/v1/on_call_groups/12/favorites", { headers: yield* asAda, region: "us" })
        yield* state.take(named("two"))
        const { eu, us } = yield* state.diff({ query: { from: "one", to: "two" } })
        assert.deepStrictEqual(eu, [])
        assert.deepInclude(us, { op: "add", path: "/favorites/101/1", value: 12 })
        yield* state.restore(named("one"))
        assert.deepStrictEqual(yield* state.diff({ query: { from: "two" } }), {
          us: (yield* state.diff({ query: { from: "two", to: "one" } })).us,
          eu: []
        })
        assert.deepInclude((yield* state.diff({ query: { from: "two" } })).us, {
          op: "remove",
          path: "/favorites/101/1"
        })
      })
    )
  })

  it.effect("rejects a comparison with a world of another size or other pods", () =>
    Effect.gen(function* () {
      const { state } = yield* Control
      const origin = yield* originOf
      const saved: any = yield* Effect.promise(() => fetch(`${origin}/__mock/state`).then((answer) => answer.json()))
      const load = (generated: { readonly to: number; readonly pods?: unknown }) => {
        const users = {
          ...saved.us.users,
          generated: { ...saved.us.users.generated, ...generated },
          next: generated.to
        }
        const body = JSON.stringify({ ...saved, us: { ...saved.us, users } })
        return Effect.map(
          Effect.promise(() => fetch(`${origin}/t/large/__mock/state`, { method: "PUT", body })),
          ({ status }) => assert.strictEqual(status, 200)
        )
      }
      yield* load({ to: 200_000 })
      const large = yield* Effect.provide(Control, controlOf("large"))
      const refused = yield* Effect.flip(large.state.diff({ query: { from: "initial" } }))
      assert.strictEqual(refused._tag, "BadRequestProblem")
      assert.include(
        String(refused),
        "more than 10000 generated users of different seeds, sizes or pods, too many to compare"
      )
      yield* large.state.take(named("large"))
      yield* load({ to: 200_000, pods: [[2]] })
      assert.strictEqual((yield* Effect.flip(large.state.diff({ query: { from: "large" } })))._tag, "BadRequestProblem")
      yield* large.state.restore(named("large"))
      assert.deepStrictEqual(yield* large.state.undo({ payload: {} }), { count: 1, us: [], eu: [], compared: false })
      yield* load({ to: 2000 })
      assert.isNotEmpty((yield* large.state.diff({ query: { from: "initial" } })).us)
      assert.deepStrictEqual(yield* state.diff({ query: { from: "current" } }), { us: [], eu: [] })
    })
  )

  describe("undo", () => {
    it.effect("undoes the last changes of all regions", () =>
      Effect.gen(function* () {
        yield* reset
        const { state } = yield* Control
        const confirm = "/api/v1/register/confirm?confirmation_token=confirm-demo-new"
        yield* send("POST", confirm)
        yield* send("POST", confirm, { region: "eu" })
        const { count, eu, us } = yield* state.undo({ payload: {} })
        assert.deepStrictEqual([count, us], [1, []])
        assert.include(paths(eu), "/accounts/new@example.com")
        const before = yield* state.undo({ payload: {} })
        assert.deepStrictEqual([before.count, before.eu], [1, []])
        assert.deepInclude(before.us, { op: "remove", path: "/accounts/new@example.com" })
        assert.strictEqual((yield* send("POST", confirm)).status, 200)
      })
    )

    it.effect("undoes changes of the control plane, and several changes at once", () =>
      Effect.gen(function* () {
        yield* reset
        const { clock, gaps, state } = yield* Control
        yield* rename("One")
        yield* gaps.choose({ params: { id: "users.own-account" }, payload: { choice: "refused" } })
        assert.deepStrictEqual((yield* state.undo({ payload: {} })).us, [
          { op: "add", path: "/settings/choices/users.own-account", value: "refused" }
        ])
        yield* clock.change({ payload: { advance: Duration.days(1) } })
        yield* reset
        assert.isTrue((yield* clock.read()).machine)
        assert.strictEqual((yield* state.undo({ payload: { count: 2 } })).count, 2)
      })
    )

    it.effect("undoes nothing in a new tenant, and at most the changes that exist", () =>
      Effect.gen(function* () {
        const { state } = yield* Control
        const nothing = yield* Effect.flip(state.undo({ payload: {} }))
        assert.strictEqual(nothing._tag, "NotFoundProblem")
        yield* state.reset({ payload: {} })
        assert.strictEqual((yield* state.undo({ payload: { count: 1000 } })).count, 1)
      }).pipe(Effect.provide(controlOf("fresh")))
    )

    it.effect("needs no body, like reset", () =>
      Effect.gen(function* () {
        const origin = yield* originOf
        yield* rename("Undone")
        for (const path of ["undo", "reset"]) {
          const answer = yield* Effect.promise(() => fetch(`${origin}/__mock/${path}`, { method: "POST" }))
          assert.strictEqual(answer.status, 200)
        }
      })
    )
  })

  it.effect("resets to the initial state, and keeps snapshots by default", () =>
    Effect.gen(function* () {
      const { clock, state } = yield* Control
      yield* state.take(named("kept"))
      yield* rename("Changed")
      assert.include(paths((yield* state.diff({ query: {} })).us), "/users/102/name")
      yield* clock.change({ payload: { scale: 5 } })
      assert.deepStrictEqual(yield* state.reset({ payload: {} }), { reset: "default" })
      assert.deepStrictEqual(yield* state.diff({ query: {} }), { us: [], eu: [] })
      assert.isTrue((yield* clock.read()).machine)
      assert.lengthOf(yield* state.snapshots(), 1)
      yield* state.reset({ payload: { snapshots: true } })
      assert.deepStrictEqual(yield* state.snapshots(), [])
    })
  )

  describe("as a document", () => {
    it.effect("can be loaded into another tenant, where earlier tokens work", () =>
      Effect.gen(function* () {
        yield* reset
        const { clock, state } = yield* Control
        yield* clock.change({ payload: { set: DateTime.toUtc(DateTime.makeUnsafe("2030-01-01T00:00:00Z")), scale: 0 } })
        yield* rename("Saved")
        const { token } = yield* logIn()
        const saved = yield* state.save()
        const other = yield* Effect.provide(Control, controlOf("loaded"))
        assert.deepStrictEqual(yield* other.state.load({ payload: saved }), { loaded: "loaded" })
        assert.deepStrictEqual(yield* other.clock.read(), yield* clock.read())
        const headers = { ...asUser(token), "x-mock-tenant": "loaded" }
        const { json } = yield* send("GET", `${users}?filter=username%3Dgrace`, { headers })
        assert.strictEqual(at(json, "entries", 0, "name"), "Saved")
        assert.strictEqual((yield* Effect.flip(other.state.undo({ payload: {} })))._tag, "NotFoundProblem")
      })
    )

    it.effect("is rejected if it changed since the client read it", () =>
      Effect.gen(function* () {
        const url = `${yield* originOf}/__mock/state`
        const read = Effect.promise(() => fetch(url))
        const before = yield* read
        const etag = before.headers.get("etag") ?? ""
        const body = yield* Effect.promise(() => before.text())
        assert.match(etag, /^"[\w-]+"$/)
        assert.strictEqual((yield* read).headers.get("etag"), etag)
        const put = Effect.promise(() =>
          fetch(url, { method: "PUT", body, headers: { "if-match": etag } }).then(({ status }) => status)
        )
        yield* send("POST", "/api/v1/on_call_groups/12/favorites", { headers: yield* asAda, region: "us" })
        const changed = (yield* read).headers.get("etag")
        assert.strictEqual(yield* put, 412)
        assert.strictEqual((yield* read).headers.get("etag"), changed)
        const now = yield* read
        const accepted = yield* Effect.promise(() =>
          fetch(url, { method: "PUT", body, headers: { "if-match": now.headers.get("etag") ?? "" } })
        )
        assert.strictEqual(accepted.status, 200)
      })
    )

    it.effect("is rejected with the path of an invalid value", () =>
      Effect.gen(function* () {
        const origin = yield* originOf
        const url = `${origin}/__mock/state`
        const saved: any = yield* Effect.promise(() => fetch(url).then((answer) => answer.json()))
        const put = (body: unknown) =>
          Effect.promise(() =>
            fetch(url, { method: "PUT", body: JSON.stringify(body) }).then(async (answer) => ({
              status: answer.status,
              problem: (await answer.json()) as any
            }))
          )
        saved.us.users.rows[2].entry.email = null
        const wrong = yield* put(saved)
        assert.strictEqual(wrong.status, 400)
        assert.deepStrictEqual(wrong.problem.errors[0].path, ["body", "us", "users", "rows", 2, "entry", "email"])
        const later = yield* put({ ...saved, version: 2 })
        assert.deepStrictEqual(later.problem.errors[0].path, ["body", "version"])
      })
    )

    it.effect("is rejected if its users and pods contradict each other, as a world file is", () =>
      Effect.gen(function* () {
        const url = `${yield* originOf}/__mock/state`
        const text = yield* Effect.promise(() => fetch(url).then((answer) => answer.text()))
        const ask = (change: (world: any) => void) => {
          const state = JSON.parse(text)
          change(state.eu)
          return Effect.promise(() =>
            fetch(url, { method: "PUT", body: JSON.stringify(state) }).then((answer) => answer.text())
          )
        }
        const user = (fields: object) => ask(({ users }) => Object.assign(users.rows[1].entry, fields))
        const member = (pods: ReadonlyArray<number>) => ask(({ users }) => Object.assign(users.rows[1], { pods }))
        for (const [answer, says] of [
          [yield* user({ email: "ADA@example.com" }), 'eu user 102 email: \\"ADA@example.com\\" exists already'],
          [yield* user({ username: "ada" }), 'eu user 102 username: \\"ada\\" exists already; use another'],
          [yield* user({ email: "no" }), 'eu user 102 email: \\"no\\" is not an e-mail address.'],
          [yield* user({ created_at: "yesterday" }), "body.eu.users.rows[1].entry.created_at"],
          [yield* user({ id: 101 }), "an id that no other user has"],
          [yield* member([1, 77]), 'eu user 102 pods: \\"77\\" does not exist; use one of'],
          [yield* member([1, 1]), 'eu user 102 pods: \\"1\\" exists already'],
          [yield* ask(({ pods }) => (pods[1].id = pods[0].id)), "eu pod 1 id"],
          [yield* ask(({ pods }) => (pods[1].name = pods[0].name)), "eu pod 2 name"]
        ] as const)
          assert.include(answer, says)
        assert.include(yield* ask(() => {}), "loaded")
      })
    )
  })
})
