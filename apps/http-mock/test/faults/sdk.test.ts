import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Calls } from "@remote-assist/core/Calls"
import { CallTimeout } from "@remote-assist/core/CallTimeout"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import { Policy } from "@remote-assist/core/Retry"
import { Session } from "@remote-assist/core/Session"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import type { Fault } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"
import { until } from "./support/connection.ts"
import { fault, hit, hitsOf, noFaults } from "./support/fault.ts"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const control = Layer.unwrap(Effect.map(originOf, (origin) => Control.layer({ origin })))

const patient = {
  times: 3,
  delay: "1 millis",
  maxRetryAfter: "20 seconds",
  attemptTimeout: "1 hour",
  budget: 1000
} as const

const sdk = Layer.provide(Layer.merge(Client.layer, control), Layer.merge(region, Layer.succeed(Policy, patient)))

const onSocket = Layer.provideMerge(
  sdk,
  Layer.mergeAll(Emulator.layerServer({ port: 0 }), HttpNode.layer, NodeHttpClient.layerUndici)
)

const asAda = Effect.gen(function* () {
  const { demo } = yield* Emulator
  const session = yield* Session
  yield* session.logIn({ email: demo.email, password: Redacted.make(demo.password) })
})

const users = Effect.flatMap(EnterpriseUsers, (users) => users.list())

const calls = Effect.flatMap(Calls, (calls) => calls.list())

/** The result of a call under a fault, and the number of hits. */
const under = Effect.fnUntraced(function* <A, E, R>(definition: Fault, call: Effect.Effect<A, E, R>) {
  const id = yield* fault(definition)
  const outcome = yield* Effect.match(call, {
    onSuccess: () => ({ _tag: "Success" }),
    onFailure: (error) => error
  })
  const hits = yield* hitsOf(id)
  yield* noFaults
  return { outcome, hits }
})

const onUsers = (definition: Omit<Fault, "operations">) =>
  under({ operations: ["EnterpriseUsers.list"], ...definition }, users)

const onCalls = (definition: Omit<Fault, "operations">) => under({ operations: ["Calls.list"], ...definition }, calls)

describe("the SDK handles", () => {
  it.live("errors of the interface, and retries only 500", () =>
    Effect.gen(function* () {
      yield* asAda
      const refused = yield* onUsers({ does: { kind: "status", status: 400 } })
      assert.deepInclude(refused.outcome, { _tag: "ErrorV1R1", status: 400 })
      assert.strictEqual(refused.hits, 1)
      const text = yield* onCalls({ does: { kind: "status", status: 401, message: "Invalid token" } })
      assert.deepInclude(text.outcome, { _tag: "ErrorText", status: 401, message: "Invalid token" })
      const internal = yield* onCalls({ does: { kind: "status", status: 500 } })
      assert.deepInclude(internal.outcome, { _tag: "ErrorV1", status: 500 })
      assert.strictEqual(internal.hits, 4)
    }).pipe(Effect.provide(onSocket))
  )

  it.live("an expired token in both forms, and renews the session once", () =>
    Effect.gen(function* () {
      yield* asAda
      const once = { does: { kind: "expired" }, when: { first: 1 } } as const
      assert.deepStrictEqual(yield* onUsers(once), { outcome: { _tag: "Success" }, hits: 1 })
      assert.deepStrictEqual(yield* onCalls(once), { outcome: { _tag: "Success" }, hits: 1 })
      yield* fault({ operations: ["Auth.refresh"], does: { kind: "status", status: 401 } })
      assert.strictEqual((yield* onCalls({ does: { kind: "expired" } })).outcome._tag, "SessionEnded")
    }).pipe(Effect.provide(onSocket))
  )

  it.live("undocumented answers, after retries that may help", () =>
    Effect.gen(function* () {
      yield* asAda
      const busy = yield* onUsers({ does: { kind: "status", status: 503 } })
      assert.deepInclude(busy.outcome, { _tag: "UnexpectedAnswer", status: 503 })
      assert.strictEqual(busy.hits, 4)
      const html = yield* onUsers({ does: { kind: "html" } })
      assert.deepInclude(html.outcome, { _tag: "UnexpectedAnswer", status: 502 })
      assert.strictEqual(html.hits, 4)
      for (const shape of ["cut", "other"] as const) {
        const malformed = yield* onUsers({ does: { kind: "malformed", shape } })
        assert.deepInclude(malformed.outcome, { _tag: "UnexpectedAnswer", status: 200 })
        assert.strictEqual(malformed.hits, 1)
      }
      const tooLong = yield* onUsers({ does: { kind: "rateLimit", retryAfter: 60 } })
      assert.deepInclude(tooLong.outcome, { _tag: "UnexpectedAnswer", status: 429, retryAfter: 60 })
      assert.strictEqual(tooLong.hits, 1)
    }).pipe(Effect.provide(onSocket))
  )

  it.live("a broken connection, and reconnects if that is safe", () =>
    Effect.gen(function* () {
      yield* asAda
      const once = yield* onUsers({ does: { kind: "reset" }, when: { first: 1 } })
      assert.deepStrictEqual(once, { outcome: { _tag: "Success" }, hits: 1 })
      const always = yield* onUsers({ does: { kind: "reset" } })
      assert.deepStrictEqual([always.outcome._tag, always.hits], ["ConnectionFailed", 4])
      const truncated = yield* onUsers({ does: { kind: "truncate" } })
      assert.deepStrictEqual([truncated.outcome._tag, truncated.hits], ["ConnectionFailed", 4])
    }).pipe(Effect.provide(onSocket))
  )

  it.live("a lost answer to a request without retries, which runs once", () =>
    Effect.gen(function* () {
      yield* asAda
      const provision = Effect.flatMap(EnterpriseUsers, (users) =>
        users.provision({ email: "lost@example.com", name: "Lost Answer" })
      )
      const lost = yield* under(
        { operations: ["EnterpriseUsers.provision"], does: { kind: "reset" }, after: true },
        provision
      )
      assert.deepStrictEqual([lost.outcome._tag, lost.hits], ["ConnectionFailed", 1])
      assert.strictEqual((yield* users).total_entries, 5)
    }).pipe(Effect.provide(onSocket))
  )

  it.live("a slow body, and reads all of it", () =>
    Effect.gen(function* () {
      yield* asAda
      const slow = yield* onUsers({ does: { kind: "slow", chunk: 500, every: 1 } })
      assert.deepStrictEqual(slow, { outcome: { _tag: "Success" }, hits: 1 })
    }).pipe(Effect.provide(onSocket))
  )

  it.live("a latency longer than its timeout", () =>
    Effect.gen(function* () {
      yield* asAda
      const late = yield* under(
        { operations: ["EnterpriseUsers.list"], latency: { fixed: 3_600_000 } },
        Effect.provideService(users, CallTimeout, "50 millis")
      )
      assert.deepStrictEqual([late.outcome._tag, late.hits], ["TimedOut", 1])
    }).pipe(Effect.provide(onSocket))
  )

  it.effect("a rate limit, and waits as long as required", () =>
    Effect.gen(function* () {
      yield* asAda
      const id = yield* fault({
        operations: ["EnterpriseUsers.list"],
        does: { kind: "rateLimit", retryAfter: 10 },
        when: { first: 1 }
      })
      const call = yield* Effect.forkChild(Effect.provideService(users, CallTimeout, "1 hour"))
      yield* hit(id)
      const clock = yield* TestClock.testClockWith(Effect.succeed)
      const begun = clock.currentTimeMillisUnsafe()
      yield* until(
        Effect.sync(() => call.pollUnsafe() !== undefined),
        TestClock.adjust("100 millis")
      )
      assert.strictEqual((yield* Fiber.join(call)).total_entries, 4)
      const waited = Duration.toSeconds(clock.currentTimeMillisUnsafe() - begun)
      assert.isAtLeast(waited, 10)
    }).pipe(Effect.provide(onSocket))
  )
})
