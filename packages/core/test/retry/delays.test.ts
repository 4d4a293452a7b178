import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { CallOptions } from "../../src/CallOptions.ts"
import { CallTimeout } from "../../src/CallTimeout.ts"
import { Policy } from "../../src/Retry.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"
import { page, unavailable, users } from "./calls.ts"

describe("the time that repeats take", () => {
  it.effect("spreads repeats over the second half of their delay", () => {
    const { sent, layer } = wire((_, index) => (index === 0 ? unavailable() : json(200, page)))
    const policy = { times: 1, delay: "10 seconds", maxRetryAfter: 0, attemptTimeout: "1 minute", budget: 5 } as const
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(
        Random.withSeed(
          users((_) => _.list()),
          "half"
        )
      )
      yield* TestClock.adjust("4999 millis")
      assert.strictEqual(sent.length, 1)
      yield* TestClock.adjust("5000 millis")
      assert.strictEqual(sent.length, 2)
      yield* Fiber.join(call)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })

  it.effect("doubles the delay with each repeat", () => {
    const { sent, layer } = wire(() => unavailable())
    const policy = { times: 3, delay: "10 seconds", maxRetryAfter: 0, attemptTimeout: "1 minute", budget: 5 } as const
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* Effect.forkChild(Effect.provideService(Effect.exit(users((_) => _.list())), CallTimeout, "5 minutes"))
      // of each delay chance leaves out up to half: the least that three come to, and the most
      yield* TestClock.adjust("34999 millis")
      assert.isBelow(sent.length, 4)
      yield* TestClock.adjust("35001 millis")
      assert.strictEqual(sent.length, 4)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })

  it.effect("waits for the answer to an unsafe call longer than for an attempt of others", () => {
    const { sent, layer } = wire(() => Effect.delay(Effect.succeed(json(200, { id: 7 })), "15 seconds"))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(users((_) => _.provision({ email: "a@example.com" })))
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits for the answer to the last repeat longer than for others", () => {
    const { sent, layer } = wire((_, index) =>
      Effect.delay(Effect.succeed(json(200, page)), index === 0 ? "1 hour" : "15 seconds")
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(
        Effect.provideService(
          users((_) => _.list()),
          CallOptions,
          { retries: 1 }
        )
      )
      yield* TestClock.adjust("26 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })
})
