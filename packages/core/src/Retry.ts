import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Random from "effect/Random"
import * as Result from "effect/Result"

import { TimedOut } from "./Errors.ts"
import { lineOf } from "./internal/call/line.ts"

/**
 * What a repeat of an operation does: `safe` reads, `idempotent` leaves the same state, `unsafe` acts again.
 * Every endpoint of the contract carries its class; unmarked ones are `unsafe`.
 */
export type Class = "safe" | "idempotent" | "unsafe"

/** Endpoint annotation with the retry class; in a call's context, the class of the endpoint that is called. */
export const Class = Context.Reference<Class>("@remote-assist/core/Retry/Class", { defaultValue: () => "unsafe" })

/** How calls are repeated. */
export interface Policy {
  /** Repeats of one call at the most. */
  readonly times: number
  /** Delay before the first repeat; doubles with each, and up to half of it is left out by chance. */
  readonly delay: Duration.Input
  /** Longest `Retry-After` that is waited for; the answer with a longer one goes to the caller at once. */
  readonly longestRetryAfter: Duration.Input
  /** Longest an attempt may take where it can be repeated. */
  readonly attempt: Duration.Input
  /** Repeats that all calls of a client share; ten answers earn one back. So an outage is not made worse. */
  readonly budget: number
}

/** The policy of clients built in this context. */
export const Policy = Context.Reference<Policy>("@remote-assist/core/Retry/Policy", {
  defaultValue: () => ({
    times: 3,
    delay: "200 millis",
    longestRetryAfter: "20 seconds",
    attempt: "10 seconds",
    budget: 50
  })
})

const earnedByAnswer = 0.1

const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/** Milliseconds that `Retry-After` asks for, given in seconds or as a date. */
export const retryAfter = ({ headers }: HttpClientResponse.HttpClientResponse, now: number) => {
  const value = headers["retry-after"]
  const parsed = value === undefined ? undefined : Result.getOrUndefined(Headers.parseRetryAfter(value))
  return parsed === undefined ? undefined : Duration.toMillis(Headers.retryAfterDelay(parsed, now))
}

type Failure = HttpClientError.HttpClientError | TimedOut

const isConnectionFault = (error: Failure) => error._tag === "TimedOut" || error.reason._tag === "TransportError"

/**
 * Repeats `safe` and `idempotent` requests on connection faults, 408, 429 and 5xx, within the {@link Policy}. While a
 * `Retry-After` runs, every call of the client is held. `unsafe` requests are sent once.
 */
export const make = Effect.fnUntraced(function* (client: HttpClient.HttpClient) {
  const { attempt, budget, delay, longestRetryAfter, times } = yield* Policy
  const firstDelay = Duration.toMillis(delay)
  const longest = Duration.toMillis(longestRetryAfter)
  let reserve = budget
  let heldUntil = 0

  const hold = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    heldUntil > now ? Effect.sleep(heldUntil - now) : Effect.void
  )

  const sendOnce = (request: HttpClientRequest.HttpClientRequest, kind: Class) => {
    const sent: Effect.Effect<HttpClientResponse.HttpClientResponse, Failure> = client.execute(request)
    return Effect.andThen(
      hold,
      kind === "unsafe"
        ? sent
        : Effect.timeoutOrElse(sent, {
            duration: attempt,
            orElse: () => Effect.fail(new TimedOut({ ...lineOf(request), seconds: Duration.toSeconds(attempt) }))
          })
    )
  }

  // what Retry-After asks for on top is waited for where every request is held
  const waitBefore = Effect.fnUntraced(function* (repeat: number) {
    yield* Effect.sleep(firstDelay * 2 ** repeat * (1 - (yield* Random.next) / 2))
    yield* Effect.annotateCurrentSpan("http.request.resend_count", repeat + 1)
  })

  const mayRepeat = (kind: Class, repeat: number) => {
    if (kind === "unsafe" || repeat >= times || reserve < 1) return false
    reserve -= 1
    return true
  }

  const note = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
    if (!isTransient(response.status)) {
      reserve = Math.min(budget, reserve + earnedByAnswer)
      return undefined
    }
    const now = yield* Clock.currentTimeMillis
    const asked = retryAfter(response, now)
    if (asked !== undefined) heldUntil = Math.max(heldUntil, now + Math.min(asked, longest))
    return asked
  })

  const send = (
    request: HttpClientRequest.HttpClientRequest,
    kind: Class,
    repeat: number
  ): Effect.Effect<HttpClientResponse.HttpClientResponse, Failure> => {
    const again = Effect.andThen(
      waitBefore(repeat),
      Effect.suspend(() => send(request, kind, repeat + 1))
    )
    return Effect.matchEffect(sendOnce(request, kind), {
      onFailure: (error) => (isConnectionFault(error) && mayRepeat(kind, repeat) ? again : Effect.fail(error)),
      onSuccess: (response) =>
        Effect.flatMap(note(response), (asked) =>
          isTransient(response.status) && (asked ?? 0) <= longest && mayRepeat(kind, repeat)
            ? again
            : Effect.succeed(response)
        )
    })
  }

  return HttpClient.makeWith<Failure, never, Failure, never>(
    Effect.flatMap((request) => Effect.flatMap(Class, (kind) => send(request, kind, 0))),
    Effect.succeed
  )
})
