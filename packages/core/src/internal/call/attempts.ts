import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

import { BodyLimit } from "../../BodyLimit.ts"
import { BodyTooLarge, ConnectionFailed } from "../../Errors.ts"
import type { TimedOut } from "../../Errors.ts"
import type { Answered, Exchange, Lost, TooLarge } from "../../Http.ts"
import { Policy } from "../../Retry.ts"
import { lineOf, maskOf, mayHaveHappened, originOf, timedOut } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import * as Holds from "./holds.ts"
import { retryAfter } from "./retryAfter.ts"

/** What a call that has no answer fails with. */
export type NoAnswer = ConnectionFailed | TimedOut | BodyTooLarge

/** Sends the request of a call, and again where it may. */
export type Send<E = never> = (request: CallRequest) => Effect.Effect<Answered, NoAnswer | E>

const earnedByAnswer = 0.1

const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Repeats `safe` and `idempotent` requests on connection faults, 408, 429 and 5xx, within the {@link Policy} and the
 * time of the call. While a `Retry-After` runs, calls of its operation are held; one whose time ends before gets the
 * answer that asked for it. `unsafe` requests are sent once.
 */
export const make = Effect.fnUntraced(function* (exchange: Exchange) {
  const { attempt, budget, delay, longestRetryAfter, times } = yield* Policy
  const bodyLimit = yield* BodyLimit
  const firstDelay = Duration.toMillis(delay)
  const longest = Duration.toMillis(longestRetryAfter)
  const longestAttempt = Duration.toMillis(attempt)
  const holds = Holds.make()
  let reserve = budget

  const failed = (request: CallRequest, error: Lost | TooLarge) => {
    if (error._tag === "Lost") {
      request.call.isUncertain ||= error.mayHaveLeft
      return new ConnectionFailed({
        ...lineOf(request),
        origin: originOf(request),
        reason: maskOf(request)(error.reason),
        mayHaveHappened: mayHaveHappened(request.call)
      })
    }
    request.call.isUncertain = true
    return new BodyTooLarge({ ...lineOf(request), limit: bodyLimit, mayHaveHappened: mayHaveHappened(request.call) })
  }

  const exchanged = (request: CallRequest, left: number): Effect.Effect<Answered, NoAnswer> => {
    const { call } = request
    const answer = Effect.suspend(() => {
      call.sent++
      if (request.headers.authorization !== undefined) call.known.add(request.headers.authorization)
      return exchange(request, bodyLimit)
    }).pipe(Effect.mapError((error) => failed(request, error)))
    const isLast = call.retry === "unsafe" || left <= longestAttempt
    return Effect.timeoutOrElse(answer, {
      duration: isLast ? left : longestAttempt,
      orElse: () => {
        call.isUncertain = true
        return Effect.fail(timedOut(request, isLast ? call.limit : longestAttempt))
      }
    })
  }

  const mayRepeat = ({ call }: CallRequest, repeat: number) => {
    if (call.retry === "unsafe" || repeat >= (call.retries ?? times) || reserve < 1) return false
    reserve -= 1
    return true
  }

  /** Goes on with another attempt, or with what there is where the time of the call ends before. */
  const again = (request: CallRequest, repeat: number, otherwise: Effect.Effect<Answered, NoAnswer>) =>
    Effect.flatMap(Random.next, (chance) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const wait = firstDelay * 2 ** repeat * (1 - chance / 2)
        const until = Math.max(now + wait, holds.of(request.call.operation, now)?.until ?? 0)
        if (until >= request.call.deadline) {
          reserve += 1
          return otherwise
        }
        return Effect.sleep(until - now).pipe(
          Effect.andThen(Effect.annotateCurrentSpan("http.request.resend_count", repeat + 1)),
          Effect.andThen(sendFrom(request, repeat + 1))
        )
      })
    )

  const judge = (request: CallRequest, repeat: number, answer: Answered) => {
    if (!isTransient(answer.status)) {
      reserve = Math.min(budget, reserve + earnedByAnswer)
      return Effect.succeed(answer)
    }
    request.call.isUncertain ||= answer.status >= 500
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const asked = retryAfter(answer, now)
      if (asked !== undefined) holds.add(request.call.operation, { until: now + Math.min(asked, longest), answer })
      return (asked ?? 0) <= longest && mayRepeat(request, repeat)
        ? again(request, repeat, Effect.succeed(answer))
        : Effect.succeed(answer)
    })
  }

  const attemptOnce = (request: CallRequest, repeat: number, now: number) =>
    Effect.matchEffect(exchanged(request, request.call.deadline - now), {
      onFailure: (error) =>
        error._tag !== "BodyTooLarge" && mayRepeat(request, repeat)
          ? again(request, repeat, Effect.fail(error))
          : Effect.fail(error),
      onSuccess: (answer) => judge(request, repeat, answer)
    })

  const sendFrom = (request: CallRequest, repeat: number): Effect.Effect<Answered, NoAnswer> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hold = holds.of(request.call.operation, now)
      if (hold === undefined) return attemptOnce(request, repeat, now)
      if (hold.until >= request.call.deadline) return Effect.succeed(hold.answer)
      return Effect.andThen(
        Effect.sleep(hold.until - now),
        Effect.suspend(() => sendFrom(request, repeat))
      )
    })

  const send: Send = (request) => sendFrom(request, 0)
  return send
})
