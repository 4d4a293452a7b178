import { assert, describe, it } from "@effect/vitest"
import { Auth, Client, Http, Region } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import * as Requests from "../../src/requests/Requests.ts"

const answer: Http.HttpResponse = { status: 200, headers: {}, body: '{"ü":1}' }

const headers = { accept: "application/json", authorization: "the user token", "x-service-api-key": "the key of all" }

const users: Http.HttpRequest = {
  method: "GET",
  url: "https://us.example.com/us/api/v1r1/enterprise/users?filter=email%3Da%40b.c&page=1",
  headers,
  body: undefined
}

const over = (exchange: Http.Exchange) => Requests.layer(Layer.succeed(Http.Http, { exchange }))

const send = (request: Http.HttpRequest) => Effect.flatMap(Http.Http, ({ exchange }) => exchange(request, 1000))

const all = Effect.map(Requests.Requests, ({ state }) => state.get())

describe("the log of requests", () => {
  it.effect("logs each request with its answer and duration", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000)
      const sending = yield* Effect.forkChild(send(users))
      yield* Effect.yieldNow
      const [pending] = yield* all
      assert.deepStrictEqual(pending?.outcome, { _tag: "Pending" })
      yield* TestClock.adjust("250 millis")
      assert.deepStrictEqual(yield* Fiber.join(sending), answer)
      assert.deepStrictEqual(yield* all, [
        {
          number: 1,
          at: 1_800_000_000_000,
          method: "GET",
          path: "/v1r1/enterprise/users?filter=email%3Da%40b.c&page=1",
          outcome: { _tag: "Answered", status: 200, bytes: 8, took: 250 },
          outgoing: {
            ...users,
            headers: { accept: "application/json", authorization: "…", "x-service-api-key": "…" }
          }
        }
      ])
    }).pipe(Effect.provide(over(() => Effect.delay(Effect.succeed(answer), "250 millis"))))
  )

  it.effect("logs requests that the contract does not have", () =>
    Effect.gen(function* () {
      yield* send({ ...users, url: "https://us.example.com/api/v1/contacts" })
      yield* send({ ...users, url: "https://us.example.com/health?a" })
      assert.deepStrictEqual(
        (yield* all).map(({ path }) => path),
        ["/v1/contacts", "/health?a="]
      )
    }).pipe(Effect.provide(over(() => Effect.succeed(answer))))
  )

  it.effect("logs why there was no answer without secrets, and fails in the same way", () => {
    const lost: Http.ConnectionLost = {
      _tag: "ConnectionLost",
      reason: "bad header: the user token",
      mayHaveLeft: true
    }
    const faults: Array<Effect.Effect<never, Http.ConnectionLost | Http.TooLarge>> = [
      Effect.fail(lost),
      Effect.fail({ _tag: "TooLarge" }),
      Effect.die("a bug")
    ]
    return Effect.gen(function* () {
      for (const fault of faults.slice())
        assert.deepStrictEqual(yield* Effect.exit(send(users)), yield* Effect.exit(fault))
      assert.deepStrictEqual(
        (yield* all).map(({ outcome }) => outcome),
        [
          { _tag: "Lost", why: "bad header: …", took: 0 },
          { _tag: "Lost", why: "its answer is longer than may be", took: 0 },
          { _tag: "Lost", why: "the program failed", took: 0 }
        ]
      )
    }).pipe(Effect.provide(over(() => Effect.suspend(() => faults.shift() ?? Effect.die("no more")))))
  })

  it.effect("logs an interrupted request as cancelled", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.timeoutOption(send(users), "3 seconds"))
        yield* Effect.yieldNow
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "None")
        yield* Deferred.await(interrupted)
        const [sent] = yield* all
        assert.deepStrictEqual(sent?.outcome, { _tag: "Lost", why: "nobody waited for it any more", took: 3000 })
      }).pipe(
        Effect.provide(over(() => Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))))
      )
    })
  )

  it.effect("keeps the last 200 requests, and ignores answers to earlier ones", () =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(send({ ...users, method: "HEAD" }))
      yield* Effect.yieldNow
      for (let count = 0; count < 250; count += 1) yield* send(users)
      const before = yield* all
      assert.deepStrictEqual([before.length, before[0]?.number, before.at(-1)?.number], [200, 52, 251])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(first)
      assert.strictEqual(yield* all, before)
      const { forget } = yield* Requests.Requests
      const late = yield* Effect.forkChild(send({ ...users, method: "HEAD" }))
      yield* Effect.yieldNow
      forget()
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(late)
      assert.deepStrictEqual(yield* all, [])
      yield* send(users)
      assert.deepStrictEqual(
        (yield* all).map(({ number }) => number),
        [253]
      )
    }).pipe(
      Effect.provide(
        over(({ method }) =>
          method === "HEAD" ? Effect.delay(Effect.succeed(answer), "1 second") : Effect.succeed(answer)
        )
      )
    )
  )

  it.effect("notifies subscribers when a request begins and ends", () =>
    Effect.gen(function* () {
      const { state } = yield* Requests.Requests
      const outcomes: Array<string | undefined> = []
      state.subscribe(() => outcomes.push(state.get().at(-1)?.outcome._tag))
      yield* send(users)
      assert.deepStrictEqual(outcomes, ["Pending", "Answered"])
    }).pipe(Effect.provide(over(() => Effect.succeed(answer))))
  )

  it.effect("does not log recorded requests", () =>
    Effect.gen(function* () {
      const logIn = Effect.flatMap(Auth.Auth, (auth) => auth.logIn({ email: "ada", password: Redacted.make("secret") }))
      const recorded = yield* Requests.firstRequest(logIn)
      assert.strictEqual(recorded?.url, "https://us.example.com/api/v1/auth")
      assert.deepStrictEqual(yield* all, [])
      assert.isTrue(Exit.isFailure(yield* Effect.exit(logIn)))
      assert.deepStrictEqual(
        (yield* all).map(({ path }) => path),
        ["/v1/auth"]
      )
    }).pipe(
      Effect.provide(
        Client.layer.pipe(
          Layer.provideMerge(Requests.layerRecorder(over(() => Effect.succeed(answer)))),
          Layer.provide(
            Region.Region.layer({ name: "us", baseUrl: "https://us.example.com", apiKey: Redacted.make("key") })
          )
        )
      )
    )
  )
})
