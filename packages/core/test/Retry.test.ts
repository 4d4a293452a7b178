import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../src/Auth.ts"
import { CallOptions } from "../src/CallOptions.ts"
import { CallTimeout } from "../src/CallTimeout.ts"
import * as Client from "../src/Client.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import type { Exchange } from "../src/Http.ts"
import { Http } from "../src/Http.ts"
import { Policy } from "../src/Retry.ts"
import { Session } from "../src/Session.ts"
import type { Answer } from "./support/wire.ts"
import { json, region, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
const unavailable = (headers: Record<string, string> = {}) => new Response("busy", { status: 503, headers })

const requestsOf = (answer: Answer, act: Effect.Effect<unknown, unknown, Auth | EnterpriseUsers>) => {
  const { sent, layer } = wire(answer)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("t") })
    const call = yield* Effect.forkChild(Effect.exit(act))
    yield* TestClock.adjust("20 seconds")
    yield* Fiber.join(call)
    return sent.length
  }).pipe(Effect.provide(layer))
}

const twiceBusy: Answer = (_, index) => (index < 2 ? unavailable() : json(200, page))

const users = <A, E>(act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(EnterpriseUsers, act)

describe("Retry", () => {
  it.effect("repeats a safe call until the service is back", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          twiceBusy,
          users((_) => _.list())
        ),
        3
      )
    })
  )

  it.effect("gives up on a safe call after three repeats", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          () => unavailable(),
          users((_) => _.list())
        ),
        4
      )
    })
  )

  it.effect("repeats idempotent calls", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          twiceBusy,
          users((_) => _.deactivate(UserId.make(7)))
        ),
        3
      )
    })
  )

  it.effect.each([
    ["provision", users((_) => _.provision({ email: "a@example.com" }))],
    ["log-in", Effect.flatMap(Auth, (auth) => auth.logIn({ email: "a", password: Redacted.make("p") }))]
  ] as const)("sends an unsafe %s once", ([, act]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requestsOf(() => unavailable(), act), 1)
    })
  )

  it.effect.each([408, 429, 500, 502, 503, 504, 507, 520, 599])("repeats on %i", (status) =>
    Effect.gen(function* () {
      const answer: Answer = (_, index) => (index === 0 ? new Response("", { status }) : json(200, page))
      assert.strictEqual(
        yield* requestsOf(
          answer,
          users((_) => _.list())
        ),
        2
      )
    })
  )

  it.effect("says of a call without an answer whether it may have been carried out", () => {
    const { layer } = wire(() => Effect.never)
    const outcomes = Effect.all(
      [
        Effect.flip(users((_) => _.list())),
        Effect.flip(users((_) => _.deactivate(UserId.make(7)))),
        Effect.flip(users((_) => _.provision({ email: "a@example.com" })))
      ],
      { concurrency: 3 }
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const calls = yield* Effect.forkChild(outcomes)
      yield* TestClock.adjust("1 minute")
      const [list, deactivate, provision] = yield* Fiber.join(calls)
      assert.deepInclude(list, { _tag: "TimedOut", mayHaveHappened: false })
      assert.match(list.message, /try again/)
      for (const error of [deactivate, provision]) {
        assert.deepInclude(error, { _tag: "TimedOut", mayHaveHappened: true })
        assert.match(error.message, /may have done it all the same: look before you send it again/)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("stops repeating when the calls of a client have used up their budget", () => {
    const { sent, layer } = wire(() => unavailable())
    const policy = { times: 3, delay: "1 milli", longestRetryAfter: 0, attempt: "1 second", budget: 5 } as const
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const calls = yield* Effect.forkChild(Effect.replicateEffect(Effect.exit(users((_) => _.list())), 10))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(calls)
      assert.strictEqual(sent.length, 10 + 5)
    }).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Policy, policy)))))
  })

  it.effect("repeats an attempt that gets no answer", () => {
    const { sent, layer } = wire((_, index) => (index === 0 ? Effect.never : json(200, page)))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(users((_) => _.list()))
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("earns a repeat by ten answers, and never more than its budget holds", () => {
    let isBusy = false
    const { sent, layer } = wire(() => (isBusy ? unavailable() : json(200, page)))
    const policy = { times: 3, delay: "1 milli", longestRetryAfter: 0, attempt: "1 second", budget: 2 } as const
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

  it.effect("spreads repeats over the second half of their delay", () => {
    const { sent, layer } = wire((_, index) => (index === 0 ? unavailable() : json(200, page)))
    const policy = { times: 1, delay: "10 seconds", longestRetryAfter: 0, attempt: "1 minute", budget: 5 } as const
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
    const policy = { times: 3, delay: "10 seconds", longestRetryAfter: 0, attempt: "1 minute", budget: 5 } as const
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

  it.effect("may have been carried out where the call ends in its first attempt", () => {
    const { layer } = wire(() => Effect.never)
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(
        Effect.flip(users((_) => _.deactivate(UserId.make(7)))).pipe(Effect.provideService(CallTimeout, "5 seconds"))
      )
      yield* TestClock.adjust("6 seconds")
      assert.deepInclude(yield* Fiber.join(call), { _tag: "TimedOut", seconds: 5, mayHaveHappened: true })
    }).pipe(Effect.provide(layer))
  })

  it.effect("may have been carried out where an attempt before the last may have been", () => {
    let attempts = 0
    const exchange: Exchange = () =>
      attempts++ === 0
        ? Effect.succeed({ status: 502, headers: {}, body: "" })
        : Effect.fail({ _tag: "Lost", reason: "connect ECONNREFUSED", mayHaveLeft: false })
    const layer = Client.layer.pipe(Layer.provide([region(), Layer.succeed(Http, { exchange })]))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(Effect.flip(users((_) => _.deactivate(UserId.make(7)))))
      yield* TestClock.adjust("20 seconds")
      const error = yield* Fiber.join(call)
      assert.deepInclude(error, { _tag: "ConnectionFailed", wasSent: false, mayHaveHappened: true })
    }).pipe(Effect.provide(layer))
  })

  it.effect("spends nothing of the budget on a repeat for which the call has no time left", () => {
    const { sent, layer } = wire(() => unavailable())
    const policy = { times: 1, delay: "10 seconds", longestRetryAfter: 0, attempt: "1 second", budget: 1 } as const
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
