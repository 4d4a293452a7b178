import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../src/Auth.ts"
import { CallOptions } from "../src/CallOptions.ts"
import { CallTimeout } from "../src/CallTimeout.ts"
import { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import * as Protection from "../src/Protection.ts"
import { Session } from "../src/Session.ts"
import { json, wire } from "./support/wire.ts"

const logIn = Effect.flatMap(Auth, (auth) => auth.logIn({ email: "a", password: Redacted.make("p") }))

describe("Protection", () => {
  it.effect("stops calling a service that keeps failing, and tries again when the circuit closes", () => {
    let isDown = true
    const { sent, layer } = wire(() =>
      isDown ? new Response("busy", { status: 503 }) : json(200, { token: "t", refresh: "r" })
    )
    return Effect.gen(function* () {
      yield* Effect.replicateEffect(Effect.exit(logIn), 5)
      assert.strictEqual(sent.length, 3)
      const error = yield* Effect.flip(logIn)
      assert.deepInclude(error, { _tag: "CircuitOpen", seconds: 30 })
      assert.match(error.message, /was not sent: .* circuit breaker is open for 30 s/)
      isDown = false
      yield* TestClock.adjust("31 seconds")
      yield* logIn
      assert.strictEqual(sent.length, 4)
    }).pipe(
      Effect.provide(layer.pipe(Layer.provide(Protection.layerCircuitBreaker({ failures: 3, open: "30 seconds" }))))
    )
  })

  it.effect("stops calling a service that keeps being silent", () => {
    const { sent, layer } = wire(() => Effect.never)
    return Effect.gen(function* () {
      const calls = yield* Effect.forkChild(Effect.replicateEffect(Effect.flip(logIn), 3))
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(
        (yield* Fiber.join(calls)).map(({ _tag }) => _tag),
        ["TimedOut", "TimedOut", "CircuitOpen"]
      )
      assert.strictEqual(sent.length, 2)
    }).pipe(
      Effect.provide(layer.pipe(Layer.provide(Protection.layerCircuitBreaker({ failures: 2, open: "5 minutes" }))))
    )
  })

  it.effect("lets at most so many requests leave in a window", () => {
    const { sent, layer } = wire(() => json(200, { token: "t", refresh: "r" }))
    return Effect.gen(function* () {
      const calls = yield* Effect.forkChild(Effect.replicateEffect(logIn, 5, { concurrency: "unbounded" }))
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(calls)
      assert.strictEqual(sent.length, 5)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Protection.layerRateLimit({ limit: 2, window: "1 second" })))))
  })
})

describe("Protection that makes no sense", () => {
  it.effect.each([
    ["limit", Protection.layerRateLimit({ limit: 0, window: "1 second" })],
    ["limit", Protection.layerRateLimit({ limit: 1.5, window: "1 second" })],
    ["window", Protection.layerRateLimit({ limit: 1, window: 0 })],
    ["failures", Protection.layerCircuitBreaker({ failures: Number.NaN, open: "1 second" })],
    ["open", Protection.layerCircuitBreaker({ failures: 3, open: "-1 seconds" })]
  ] as const)("is refused by its %s", ([setting, layer]) =>
    Effect.gen(function* () {
      assert.deepInclude(yield* Effect.flip(Effect.scoped(Layer.build(layer))), { _tag: "InvalidSettings", setting })
    })
  )
})

describe("a request that waits for its turn", () => {
  const provision = Effect.flatMap(EnterpriseUsers, (users) => users.provision({ name: "Bob" }))
  const limited = (limit: number) => Protection.layerRateLimit({ limit, window: "12 seconds" })

  it.effect("starts its timeout after the rate limit", () => {
    const { sent, layer } = wire(() =>
      json(200, { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 })
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())
      const calls = yield* Effect.forkChild(Effect.replicateEffect(list, 3, { concurrency: "unbounded" }))
      yield* TestClock.adjust("25 seconds")
      yield* Fiber.join(calls)
      assert.strictEqual(sent.length, 3)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(limited(1)))))
  })

  it.effect("has not happened if its time ends before", () => {
    const { sent, layer } = wire(() => json(200, {}))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* provision
      const late = yield* Effect.forkChild(Effect.flip(Effect.provideService(provision, CallTimeout, "3 seconds")))
      yield* TestClock.adjust("4 seconds")
      assert.deepInclude(yield* Fiber.join(late), { _tag: "TimedOut", mayHaveHappened: false })
      assert.strictEqual(sent.length, 1)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(limited(1)))))
  })
})

describe("CallTimeout", () => {
  it.effect("is the time of an attempt that is not repeated", () => {
    const { layer } = wire(() => Effect.never)
    const list = Effect.flatMap(EnterpriseUsers, (users) => users.list()).pipe(
      Effect.provideService(CallTimeout, "1 minute"),
      Effect.provideService(CallOptions, { retries: 0 })
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(Effect.flip(list))
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* Fiber.join(call), { _tag: "TimedOut", seconds: 60 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends one call sooner than others, and cancels its request", () => {
    let cancelled = 0
    const { layer } = wire(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => cancelled++)))
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(Effect.flip(logIn).pipe(Effect.provideService(CallTimeout, "2 seconds")))
      yield* TestClock.adjust("3 seconds")
      assert.deepInclude(yield* Fiber.join(call), { _tag: "TimedOut", seconds: 2 })
      assert.strictEqual(cancelled, 1)
    }).pipe(Effect.provide(layer))
  })
})
