import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { CallTimeout } from "../../src/CallTimeout.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { Invitations } from "../../src/Invitations.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
const unavailable = (headers: Record<string, string> = {}) => new Response("busy", { status: 503, headers })

/** Within which calls that were waiting leave. */
const spread = "200 millis"

const users = <A, E>(act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(EnterpriseUsers, act)

describe("Retry-After", () => {
  it.effect.each([
    ["seconds", "10"],
    ["a date", new Date(10_000).toUTCString()]
  ] as const)("waits at least as long as Retry-After says in %s", ([, requested]) => {
    const { sent, layer } = wire((_, index) =>
      index === 0 ? unavailable({ "retry-after": requested }) : json(200, page)
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(users((_) => _.list()))
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(sent.length, 1)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("hands over at once an answer that asks to wait longer than the policy allows", () =>
    Effect.gen(function* () {
      const { sent, layer } = wire(() => unavailable({ "retry-after": "86400" }))
      yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("t") })
        const error = yield* Effect.flip(users((_) => _.list()))
        assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 503, retryAfter: 86_400 })
        assert.match(error.message, /asks to wait 86400 s/)
        assert.strictEqual(sent.length, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("holds calls of the same operation, and no others, while a Retry-After runs", () => {
    const { sent, layer } = wire((request) =>
      request.method === "POST" && sent.length === 1 ? unavailable({ "retry-after": "10" }) : json(200, page)
    )
    const provision = Effect.exit(users((_) => _.provision({ email: "a@example.com" })))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* provision
      const second = yield* Effect.forkChild(provision)
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(sent.length, 1)
      yield* users((_) => _.list())
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust(spread)
      yield* Fiber.join(second)
      assert.strictEqual(sent.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("lets calls that were waiting leave one after the other", () => {
    const left: Array<number> = []
    const { layer } = wire((_, index) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (index > 0) left.push(now)
        return index === 0 ? unavailable({ "retry-after": "10" }) : json(200, page)
      })
    )
    const provision = Effect.exit(users((_) => _.provision({ email: "a@example.com" })))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* provision
      const waiting = yield* Effect.forkChild(Effect.replicateEffect(provision, 20, { concurrency: "unbounded" }))
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.join(waiting)
      assert.isAbove(new Set(left).size, 5)
      assert.isAtLeast(Math.min(...left), 10_000)
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a call that is not sent only the status of the other answer", () => {
    const { sent, layer } = wire(
      (request) =>
        new Response(`slow down, ${request.body}`, {
          status: 429,
          headers: { "retry-after": "15", "x-requested-by": "7" }
        })
    )
    const invite = (token: string) =>
      Effect.flatMap(Invitations, (invitations) =>
        Effect.flip(invitations.session({ contact_tokens: [Redacted.make(token)] }))
      ).pipe(Effect.provideService(CallTimeout, "10 seconds"))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* invite("contact-of-the-first")
      const error = yield* invite("contact-of-the-second")
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 429, notSent: true, retryAfter: 15, excerpt: "" })
      assert.notInclude(inspect(error, { depth: 9 }), "contact-of")
      assert.include(error.message, "was not sent")
      assert.strictEqual(sent.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("hands over the answer that asks to wait if the time of a call ends before", () => {
    const { sent, layer } = wire(() => new Response("slow down", { status: 429, headers: { "retry-after": "15" } }))
    const list = Effect.flip(users((_) => _.list())).pipe(Effect.provideService(CallTimeout, "10 seconds"))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      assert.deepInclude(yield* list, { _tag: "UnexpectedAnswer", status: 429, retryAfter: 15 })
      assert.deepInclude(yield* list, { _tag: "UnexpectedAnswer", status: 429, retryAfter: 15 })
      assert.strictEqual(sent.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("holds calls as long as the longest Retry-After says", () => {
    const requested = ["20", "15", "1"]
    const { sent, layer } = wire((_, index) => {
      const after = requested[index]
      return after === undefined ? json(200, page) : unavailable({ "retry-after": after })
    })
    const provision = Effect.exit(users((_) => _.provision({ email: "a@example.com" }))).pipe(
      Effect.provideService(CallTimeout, "1 minute")
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* provision
      const both = yield* Effect.forkChild(Effect.all([provision, provision], { concurrency: 2 }))
      yield* TestClock.adjust("19 seconds")
      assert.strictEqual(sent.length, 1)
      // the first of both asks for 15 seconds, which hold the other
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust(spread)
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("14 seconds")
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust(spread)
      yield* Fiber.join(both)
      assert.strictEqual(sent.length, 3)
      const last = yield* Effect.forkChild(provision)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(sent.length, 3)
      yield* TestClock.adjust("700 millis")
      yield* Fiber.join(last)
      assert.strictEqual(sent.length, 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(["30 seconds", "10 minutes"] as const)(
    "fails a call of %s at once while a Retry-After runs longer than the policy allows",
    (timeout) => {
      const { sent, layer } = wire((_, index) =>
        index === 0 ? unavailable({ "retry-after": "300" }) : json(200, page)
      )
      const list = Effect.provideService(
        users((_) => _.list()),
        CallTimeout,
        timeout
      )
      return Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("t") })
        yield* Effect.flip(list)
        assert.deepInclude(yield* Effect.flip(list), { status: 503, notSent: true, retryAfter: 300 })
        yield* TestClock.adjust("279 seconds")
        assert.deepInclude(yield* Effect.flip(list), { status: 503, notSent: true, retryAfter: 21 })
        assert.strictEqual(sent.length, 1)
        yield* TestClock.adjust("1 second")
        const waiting = yield* Effect.forkChild(list)
        yield* TestClock.adjust("19 seconds")
        assert.strictEqual(sent.length, 1)
        yield* TestClock.adjust("1 second")
        yield* TestClock.adjust(spread)
        yield* Fiber.join(waiting)
        assert.strictEqual(sent.length, 2)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("holds calls for an hour at most", () => {
    const { sent, layer } = wire((_, index) =>
      index === 0 ? unavailable({ "retry-after": "86400" }) : json(200, page)
    )
    const list = users((_) => _.list())
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* Effect.flip(list)
      yield* TestClock.adjust("59 minutes")
      assert.deepInclude(yield* Effect.flip(list), { notSent: true })
      yield* TestClock.adjust("1 minute")
      yield* list
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a call that is not sent the whole Retry-After", () => {
    const { sent, layer } = wire(() => unavailable({ "retry-after": "86400" }))
    const list = Effect.flip(users((_) => _.list())).pipe(Effect.provideService(CallTimeout, "10 seconds"))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* list
      assert.deepInclude(yield* list, { notSent: true, retryAfter: 86_400 })
      assert.strictEqual(sent.length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("holds calls for the first Retry-After, even if a running call gets a shorter one", () => {
    const { sent, layer } = wire((_, index) =>
      Effect.delay(
        Effect.sync(() => unavailable({ "retry-after": index === 0 ? "10" : "1" })),
        `${index + 1} seconds`
      )
    )
    const provision = Effect.exit(users((_) => _.provision({ email: "a@example.com" })))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const both = yield* Effect.forkChild(Effect.all([provision, provision], { concurrency: 2 }))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(both)
      yield* Effect.forkChild(provision)
      yield* TestClock.adjust("8 seconds")
      assert.strictEqual(sent.length, 2)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(sent.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["a date that is over", new Date(0).toUTCString(), 0],
    ["a fraction", "1.5", undefined],
    ["a number below none", "-5", undefined],
    ["words", "soon", undefined]
  ] as const)("ignores the Retry-After of %s", ([, requested, seconds]) =>
    Effect.gen(function* () {
      const { layer } = wire(() => unavailable({ "retry-after": requested }))
      yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("t") })
        yield* TestClock.adjust("1 hour")
        const error = yield* Effect.flip(users((_) => _.provision({ email: "a@example.com" })))
        assert.strictEqual(error._tag === "UnexpectedAnswer" ? error.retryAfter : error._tag, seconds)
      }).pipe(Effect.provide(layer))
    })
  )
})
