import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

import { Auth } from "../src/Auth.ts"
import { CallTimeout } from "../src/CallTimeout.ts"
import * as RedisLimits from "../src/RedisLimits.ts"
import { hasRedis, startRedis } from "./support/redis.ts"
import { json, wire } from "./support/wire.ts"

const logIn = Effect.flatMap(Auth, (auth) => auth.logIn({ email: "a", password: Redacted.make("p") }))

const answered = () => json(200, { token: "t", refresh: "r" })

type Limits = Layer.Layer<never, unknown, Redis.Redis>

/** Makes a client, as another process would have it. */
const client = (redis: Layer.Layer<Redis.Redis, unknown>, limits: Limits, answer: () => Response = answered) => {
  const { layer, sent } = wire(answer)
  return Effect.map(Layer.build(Layer.fresh(layer.pipe(Layer.provide(limits), Layer.provide(redis)))), (context) => ({
    sent,
    logIn: Effect.provideContext(logIn, context)
  }))
}

describe.skipIf(!hasRedis)("RedisLimits", () => {
  it.live("holds back the calls of all processes after a 429 to one of them", () =>
    Effect.gen(function* () {
      const { layer } = yield* startRedis
      const limits = RedisLimits.layerRetryAfter("ada-us")
      const busy = () => new Response("busy", { status: 429, headers: { "retry-after": "60" } })
      const one = yield* client(layer, limits, busy)
      const two = yield* client(layer, limits)
      yield* Effect.flip(one.logIn)
      const error = yield* Effect.flip(two.logIn).pipe(
        Effect.retry(Schedule.spaced("10 millis")),
        Effect.timeout("10 seconds")
      )
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 429, notSent: true })
      const before = two.sent.length
      yield* Effect.flip(two.logIn)
      assert.strictEqual(two.sent.length, before)
    })
  )

  it.live("limits the requests of all processes together", () =>
    Effect.gen(function* () {
      const { layer } = yield* startRedis
      const limits = RedisLimits.layerRateLimit("ada-us", { limit: 4, window: "1 minute" })
      const [one, two] = [yield* client(layer, limits), yield* client(layer, limits)]
      yield* Effect.replicateEffect(one.logIn, 2)
      yield* Effect.replicateEffect(two.logIn, 2)
      const error = yield* Effect.flip(Effect.provideService(two.logIn, CallTimeout, "200 millis"))
      assert.deepInclude(error, { _tag: "TimedOut", wasSent: false })
      assert.strictEqual(one.sent.length + two.sent.length, 4)
    })
  )

  it.live("limits nothing while Redis is gone", () =>
    Effect.gen(function* () {
      const { kill, layer } = yield* startRedis
      const limits = Layer.mergeAll(
        RedisLimits.layerRateLimit("ada-us", { limit: 1, window: "1 minute" }),
        RedisLimits.layerRetryAfter("ada-us")
      )
      const one = yield* client(layer, limits)
      yield* kill
      yield* Effect.replicateEffect(one.logIn, 3)
      assert.strictEqual(one.sent.length, 3)
    })
  )
})
