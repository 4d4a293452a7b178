import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as RateLimiter from "effect/persistence/RateLimiter"

import { CircuitOpen, InvalidSettings } from "./Errors.ts"
import type { HttpResponse } from "./Http.ts"
import type { NoAnswer, Send } from "./internal/call/attempts.ts"
import { lineOf } from "./internal/call/Call.ts"
import * as Transport from "./Transport.ts"

/** The settings of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** Number of calls in a row, retries included, that fail before the circuit opens. */
  readonly failures: number
  /** Time until one call tries again. */
  readonly open: Duration.Input
}

const key = "remote-assist"

const isCount = (value: number) => Number.isInteger(value) && value > 0

const isTime = (input: Duration.Input) => Option.exists(Duration.fromInput(input), Duration.isPositive)

/** Fails if a setting is invalid: the protection would let everything through, or nothing. */
const validate = (setting: string, isValid: boolean, wanted: string) =>
  isValid ? Effect.void : Effect.fail(new InvalidSettings({ setting, reason: `Set it to ${wanted}.` }))

const count = "a whole number, 1 or more"
const time = 'a time, such as "30 seconds"'

// a 429 shows that the service works
const classify = (exit: Exit.Exit<HttpResponse, NoAnswer>) =>
  Exit.isSuccess(exit) && exit.value.status < 500 ? CircuitBreaker.success : CircuitBreaker.failure()

/** Layer whose clients stop calling a service that keeps failing: calls then fail immediately with `CircuitOpen`. */
export const layerCircuitBreaker = ({ failures, open }: CircuitBreakerOptions): Layer.Layer<never, InvalidSettings> =>
  Layer.effect(
    Transport.AroundRetries,
    Effect.gen(function* () {
      yield* validate("failures", isCount(failures), count)
      yield* validate("open", isTime(open), time)
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(failures),
        openDuration: open
      })
      return (send: Send): Send<CircuitOpen> =>
        (request) =>
          breaker.execute(send(request), { key, classify }).pipe(
            Effect.catchTag("CircuitBreakerError", ({ reason }) => {
              const retryAfter = reason._tag === "CircuitOpen" ? reason.retryAfter : open
              return Effect.fail(
                new CircuitOpen({ ...lineOf(request), seconds: Math.ceil(Duration.toSeconds(retryAfter)) })
              )
            })
          )
    })
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

/** The settings of a rate limit: number of requests in a time window. */
export interface RateLimitOptions {
  readonly limit: number
  readonly window: Duration.Input
}

/** Layer whose clients send at most so many requests, counted in a store. While the store fails, nothing limits them. */
export const layerRateLimitStore = (
  { limit, window }: RateLimitOptions,
  key: string
): Layer.Layer<never, InvalidSettings, RateLimiter.RateLimiterStore> =>
  Layer.effect(
    Transport.BeforeRequests,
    Effect.gen(function* () {
      yield* validate("limit", isCount(limit), count)
      yield* validate("window", isTime(window), time)
      const limiter = yield* RateLimiter.RateLimiter
      const consumed = limiter.consume({ key, limit, window, tokens: 1, onExceeded: "delay" })
      return () =>
        Effect.matchEffect(consumed, {
          onFailure: ({ message }) => Effect.logDebug(`The rate limit was not checked: ${message}`),
          onSuccess: ({ delay }) => Effect.sleep(delay)
        })
    })
  ).pipe(Layer.provide(RateLimiter.layer))

/** Layer whose clients send at most so many requests, retries included; further requests wait. */
export const layerRateLimit = (options: RateLimitOptions): Layer.Layer<never, InvalidSettings> =>
  layerRateLimitStore(options, key).pipe(Layer.provide(RateLimiter.layerStoreMemory))
