import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../../src/Auth.ts"
import { CallTimeout } from "../../src/CallTimeout.ts"
import * as Client from "../../src/Client.ts"
import { EnterpriseUsers, UserId } from "../../src/EnterpriseUsers.ts"
import type { Exchange } from "../../src/Http.ts"
import { Http } from "../../src/Http.ts"
import { Policy } from "../../src/Retry.ts"
import { Session } from "../../src/Session.ts"
import type { Answer } from "../support/wire.ts"
import { json, region, wire } from "../support/wire.ts"
import { page, unavailable, users } from "./calls.ts"

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

describe("Retry", () => {
  it.effect.each<[string, Partial<Policy>]>([
    ["times", { times: -1 }],
    ["budget", { budget: -0.5 }],
    ["delay", { delay: "5 secs" as any }],
    ["maxRetryAfter", { maxRetryAfter: undefined as any }],
    ["attemptTimeout", { attemptTimeout: -5 }]
  ])("refuses a policy whose %s is invalid", ([name, invalid]) =>
    Effect.gen(function* () {
      const { sent, layer } = wire(() => json(200, page))
      const policy = { ...Policy.defaultValue(), ...invalid }
      const call = Effect.flatMap(Session, ({ logIn }) => logIn({ email: "ada", password: Redacted.make("correct") }))
      const error = yield* Effect.flip(call).pipe(Effect.provide(layer), Effect.provideService(Policy, policy))
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.include(error.message, `${name} of Retry.Policy must be 0 or more: a number, or a duration such as`)
      assert.isEmpty(sent)
    })
  )

  it.effect.each([-5, 0, "5 secs" as any])("refuses the CallTimeout %j", (timeout) =>
    Effect.gen(function* () {
      const { sent, layer } = wire(() => json(200, page))
      const call = Effect.flatMap(Session, ({ logIn }) => logIn({ email: "ada", password: Redacted.make("correct") }))
      const error = yield* Effect.flip(call).pipe(Effect.provide(layer), Effect.provideService(CallTimeout, timeout))
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.include(error.message, 'CallTimeout must be a duration above 0, such as "5 seconds".')
      assert.isEmpty(sent)
    })
  )

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
        assert.match(error.message, /may have executed it\. Check before you send it again/)
      }
    }).pipe(Effect.provide(layer))
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

  it.effect("may have been carried out if the call ends in its first attempt", () => {
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

  it.effect("may have been carried out if an attempt before the last may have been", () => {
    let attempts = 0
    const exchange: Exchange = () =>
      attempts++ === 0
        ? Effect.succeed({ status: 502, headers: {}, body: "" })
        : Effect.fail({ _tag: "ConnectionLost", reason: "connect ECONNREFUSED", mayHaveLeft: false })
    const layer = Client.layer.pipe(Layer.provide([region(), Layer.succeed(Http, { exchange })]))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(Effect.flip(users((_) => _.deactivate(UserId.make(7)))))
      yield* TestClock.adjust("20 seconds")
      const error = yield* Fiber.join(call)
      assert.deepInclude(error, { _tag: "ConnectionFailed", wasSent: false, mayHaveHappened: true })
    }).pipe(Effect.provide(layer))
  })
})
