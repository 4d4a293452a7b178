import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf } from "../support/control.ts"
import { at, textAt } from "../support/json.ts"
import { asAda, key, logIn, send } from "../support/wire.ts"

layer(controlled({ gaps: { "on-call.answer": "done" } }))("the gaps of a tenant", (it) => {
  it.effect("are listed with their current choice and their options", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      const all = yield* gaps.list()
      assert.deepInclude(
        all.find(({ id }) => id === "refresh.reuse"),
        { section: "4.1, 4", choice: "grace", first: "grace", accepts: "grace, once or always" }
      )
      assert.deepInclude(
        all.find(({ id }) => id === "on-call.answer"),
        { choice: "done", first: "OK" }
      )
      const documented = all.find(({ id }) => id === "limits.rate")
      assert.strictEqual(documented?.choice, "none by default")
      assert.isUndefined(documented?.accepts)
    })
  )

  it.effect("describe their options as data, and accept each of them", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      const all = yield* gaps.list()
      const takes = (id: string) => all.find((gap) => gap.id === id)?.takes
      assert.deepStrictEqual(takes("page.no-entries"), { kind: "one of", options: [1, 0] })
      assert.deepStrictEqual(takes("refresh.grace"), { kind: "whole number", minimum: 0 })
      assert.deepStrictEqual(takes("pat.life"), { kind: "lifetime", minimum: 1, maximum: 3_153_600_000 })
      assert.deepStrictEqual(takes("token.status"), { kind: "text" })
      assert.deepStrictEqual(takes("api-key.value"), { kind: "texts" })
      assert.deepStrictEqual(takes("users.deleted-answer"), { kind: "JSON" })
      assert.isUndefined(takes("limits.rate"))
      for (const { id, takes } of all)
        if (takes?.kind === "one of")
          for (const choice of takes.options) {
            const chosen = yield* gaps.choose({ params: { id }, payload: { choice } })
            assert.strictEqual(chosen.choice, choice)
            yield* gaps.reset({ params: { id } })
          }
    })
  )

  it.effect("are changed for both regions of one tenant, and back", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      const size = (tenant: string, region: "us" | "eu") =>
        Effect.gen(function* () {
          const { json } = yield* send("POST", "/api/v1r1/auth", {
            region,
            headers: { ...key, "x-mock-tenant": tenant },
            body: { email: "ada", password: "correct-horse" }
          })
          const headers = { ...key, "x-mock-tenant": tenant, authorization: textAt(json, "token") }
          return at((yield* send("GET", "/api/v1r1/enterprise/users", { region, headers })).json, "page_size")
        })
      const changed = yield* gaps.choose({ params: { id: "page.default-size" }, payload: { choice: 2 } })
      assert.strictEqual(changed.choice, 2)
      assert.deepStrictEqual(
        yield* Effect.all([size("default", "us"), size("default", "eu"), size("other", "us")]),
        [2, 2, 20]
      )
      assert.strictEqual((yield* gaps.reset({ params: { id: "page.default-size" } })).choice, 20)
      assert.strictEqual(yield* size("default", "us"), 20)
    })
  )

  it.effect("take JSON for a choice that is not a string, and affect later requests", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      yield* gaps.choose({ params: { id: "errors.codes" }, payload: { choice: { credentials: 7 } } })
      const wrong = yield* send("POST", "/api/v1r1/auth", { body: { email: "ada", password: "wrong" } })
      assert.strictEqual(at(wrong.json, "code"), 7)
      yield* gaps.choose({ params: { id: "refresh.reuse" }, payload: { choice: "once" } })
      const { refresh } = yield* logIn()
      const renew = send("POST", "/api/v1/auth/refresh", { body: { refresh_token: refresh } })
      assert.deepStrictEqual([(yield* renew).status, (yield* renew).status], [200, 401])
    })
  )

  it.effect("take a list of strings, or the text that the list shows as the choice", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      const params = { id: "auth.guest-permissions" }
      const choice = ["view_account", "join_call"]
      assert.deepStrictEqual((yield* gaps.choose({ params, payload: { choice } })).choice, choice)
      assert.deepStrictEqual((yield* gaps.read({ params })).choice, choice)
      yield* gaps.reset({ params })
      const list = yield* gaps.choose({ params: { id: "users.deleted-answer" }, payload: { choice: [1] } })
      assert.deepStrictEqual(list.choice, [1])
      yield* gaps.reset({ params: { id: "users.deleted-answer" } })
    })
  )

  it.effect("are listed with the requests that depended on them", () =>
    Effect.gen(function* () {
      const { gaps, journal } = yield* Control
      yield* journal.clear()
      yield* send("GET", "/api/v1r1/enterprise/users", { headers: yield* asAda })
      const [logged, listed] = yield* journal.list({ query: {} })
      const relied = (id: string) => Effect.map(gaps.read({ params: { id } }), ({ relied }) => relied)
      assert.deepStrictEqual(yield* relied("page.default-size"), [listed?.id ?? 0])
      assert.deepStrictEqual(yield* relied("auth.password"), [logged?.id ?? 0])
      assert.deepStrictEqual(yield* relied("refresh.grace"), [])
    })
  )

  it.effect("reject unknown ids and choices, and list the valid ones", () =>
    Effect.gen(function* () {
      const { gaps } = yield* Control
      const unknown = yield* Effect.flip(gaps.choose({ params: { id: "refresh.resue" }, payload: { choice: "once" } }))
      assert.include(unknown.message, "There is no gap refresh.resue. The nearest is refresh.reuse.")
      const bad = yield* Effect.flip(gaps.choose({ params: { id: "refresh.reuse" }, payload: { choice: "twice" } }))
      assert.include(bad.message, "grace, once or always")
      const only = yield* Effect.flip(gaps.choose({ params: { id: "limits.rate" }, payload: { choice: "some" } }))
      assert.include(only.message, "one choice")
    })
  )

  it.effect("do not affect other tenants", () =>
    Effect.gen(function* () {
      yield* asAda
      const { gaps } = yield* Control
      assert.strictEqual((yield* gaps.read({ params: { id: "refresh.reuse" } })).choice, "grace")
    }).pipe(Effect.provide(controlOf("apart")))
  )
})
