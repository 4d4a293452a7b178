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
import type { CallRequest } from "./internal/call/Call.ts"
import * as Transport from "./Transport.ts"

/** When to stop calling a service that keeps failing. */
export interface CircuitBreakerOptions {
  /** Calls, retries included, that fail in a row before the circuit opens. */
  readonly failures: number
  /** How long it stays open before one call tries again. */
  readonly open: Duration.Input
}

const key = "remote-assist"

const isCount = (value: number) => Number.isInteger(value) && value > 0

const isTime = (input: Duration.Input) => Option.exists(Duration.fromInput(input), Duration.isPositive)

/** Fails with the setting that makes no sense: what protects by it would let all through, or nothing. */
const checked = (setting: string, isGood: boolean, wanted: string) =>
  isGood ? Effect.void : Effect.fail(new InvalidSettings({ setting, reason: `Set it to ${wanted}.` }))

const count = "a whole number, 1 or more"
const time = 'a time, such as "30 seconds"'

// 429 is the service at work
const outcomeOf = (exit: Exit.Exit<HttpResponse, NoAnswer>) =>
  Exit.isSuccess(exit) && exit.value.status < 500 ? CircuitBreaker.success : CircuitBreaker.failure()

const notSent = (request: CallRequest, retryAfter: Duration.Duration) =>
  new CircuitOpen({ ...lineOf(request), seconds: Math.ceil(Duration.toSeconds(retryAfter)) })

/** Layer whose clients stop calling a service that keeps failing: calls fail at once with `CircuitOpen` meanwhile. */
export const layerCircuitBreaker = ({ failures, open }: CircuitBreakerOptions): Layer.Layer<never, InvalidSettings> =>
  Layer.effect(
    Transport.AroundRetries,
    Effect.map(
      checked("failures", isCount(failures), count).pipe(
        Effect.andThen(checked("open", isTime(open), time)),
        Effect.andThen(() =>
          CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(failures), openDuration: open })
        )
      ),
      (breaker) =>
        (send: Send): Send<CircuitOpen> =>
        (request) =>
          breaker
            .execute(send(request), { key, classify: outcomeOf })
            .pipe(
              Effect.catchTag("CircuitBreakerError", ({ reason }) =>
                Effect.fail(
                  notSent(request, reason._tag === "CircuitOpen" ? reason.retryAfter : Duration.fromInputUnsafe(open))
                )
              )
            )
    )
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

/** How many requests may leave in a stretch of time. */
export interface RateLimitOptions {
  readonly limit: number
  readonly window: Duration.Input
}

/** Layer under which clients are built that send at most so many requests, retries included; others wait their turn. */
export const layerRateLimit = ({ limit, window }: RateLimitOptions): Layer.Layer<never, InvalidSettings> =>
  Layer.effect(
    Transport.BeforeRequests,
    Effect.map(
      checked("limit", isCount(limit), count).pipe(
        Effect.andThen(checked("window", isTime(window), time)),
        Effect.andThen(RateLimiter.RateLimiter)
      ),
      (limiter) => () =>
        limiter.consume({ key, limit, window, tokens: 1, onExceeded: "delay" }).pipe(
          Effect.orDie,
          Effect.flatMap(({ delay }) => Effect.sleep(delay))
        )
    )
  ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
