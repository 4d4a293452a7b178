import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { CallOptions } from "../../src/CallOptions.ts"
import { CallTimeout } from "../../src/CallTimeout.ts"
import * as Client from "../../src/Client.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import { RefreshTimeout } from "../../src/Session.ts"
import {
  authorizations,
  expired,
  list,
  page,
  pair,
  refreshes,
  service,
  shared,
  start,
  wireOver
} from "../support/session.ts"
import { json, region, wire } from "../support/wire.ts"

const answer = () => json(200, { token: "new", refresh: "r" })

const isNew = (token: string) => token === "new"

const slow = (seconds: number) => Effect.delay(Effect.sync(answer), `${seconds} seconds`)

describe("a call", () => {
  it.effect("ends in time though its tokens never come out of their store", () => {
    const store = shared(() => ({ load: Effect.never }))
    const { layer } = wireOver(
      store.layer,
      service(() => answer())
    )
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(Effect.flip(Effect.provideService(list, CallTimeout, "2 seconds")))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Fiber.join(call))._tag, "TimedOut")
    }).pipe(Effect.provide(layer))
  })
})

describe("a refresh", () => {
  it.effect.each([
    ["CallTimeout", Effect.provideService(CallTimeout, "200 millis")],
    ["Effect.timeout", Effect.timeout("200 millis")]
  ] as const)("outlives a call that has little time by %s, and its answer is kept", ([, limit]) => {
    const { sent, layer } = wire(service(() => slow(5), isNew))
    return Effect.gen(function* () {
      yield* start(pair("old"))
      const call = yield* Effect.forkChild(Effect.exit(limit(list)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(call))._tag, "Failure")
      yield* TestClock.adjust("5 seconds")
      yield* list
      assert.strictEqual(refreshes(sent).length, 1)
      assert.deepStrictEqual(authorizations(sent), ["old", "new"])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["30 seconds", Layer.empty, 30],
    ["what is set", Layer.succeed(RefreshTimeout, "3 seconds"), 3]
  ] as const)("ends after %s, however long its caller would wait", ([, limit, seconds]) => {
    const { layer } = wire(service(() => Effect.never, isNew))
    return Effect.gen(function* () {
      yield* start(pair("old"))
      const call = yield* Effect.forkChild(Effect.flip(Effect.provideService(list, CallTimeout, "1 hour")))
      yield* TestClock.adjust("40 seconds")
      const error = yield* Fiber.join(call)
      assert.deepInclude(error, { _tag: "TimedOut", seconds })
      assert.match(error.message, /POST \S+\/v1\/auth\/refresh had no answer/)
      assert.strictEqual(yield* Clock.currentTimeMillis, 40_000)
    }).pipe(Effect.provide(Layer.provide(layer, limit)))
  })

  it.effect("knows nothing of what its caller set for itself", () => {
    const seen: Array<unknown> = []
    const Mark = Context.Reference<string>("test/Mark", { defaultValue: () => "none" })
    const http = HttpClient.make((request) =>
      Effect.gen(function* () {
        if (!request.url.includes("refresh")) {
          return HttpClientResponse.fromWeb(
            request,
            isNew(request.headers.authorization ?? "") ? json(200, page) : expired()
          )
        }
        seen.push(yield* CallOptions, yield* Mark)
        return HttpClientResponse.fromWeb(request, answer())
      })
    )
    const layer = Client.layer.pipe(
      Layer.provide([region(), HttpEffect.layer]),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
    )
    return Effect.gen(function* () {
      yield* start(pair("old"))
      yield* list.pipe(
        Effect.provideService(CallOptions, { headers: { "x-mine": "1" }, retries: 0, extra: { query: { a: "1" } } }),
        Effect.provideService(Mark, "caller")
      )
      assert.deepStrictEqual(seen, [{}, "client"])
    }).pipe(Effect.provide(Layer.provide(layer, Layer.succeed(Mark, "client"))))
  })
})
