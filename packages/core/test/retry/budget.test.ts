import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { CallTimeout } from "../../src/CallTimeout.ts"
import { Policy } from "../../src/Retry.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"
import { page, unavailable, users } from "./calls.ts"

describe("the budget of repeats", () => {
  it.effect("stops repeating when the calls of a client have used up their budget", () => {
    const { sent, layer } = wire(() => unavailable())
    const policy = { times: 3, delay: "1 milli", maxRetryAfter: 0, attemptTimeout: "1 second", budget: 5 } as const
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const calls = yield* Effect.forkChild(Effect.replicateEffect(Effect.exit(users((_) => _.list())), 10))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(calls)
      assert.strictEqual(sent.length, 10 + 5)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })

  it.effect("earns a repeat by ten answers, and never more than its budget holds", () => {
    let isBusy = false
    const { sent, layer } = wire(() => (isBusy ? unavailable() : json(200, page)))
    const policy = { times: 3, delay: "1 milli", maxRetryAfter: 0, attemptTimeout: "1 second", budget: 2 } as const
    const list = Effect.exit(users((_) => _.list()))
    const repeatsOf = (calls: number, busy: boolean) =>
      Effect.gen(function* () {
        isBusy = busy
        const before = sent.length
        const running = yield* Effect.forkChild(Effect.replicateEffect(list, calls))
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(running)
        return sent.length - before - calls
      })
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* repeatsOf(100, false)
      assert.strictEqual(yield* repeatsOf(10, true), 2)
      yield* repeatsOf(11, false)
      assert.strictEqual(yield* repeatsOf(10, true), 1)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })

  it.effect("spends nothing of the budget on a repeat for which the call has no time left", () => {
    const { sent, layer } = wire(() => unavailable())
    const policy = { times: 1, delay: "10 seconds", maxRetryAfter: 0, attemptTimeout: "1 second", budget: 1 } as const
    const list = Effect.exit(users((_) => _.list()))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* Effect.provideService(list, CallTimeout, "2 seconds")
      assert.strictEqual(sent.length, 1)
      const call = yield* Effect.forkChild(Effect.provideService(list, CallTimeout, "1 minute"))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 3)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })
})
