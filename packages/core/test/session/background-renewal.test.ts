import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"

import { authorizations, jwt, list, refreshes, refused, service, settled, start } from "../support/session.ts"
import { json, wire } from "../support/wire.ts"

const tokens = (exp: number) => ({ token: Redacted.make(jwt(exp)), refresh: Redacted.make("r") })

const renewed = (exp: number) => json(200, { token: jwt(exp), refresh: "r-2" })

describe("a token that expires soon", () => {
  it.effect("is sent while it is renewed in the background", () => {
    const { sent, layer } = wire(service(() => Effect.delay(Effect.succeed(renewed(7200)), "5 seconds")))
    return Effect.gen(function* () {
      yield* start(tokens(3600))
      yield* list
      yield* TestClock.adjust("3570 seconds")
      yield* Effect.all([list, list], { concurrency: 2 })
      yield* list
      assert.strictEqual(refreshes(sent).length, 1)
      yield* TestClock.adjust("5 seconds")
      yield* settled
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(3600), jwt(3600), jwt(3600), jwt(3600), jwt(7200)])
      assert.strictEqual(refreshes(sent).length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is waited for once it has expired", () => {
    const { sent, layer } = wire(service(() => Effect.delay(Effect.succeed(renewed(7200)), "5 seconds")))
    return Effect.gen(function* () {
      yield* start(tokens(3600))
      yield* TestClock.adjust("3600 seconds")
      const call = yield* Effect.forkChild(list)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(call)
      assert.deepStrictEqual(authorizations(sent), [jwt(7200)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is renewed ahead with a pause after each failure, and no call fails by that", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => lines.push(String(message)))
    const { sent, layer } = wire(service(() => json(500, { code: 1, message: "Internal" })))
    return Effect.gen(function* () {
      yield* start(tokens(60))
      for (let second = 0; second < 59; second++) {
        yield* Effect.all([list, list, list])
        yield* settled
        yield* TestClock.adjust("1 second")
      }
      // after 0, 1, 3, 7, 15 and 31 seconds
      assert.strictEqual(refreshes(sent).length, 6)
      assert.isTrue(lines.some((line) => line.includes("not renewed: Internal")))
    }).pipe(
      Effect.provide(Layer.provideMerge(layer, Logger.layer([logger]))),
      Effect.provideService(References.MinimumLogLevel, "All")
    )
  })

  it.effect("is sent until it has expired when the service refuses to renew it, and the session ends then", () => {
    const { sent, layer } = wire(service(refused))
    return Effect.gen(function* () {
      yield* start(tokens(30))
      for (let second = 0; second < 30; second++) {
        yield* list
        yield* settled
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(refreshes(sent).length, 1)
      assert.match((yield* Effect.flip(list)).message, /Invalid refresh token/)
      assert.strictEqual(authorizations(sent).length, 30)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is renewed at half of its life when that is short", () => {
    let issued = 0
    const { sent, layer } = wire(
      service(() =>
        Effect.map(
          TestClock.testClockWith((clock) => Effect.succeed(clock.currentTimeMillisUnsafe())),
          (now) => {
            issued++
            return renewed(now / 1000 + 20)
          }
        )
      )
    )
    return Effect.gen(function* () {
      yield* start(tokens(20))
      for (let second = 0; second < 60; second++) {
        yield* list
        yield* settled
        yield* TestClock.adjust("1 second")
      }
      assert.isAtMost(issued, 7)
      assert.strictEqual(authorizations(sent).length, 60)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is renewed once if the clocks differ, so that the next one seems to have expired too", () => {
    const { sent, layer } = wire(service(() => renewed(60)))
    return Effect.gen(function* () {
      yield* start(tokens(30))
      yield* TestClock.adjust("1 hour")
      yield* list
      yield* list
      yield* list
      assert.strictEqual(refreshes(sent).length, 1)
      assert.deepStrictEqual(authorizations(sent), [jwt(60), jwt(60), jwt(60)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is sent after its expiry if nothing can renew it, as clocks differ", () => {
    const { sent, layer } = wire(service(() => renewed(60)))
    return Effect.gen(function* () {
      yield* start({ token: Redacted.make(jwt(60)) })
      yield* TestClock.adjust("1 hour")
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(60)])
    }).pipe(Effect.provide(layer))
  })
})
