import { assert, describe, it, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { JournalQuery } from "../../../src/control/journalEntries.ts"
import { Control } from "../../../src/library/Control.ts"
import { controlled, controlOf } from "../../support/control.ts"
import { last, list } from "../../support/journal.ts"
import { at, textAt } from "../../support/json.ts"
import { startRequest } from "../../support/startRequest.ts"
import { asAda, key, logIn, send } from "../../support/wire.ts"

const Patch = Schema.Array(Schema.Struct({ path: Schema.String }))

const users = "/api/v1r1/enterprise/users"

layer(controlled({ frozenAt: "2026-03-01T12:00:00Z" }))("the journal of a tenant", (it) => {
  it.effect("shows a request with its response, changes, e-mails and gaps", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const body = { email: "new@example.com" }
      const { json, text } = yield* send("POST", users, { headers, body })
      const entry = yield* last
      assert.strictEqual(entry.operation, "EnterpriseUsers.provision")
      assert.strictEqual(entry.method, "POST")
      assert.deepStrictEqual(entry.at, DateTime.makeUnsafe("2026-03-01T12:00:00Z"))
      assert.isNumber(entry.duration)
      assert.strictEqual(entry.request.url, `/us${users}`)
      assert.strictEqual(entry.request.headers["x-service-api-key"], "demo-api-key")
      assert.strictEqual(entry.request.headers["authorization"], headers.authorization)
      assert.deepStrictEqual(entry.request.body, { text: JSON.stringify(body) })
      assert.strictEqual(entry.answer?.status, 200)
      assert.strictEqual(entry.answer?.headers["content-type"], "application/json")
      assert.deepStrictEqual(entry.answer?.body, { text })
      const paths = Schema.decodeUnknownSync(Patch)(entry.changes.us).map(({ path }) => path)
      assert.includeMembers(paths, [`/users/${String(at(json, "id"))}`, "/outbox/3", "/pods/1/user_count"])
      assert.isUndefined(entry.changes.eu)
      assert.deepStrictEqual(entry.mails, [{ id: 3, kind: "welcome", to: "new@example.com" }])
      assert.deepInclude(entry.gaps, { id: "users.answer", choice: "entry" })
      assert.notInclude(
        entry.gaps.map(({ id }) => id),
        "filter.operators"
      )
      assert.isUndefined(entry.hint)
    })
  )

  it.effect("shows the error message of a failed request, in each error format", () =>
    Effect.gen(function* () {
      const { faults, journal } = yield* Control
      yield* journal.clear()
      const headers = yield* asAda
      const failed = [
        yield* send("GET", users, { headers: {} }),
        yield* send("GET", "/api/v1/calls/none", { headers }),
        yield* send("GET", "/api/v1/calls", { headers: { ...headers, authorization: "none" } })
      ]
      yield* faults.make({ payload: { operations: ["*"], does: { kind: "html" } } })
      yield* send("GET", users, { headers })
      yield* faults.clear()
      const messages = failed.map(({ json }) => (typeof json === "string" ? json : textAt(json, "message")))
      assert.deepStrictEqual(
        (yield* list()).map(({ reason }) => reason),
        [undefined, ...messages, undefined]
      )
    })
  )

  it.effect("lists entries by operation, status, region and sequence number, the newest last", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      yield* journal.clear()
      const headers = yield* asAda
      const [first] = yield* list()
      yield* send("GET", users, { headers })
      yield* send("GET", users, { headers: {} })
      yield* send("GET", users, { headers: {}, region: "eu" })
      const statusesOf = (query: JournalQuery) => Effect.map(list(query), (all) => all.map(({ status }) => status))
      assert.deepStrictEqual(yield* statusesOf({}), [200, 200, 400, 400])
      assert.deepStrictEqual(yield* statusesOf({ operation: "EnterpriseUsers.list" }), [200, 400, 400])
      assert.deepStrictEqual(yield* statusesOf({ status: "200" }), [200, 200])
      assert.deepStrictEqual(yield* statusesOf({ status: "4xx", region: "us" }), [400])
      assert.deepStrictEqual(yield* statusesOf({ since: first?.id ?? 0, limit: 2 }), [400, 400])
      const ids = (yield* list()).map(({ id }) => id)
      assert.deepStrictEqual(
        ids,
        ids.toSorted((one, other) => one - other)
      )
      assert.deepStrictEqual(yield* journal.clear(), { removed: 4 })
      assert.deepStrictEqual(yield* list(), [])
      const missing = yield* Effect.flip(journal.read({ params: { id: ids[0] ?? 0 } }))
      assert.strictEqual(missing._tag, "NotFoundProblem")
    })
  )

  it.effect("contains no requests of other tenants", () =>
    Effect.gen(function* () {
      yield* logIn()
      assert.deepStrictEqual(yield* Effect.provide(list(), controlOf("quiet")), [])
    })
  )

  it.effect("marks requests that a fault affected, and records the response of the service", () =>
    Effect.gen(function* () {
      const { faults } = yield* Control
      const headers = yield* asAda
      const { id } = yield* faults.make({
        payload: { operations: ["EnterpriseUsers.list"], does: { kind: "status", status: 503 }, after: true }
      })
      yield* send("GET", users, { headers })
      const entry = yield* last
      assert.deepStrictEqual(entry.faults, [id])
      assert.strictEqual(entry.answer?.status, 503)
      assert.strictEqual(entry.service_answer?.status, 200)
      yield* faults.clear()
    })
  )

  it.effect("lists the gaps of a response that came from a cache", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const reliedOn = Effect.andThen(
        send("GET", "/api/v1/calls?filter=recordingStatus%3Dfinished", { headers }),
        Effect.map(last, ({ gaps }) => gaps.map(({ id }) => id))
      )
      const first = yield* reliedOn
      assert.includeMembers(first, ["calls.recording-status", "filter.combination"])
      assert.deepStrictEqual(yield* reliedOn, first)
    })
  )

  it.effect("can be followed live", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      const following = yield* journal.stream()
      yield* logIn()
      yield* send("GET", users, { headers: {} })
      const heard = yield* Stream.runCollect(Stream.take(following, 2))
      assert.deepStrictEqual(
        heard.map(({ operation, status }) => [operation, status]),
        [
          ["Auth.logInV1R1", 200],
          ["EnterpriseUsers.list", 400]
        ]
      )
      assert.strictEqual(heard[1]?.id, (heard[0]?.id ?? 0) + 1)
    })
  )
})

describe("a followed journal", () => {
  it.effect("ends when its tenant is dropped or replaced", () =>
    Effect.gen(function* () {
      const { state, tenants } = yield* Control
      const following = Effect.provide(
        Effect.flatMap(Control, ({ journal }) => journal.stream()),
        controlOf("brief")
      )
      const dropped = yield* following
      yield* tenants.drop({ params: { name: "brief" } })
      assert.lengthOf(yield* Stream.runCollect(dropped), 0)
      const replaced = yield* following
      yield* state.branch({ params: { name: "current" }, payload: { tenant: "brief" } })
      assert.lengthOf(yield* Stream.runCollect(replaced), 0)
    }).pipe(Effect.provide(controlled()))
  )
})

describe("the entry of a request whose client disconnected", () => {
  it.effect("is marked", () =>
    Effect.gen(function* () {
      const { leave } = yield* startRequest({ headers: key, body: { email: "slow@example.com" } })
      yield* leave
      const entries = yield* Effect.repeat(list(), { until: (entries) => entries.length > 0 })
      assert.deepInclude(entries[0], { gone: true, status: null, changed: false })
    }).pipe(Effect.provide(controlled()), Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  )
})

describe("an emulator without a journal", () => {
  it.effect("records nothing, and its journal requests fail with the reason", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      yield* logIn()
      assert.deepStrictEqual(yield* list(), [])
      const missing = yield* Effect.flip(journal.read({ params: { id: 1 } }))
      assert.include(String(missing), "--journal 0")
      assert.include(String(yield* Effect.flip(journal.stream())), "--journal 0")
    }).pipe(Effect.provide(controlled({ journal: 0 })))
  )
})
