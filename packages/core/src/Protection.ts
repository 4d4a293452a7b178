import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as RateLimiter from "effect/persistence/RateLimiter"

import type { TimedOut } from "./Errors.ts"
import * as Transport from "./Transport.ts"

type Failure = HttpClientError.HttpClientError | TimedOut

/** When to stop calling a service that keeps failing. */
export interface CircuitBreakerOptions {
  /** Calls, retries included, that fail in a row before the circuit opens. */
  readonly failures: number
  /** How long it stays open before one call tries again. */
  readonly open: Duration.Input
}

/**
 * Layer under which clients are built that stop calling a service that keeps failing: their calls fail at once with
 * `ConnectionFailed` until the circuit closes again.
 */
export const layerCircuitBreaker = ({ failures, open }: CircuitBreakerOptions): Layer.Layer<never> =>
  Layer.effect(
    Transport.AroundRetries,
    Effect.map(
      CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(failures), openDuration: open }),
      (breaker) => (client) => {
        const guarded = HttpClient.withCircuitBreaker(client, { breaker })
        return HttpClient.makeWith<Failure, never, Failure, never>(
          Effect.flatMap((request) =>
            Effect.catchTag(guarded.execute(request), "CircuitBreakerError", ({ message }) =>
              Effect.fail(
                new HttpClientError.HttpClientError({
                  reason: new HttpClientError.TransportError({ request, description: message })
                })
              )
            )
          ),
          Effect.succeed
        )
      }
    )
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

/** How many requests may leave in a stretch of time. */
export interface RateLimitOptions {
  readonly limit: number
  readonly window: Duration.Input
}

/** Layer under which clients are built that send at most so many requests, retries included; others wait their turn. */
export const layerRateLimit = ({ limit, window }: RateLimitOptions): Layer.Layer<never> =>
  Layer.effect(
    Transport.AroundRequests,
    Effect.map(
      RateLimiter.RateLimiter,
      (limiter) => (client) =>
        HttpClient.withRateLimiter(client, { limiter, limit, window, key: "remote-assist", times: 0 }).pipe(
          HttpClient.catchTag("RateLimiterError", Effect.die)
        )
    )
  ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
