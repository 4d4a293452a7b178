import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

import { BodyLimit } from "../../BodyLimit.ts"
import { BodyTooLarge, ConnectionFailed } from "../../Errors.ts"
import type { SessionEnded, TimedOut } from "../../Errors.ts"
import type { HttpResponse, Exchange, ConnectionLost, HttpRequest, TooLarge } from "../../Http.ts"
import { Policy } from "../../Retry.ts"
import { lineOf, maskOf, mayHaveHappened, originOf, timedOut } from "./Call.ts"
import type { Call, CallRequest } from "./Call.ts"
import { retryAfter } from "./headers.ts"

/** Why calls of an operation are held, in milliseconds. */
interface Hold {
  /** Until when they are held. */
  readonly until: number
  /** Until when the service asks to wait, which may be longer. */
  readonly asked: number
  /** The status that it answered. */
  readonly status: number
}

// operations of the contract are fewer; calls that it lacks have names of their own
const most = 1000

/** The operations whose calls a `Retry-After` holds; the host is that of the client. */
const makeHolds = () => {
  const holds = new Map<string, Hold>()
  return {
    /** The hold of an operation, if it still runs. */
    of: (operation: string, now: number): Hold | undefined => {
      if (holds.size === 0) return undefined
      const hold = holds.get(operation)
      if (hold === undefined || hold.until > now) return hold
      holds.delete(operation)
      return undefined
    },
    /** Holds an operation, longer than before or not at all. */
    add: (operation: string, hold: Hold) => {
      const before = holds.get(operation)
      if (before !== undefined && before.until >= hold.until) return
      holds.delete(operation)
      holds.set(operation, hold)
      const [oldest] = holds.keys()
      if (holds.size > most && oldest !== undefined) holds.delete(oldest)
    }
  }
}

/** What a call that has no answer fails with. */
export type NoAnswer = ConnectionFailed | TimedOut | BodyTooLarge | SessionEnded

/** Sends the request of a call, and again where it may. */
export type Send<E = never> = (request: CallRequest) => Effect.Effect<HttpResponse, NoAnswer | E>

/** Waits until a request may leave, which is no part of the time that its answer may take. */
export type Turn = (request: HttpRequest) => Effect.Effect<void>

const earnedByAnswer = 0.1

/** Milliseconds since a call began, as exact as anybody reads them. */
const elapsed = ({ deadline, limit }: Call, now: number) => {
  const time = Math.min(limit, now - deadline + limit)
  return time < 1000 ? time : Math.round(time / 100) * 100
}

const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Repeats `safe` and `idempotent` requests on connection faults, 408, 429 and 5xx, within the {@link Policy} and the
 * time of the call. While a `Retry-After` runs, calls of its operation are held; one whose time ends before is not sent,
 * and told the status that asked for it. `unsafe` requests are sent once.
 */
export const make = Effect.fnUntraced(function* (exchange: Exchange, turn: Turn) {
  const { attemptTimeout, budget, delay, maxRetryAfter, times } = yield* Policy
  const bodyLimit = yield* BodyLimit
  const firstDelay = Duration.toMillis(delay)
  const longest = Duration.toMillis(maxRetryAfter)
  const longestAttempt = Duration.toMillis(attemptTimeout)
  const holds = makeHolds()
  let reserve = budget

  const failed = (request: CallRequest, error: ConnectionLost | TooLarge) => {
    if (error._tag === "ConnectionLost") {
      request.call.isUncertain ||= error.mayHaveLeft
      return new ConnectionFailed({
        ...lineOf(request),
        origin: originOf(request),
        reason: maskOf(request)(error.reason),
        wasSent: error.mayHaveLeft,
        mayHaveHappened: mayHaveHappened(request.call)
      })
    }
    request.call.isUncertain = true
    return new BodyTooLarge({ ...lineOf(request), limit: bodyLimit, mayHaveHappened: mayHaveHappened(request.call) })
  }

  const exchanged = (request: CallRequest, now: number): Effect.Effect<HttpResponse, NoAnswer> => {
    const { call } = request
    const left = call.deadline - now
    const isLast = call.retry === "unsafe" || left <= longestAttempt || call.repeats >= (call.retries ?? times)
    const answer = Effect.suspend(() => {
      call.wasSent = true
      if (request.headers.authorization !== undefined) call.known.add(request.headers.authorization)
      return exchange(request, bodyLimit)
    }).pipe(Effect.mapError((error) => failed(request, error)))
    return Effect.timeoutOrElse(answer, {
      duration: isLast ? left : longestAttempt,
      orElse: () => {
        call.isUncertain = true
        return Effect.flatMap(Clock.currentTimeMillis, (end) => Effect.fail(timedOut(request, elapsed(call, end))))
      }
    })
  }

  const mayRepeat = ({ call }: CallRequest) => {
    if (call.retry === "unsafe" || call.repeats >= (call.retries ?? times) || reserve < 1) return false
    reserve -= 1
    return true
  }

  /** Goes on with another attempt, or with what there is where the time of the call ends before. */
  const again = (request: CallRequest, otherwise: Effect.Effect<HttpResponse, NoAnswer>) =>
    Effect.flatMap(Random.next, (chance) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { call } = request
        const wait = firstDelay * 2 ** call.repeats * (1 - chance / 2)
        const until = Math.max(now + wait, holds.of(call.operation, now)?.until ?? 0)
        if (until >= call.deadline) {
          reserve += 1
          return otherwise
        }
        call.repeats += 1
        return Effect.sleep(until - now).pipe(
          Effect.andThen(Effect.annotateCurrentSpan("http.request.resend_count", call.repeats)),
          Effect.andThen(sendUnlessEnded(request))
        )
      })
    )

  const judge = (request: CallRequest, answer: HttpResponse) => {
    const { call } = request
    if (!isTransient(answer.status)) {
      reserve = Math.min(budget, reserve + earnedByAnswer)
      return Effect.succeed(answer)
    }
    call.isUncertain ||= answer.status >= 500
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const wait = retryAfter(answer, now)
      if (wait !== undefined)
        holds.add(call.operation, {
          until: now + Math.min(wait, longest),
          asked: now + wait,
          status: answer.status
        })
      return (wait ?? 0) <= longest && mayRepeat(request)
        ? again(request, Effect.succeed(answer))
        : Effect.succeed(answer)
    })
  }

  const attemptOnce = (request: CallRequest) =>
    Effect.matchEffect(
      Effect.flatMap(turn(request), () => Effect.flatMap(Clock.currentTimeMillis, (now) => exchanged(request, now))),
      {
        onFailure: (error) =>
          error._tag !== "BodyTooLarge" && mayRepeat(request) ? again(request, Effect.fail(error)) : Effect.fail(error),
        onSuccess: (answer) => judge(request, answer)
      }
    )

  /** Waits until calls of the operation are held no longer, and a little more, so that they do not leave as one. */
  const waits = (request: CallRequest, { until }: Hold, now: number) =>
    Effect.flatMap(Random.next, (chance) =>
      Effect.andThen(
        Effect.sleep(Math.min(until - now + chance * firstDelay, request.call.deadline - now - 1)),
        sendUnlessEnded(request)
      )
    )

  /** Sends, once more or late, unless the session is over by then. */
  const sendUnlessEnded = (request: CallRequest): Effect.Effect<HttpResponse, NoAnswer> =>
    Effect.suspend(() => {
      const end = request.call.ended?.()
      return end === undefined ? send(request) : Effect.fail(end)
    })

  const send: Send = (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hold = holds.of(request.call.operation, now)
      if (hold === undefined) return attemptOnce(request)
      if (hold.until < request.call.deadline) return waits(request, hold, now)
      // of an answer to another call nothing is told but this
      request.call.isHeldBack = true
      return Effect.succeed({
        status: hold.status,
        headers: { "retry-after": String(Math.ceil((hold.asked - now) / 1000)) },
        body: ""
      })
    })

  return send
})
