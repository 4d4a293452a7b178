import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { LimitInput } from "../../../src/faults/RateLimit.ts"
import { Control } from "../../../src/library/Control.ts"
import { Emulator } from "../../../src/library/Emulator.ts"
import { startEmulator } from "../../../src/library/promise.ts"
import { controlled, controlOf } from "../../support/control.ts"
import { asUser, key, logIn, send } from "../../support/wire.ts"

const limit = (...limits: ReadonlyArray<LimitInput>) =>
  Effect.flatMap(Control, ({ rateLimit }) => rateLimit.set({ payload: { limits } }))

const frozen = { frozenAt: "2026-01-01T12:00:00Z" }

const advance = (seconds: number) =>
  Effect.flatMap(Control, ({ clock }) => clock.change({ payload: { advance: Duration.seconds(seconds) } }))

const path = "/api/v1/on_call_groups"

const statuses = (count: number, headers: Record<string, string> = key, region: "us" | "eu" = "us") =>
  Effect.replicateEffect(
    Effect.map(send("GET", path, { headers, region }), ({ status }) => status),
    count
  )

const head = (headers: Record<string, string> = key, at = path, method = "GET") =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(async () => {
      const answer = await fetch(`${baseUrl.us}${at}`, { method, headers })
      return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
    })
  )

describe("a rate limit", () => {
  it.effect("allows its requests, then rejects in the error form of the operation until time has passed", () =>
    Effect.gen(function* () {
      const headers = asUser((yield* logIn()).token)
      yield* limit("2/minute")
      const first = yield* head(headers)
      assert.deepInclude(first.headers, {
        "ratelimit-policy": '"rate-limit-1";q=2;w=60',
        ratelimit: '"rate-limit-1";r=1;t=30'
      })
      assert.deepStrictEqual(yield* statuses(3, headers), [200, 429, 429])
      const refused = yield* head(headers)
      assert.deepInclude(refused.headers, { "retry-after": "30", ratelimit: '"rate-limit-1";r=0;t=60' })
      const message = "Too many requests: the API key has used up its 2 in one minute (rate-limit-1). Wait 30 seconds."
      assert.deepStrictEqual(JSON.parse(refused.text), { code: 1099, message })
      const other = yield* send("GET", "/api/v1r1/enterprise/pods", { headers })
      assert.deepInclude(other.json, { message, name: "generic" })
      const nothing = yield* send("GET", "/api/v1r1/nothing")
      assert.deepInclude(nothing.json, { message, name: "generic" })
      yield* advance(29)
      assert.deepStrictEqual(yield* statuses(1, headers), [429])
      yield* advance(1)
      assert.deepStrictEqual(yield* statuses(2, headers), [200, 429])
      yield* advance(3600)
      assert.deepStrictEqual(yield* statuses(3, headers), [200, 200, 429])
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it.effect("counts user tokens, regions and operations separately, and invalid credentials together", () =>
    Effect.gen(function* () {
      const [ada, again, grace] = yield* Effect.all([logIn(), logIn(), logIn("grace@example.com")])
      yield* limit("1/minute by token for OnCallGroups.list")
      for (const { token } of [ada, again, grace]) assert.deepStrictEqual(yield* statuses(2, asUser(token)), [200, 429])
      assert.strictEqual((yield* send("GET", "/api/v1/calls", { headers: asUser(ada.token) })).status, 200)
      const elsewhere = yield* logIn("ada@example.com", "eu")
      assert.deepStrictEqual(yield* statuses(2, asUser(elsewhere.token), "eu"), [200, 429])
      const { rateLimit } = yield* Control
      const before = (yield* rateLimit.read())[0]?.holders ?? []
      for (let guess = 0; guess < 20; guess += 1)
        assert.deepStrictEqual(yield* statuses(1, asUser(`a.b.c${guess}`)), [guess === 0 ? 401 : 429])
      const [one] = yield* rateLimit.read()
      assert.deepInclude(one, { passed: 5, refused: 4 + 19 })
      assert.strictEqual(one?.holders.length, before.length + 1)
      assert.deepStrictEqual(
        one?.holders.map(({ holder, region, remaining }) => [region, holder, remaining]),
        [
          ["us", "unknown", 0],
          ["eu", "User:101", 0],
          ["us", "User:102", 0],
          ["us", "User:101", 0],
          ["us", "User:101", 0]
        ]
      )
      assert.notInclude(JSON.stringify(one), ada.token)
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it.effect("is one of several: a request must pass all, and a rejected one counts in none", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      yield* limit("2/second", { requests: 3, seconds: 3600, by: "token" })
      assert.deepStrictEqual(yield* statuses(4, asUser(token)), [200, 200, 429, 429])
      yield* advance(1)
      const last = yield* head(asUser(token))
      assert.strictEqual(last.headers["ratelimit"], '"rate-limit-1";r=1;t=1, "rate-limit-2";r=0;t=3599')
      const refused = yield* head(asUser(token))
      assert.deepInclude(refused.headers, { "retry-after": "1199" })
      assert.deepStrictEqual(yield* statuses(1), [401])
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it.effect("belongs to one tenant, and ignores preflights and the control plane", () =>
    Effect.gen(function* () {
      yield* limit("1/hour")
      assert.deepStrictEqual(yield* statuses(2), [401, 429])
      const preflight = { origin: "http://localhost:5173", "access-control-request-method": "GET" }
      for (const _ of [1, 2]) assert.strictEqual((yield* head(preflight, path, "OPTIONS")).status, 204)
      assert.strictEqual((yield* head(key, path, "OPTIONS")).status, 429)
      const refused = yield* head(key, path, "HEAD")
      assert.deepInclude(refused, { status: 429, text: "" })
      assert.deepStrictEqual(yield* statuses(1, { ...key, "x-mock-tenant": "other" }), [401])
      const { rateLimit } = yield* Effect.provide(Control, controlOf("other"))
      assert.deepStrictEqual(yield* rateLimit.read(), [])
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it.effect("can be reset and removed, and is not a part of the state", () =>
    Effect.gen(function* () {
      const { rateLimit, state } = yield* Control
      yield* limit("1/hour")
      assert.deepStrictEqual(yield* statuses(2), [401, 429])
      yield* state.reset({ payload: {} })
      assert.deepStrictEqual(yield* statuses(1), [429])
      assert.deepInclude((yield* rateLimit.reset())[0], { passed: 0, refused: 0, holders: [] })
      assert.deepStrictEqual(yield* statuses(2), [401, 429])
      assert.deepStrictEqual(yield* rateLimit.clear(), [])
      assert.deepStrictEqual(yield* statuses(2), [401, 401])
      const wrong = yield* Effect.flip(limit("5/minute for Auth.nothing"))
      assert.include(wrong.message + JSON.stringify(wrong), "There is no operation Auth.nothing.")
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it.effect("is in the journal, and not in the evidence of the service", () =>
    Effect.gen(function* () {
      const { evidence, journal } = yield* Control
      yield* limit("1/hour")
      yield* statuses(2)
      const [served, refused] = yield* journal.list({ query: {} })
      assert.deepInclude(served, { status: 401, faults: [] })
      assert.deepInclude(refused, { status: 429, faults: ["rate-limit-1"] })
      assert.match(refused?.reason ?? "", /^Too many requests/)
      const { undocumented } = yield* evidence.read()
      assert.deepInclude(
        undocumented.find(({ status }) => status === 429),
        { served: false, injected: true }
      )
    }).pipe(Effect.provide(controlled(frozen)))
  )

  it("of the option holds for every tenant, and an invalid one is rejected with a message", async () => {
    await using emulator = await startEmulator({ rateLimit: ["1/hour", { requests: 5, seconds: 1 }], ...frozen })
    for (const one of [emulator, emulator.tenant("other")]) {
      const statusOf = () => one.fetch(`${one.baseUrl.us}${path}`).then(({ status }) => status)
      assert.deepStrictEqual([await statusOf(), await statusOf()], [401, 429])
      const [entry] = await one.control.rateLimit.read()
      assert.deepInclude(entry, { id: "rate-limit-1", passed: 1, refused: 1 })
    }
    const wrong = await startEmulator({ rateLimit: "5/blink" }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.match(wrong, /^RangeError: The option rateLimit: "5\/blink" is not a rate limit\. Use a limit such as/)
  })
})

describe("the documentation of rate limits", () => {
  const page = readFileSync(new URL("../../../../../docs/emulator/rate-limits.md", import.meta.url), "utf8")
  const [, body = ""] = /-X PUT \S+\/__mock\/rate-limit -d '([^']+)'/.exec(page) ?? []

  it("has a working example", async () => {
    await using emulator = await startEmulator(frozen)
    const set = await emulator.fetch(new URL("/__mock/rate-limit", emulator.baseUrl.us), { method: "PUT", body })
    assert.strictEqual(set.status, 200)
    const entries = (await set.json()) as ReadonlyArray<{ readonly limit: unknown }>
    assert.deepStrictEqual(
      entries.map(({ limit }) => limit),
      [
        { requests: 100, seconds: 60, burst: 20 },
        { requests: 5, seconds: 1, by: "token", operations: ["EnterpriseUsers.list"] }
      ]
    )
  })
})
