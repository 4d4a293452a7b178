import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { http, HttpResponse } from "msw"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"
import { at } from "../support/json.ts"
import { named } from "../support/state.ts"
import { key, send } from "../support/wire.ts"

const page = join(import.meta.dirname, "../../../../docs/emulator/state.md")

const later = DateTime.toUtc(DateTime.makeUnsafe("2030-01-01T00:00:00Z"))

// all the state that a test may change
const used = (tenant: string) =>
  Effect.gen(function* () {
    const { clock, faults, gaps, rateLimit, state } = yield* Control
    yield* state.take(named("kept"))
    yield* state.take(named("other"))
    yield* gaps.choose({ params: { id: "auth.exchange-reuse" }, payload: { choice: "once" } })
    yield* clock.change({ payload: { set: later, scale: 0 } })
    yield* state.take(named("later"))
    const headers = { ...key, "x-mock-tenant": tenant }
    yield* send("POST", "/api/v1/register/resend_confirmation?email=new%40example.com", { headers })
    yield* rateLimit.set({ payload: { limits: ["7/minute"] } })
    ;(yield* Emulator).tenant(tenant).use(http.get("*/more", () => new HttpResponse()))
    yield* faults.make({ payload: { operations: ["*"], does: { kind: "reset" } } })
  }).pipe(Effect.provide(controlOf(tenant)))

const seen = (tenant: string) =>
  Effect.gen(function* () {
    const { clock, faults, gaps, journal, outbox, rateLimit, state } = yield* Control
    const { length: requests } = yield* journal.list({ query: {} })
    const { baseUrl, fetch } = (yield* Emulator).tenant(tenant)
    const { ok: isHandled } = yield* Effect.promise(() => fetch(`${baseUrl.us}/more`))
    return {
      frozen: !(yield* clock.read()).machine,
      mails: (yield* outbox.list({ query: {} })).length,
      choice: (yield* gaps.read({ params: { id: "auth.exchange-reuse" } })).choice as string,
      faults: (yield* faults.list()).map(({ fault: { region } }) => region ?? "both").join(" "),
      limits: (yield* rateLimit.read()).map(({ limit: { requests } }) => requests).join(" "),
      isHandled,
      requests,
      snapshots: (yield* state.snapshots()).map(({ name }) => name).join(" "),
      undo: (yield* Effect.result(state.undo({ payload: {} })))._tag === "Success"
    }
  }).pipe(Effect.provide(controlOf(tenant)))

const left = {
  frozen: true,
  mails: 3,
  choice: "once",
  faults: "eu both",
  limits: "7",
  isHandled: true,
  requests: 1,
  snapshots: "kept other later",
  undo: true
}

const clean = {
  frozen: false,
  mails: 2,
  choice: "reusable",
  faults: "eu",
  limits: "1000",
  isHandled: false,
  requests: 0,
  undo: false
}

// the initial faults and limits of the tenants
const options = {
  faults: [{ operations: ["*"], region: "eu", does: { kind: "reset" } }],
  rateLimit: ["1000/minute"]
} as const

layer(controlled(options))("a reset", (it) => {
  it.effect.each([
    [{}, { ...left, frozen: false, mails: 2, choice: "reusable" }],
    [{ parts: "all" }, { ...left, ...clean }],
    [
      { parts: "all", snapshots: { keep: ["kept"] } },
      { ...left, ...clean, snapshots: "kept" }
    ],
    [
      { parts: "all", snapshots: true, to: "later" },
      { ...left, ...clean, frozen: true, choice: "once", snapshots: "" }
    ],
    [{ parts: ["clock"] }, { ...left, frozen: false }],
    [{ parts: ["clock"], to: "later" }, left],
    [{ parts: ["outbox"] }, { ...left, mails: 0 }],
    [{ parts: ["gaps"] }, { ...left, choice: "reusable" }],
    [{ parts: ["faults"] }, { ...left, faults: "eu" }],
    [{ parts: ["rate-limit"] }, { ...left, limits: "1000" }],
    [{ parts: ["handlers"] }, { ...left, isHandled: false }],
    [{ parts: ["journal"] }, { ...left, requests: 0 }],
    [{ parts: ["history"] }, { ...left, undo: false }],
    [
      { parts: ["faults", "journal", "faults"], snapshots: true },
      { ...left, faults: "eu", requests: 0, snapshots: "" }
    ]
  ] as const)("restores only what %j selects", ([payload, expected]) =>
    Effect.gen(function* () {
      const tenant = `reset-${JSON.stringify(payload).replaceAll(/[^a-z]+/g, "-")}`
      yield* used(tenant)
      const { state } = yield* Effect.provide(Control, controlOf(tenant))
      assert.deepStrictEqual(yield* state.reset({ payload }), { reset: tenant })
      assert.deepStrictEqual(yield* seen(tenant), expected)
    })
  )

  it.effect("works as the documentation shows", () =>
    Effect.gen(function* () {
      yield* used("documented")
      const [, section = ""] = readFileSync(page, "utf8").split("## A clean tenant")
      const [, path = "", body = ""] = /curl -s http:\/\/127\.0\.0\.1:4010(\S+) -d '(.*)'/.exec(section) ?? []
      const url = `${yield* originOf}/t/documented${path}`
      const answer = yield* Effect.promise(() => fetch(url, { method: "POST", body }))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(yield* seen("documented"), { ...left, ...clean })
    })
  )

  it.effect("leaves the tenant unchanged if the snapshot is missing", () =>
    Effect.gen(function* () {
      yield* used("missing")
      const { state } = yield* Effect.provide(Control, controlOf("missing"))
      for (const payload of [
        { parts: "all", to: "none" },
        { parts: "all", snapshots: { keep: ["kept", "none"] } }
      ] as const) {
        const problem = yield* Effect.flip(state.reset({ payload }))
        assert.include(problem, {
          _tag: "NotFoundProblem",
          detail: "There is no snapshot none. GET /__mock/snapshots lists them."
        })
      }
      assert.deepStrictEqual(yield* seen("missing"), left)
    })
  )

  it.effect("does not end requests that wait for the next e-mail", () =>
    Effect.gen(function* () {
      const { outbox, state } = yield* Control
      const last = (yield* outbox.list({ query: {} })).at(-1)?.id ?? 0
      yield* state.reset({ payload: { parts: ["outbox"] } })
      yield* send("POST", "/api/v1/register/resend_confirmation?email=new%40example.com")
      const mails = yield* outbox.list({ query: { after: last } })
      assert.deepStrictEqual(
        mails.map(({ id }) => id),
        [last + 1]
      )
      assert.lengthOf(yield* (yield* Emulator).outbox("us"), 1)
    })
  )

  it.effect.each([
    { parts: ["stat"] },
    { parts: [] },
    { parts: "state" },
    { part: ["state"] },
    { snapshots: "yes" },
    { snapshots: { keep: ["a b"] } },
    { snapshots: { kept: [] } },
    { to: "" }
  ])("rejects %j", (body) =>
    Effect.gen(function* () {
      const url = `${yield* originOf}/__mock/reset`
      const answer = yield* Effect.promise(() => fetch(url, { method: "POST", body: JSON.stringify(body) }))
      assert.strictEqual(answer.status, 400)
      const problem: unknown = yield* Effect.promise(() => answer.json())
      assert.strictEqual(at(problem, "errors", 0, "path", 0), "body")
    })
  )
})
