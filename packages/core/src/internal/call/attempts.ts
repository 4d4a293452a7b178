import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"

import { BodyLimit } from "../../BodyLimit.ts"
import { BodyTooLarge, ConnectionFailed, InvalidRequest } from "../../Errors.ts"
import type { CircuitOpen, SessionEnded, TimedOut } from "../../Errors.ts"
import type { HttpResponse, Exchange, ConnectionLost, HttpRequest, TooLarge } from "../../Http.ts"
import { Policy, problemOf } from "../../Retry.ts"
import { retryAfter } from "../http.ts"
import { causeOf } from "../secrets/masking.ts"
import { answerFields, lineOf, maskOf, mayHaveHappened, timedOut, withinTimeout } from "./Call.ts"
import type { Call, CallRequest } from "./Call.ts"

/** Why calls of an operation are held back; times in milliseconds. */
interface Hold {
  /** End of the hold. */
  readonly until: number
  /** Time until which the service asks to wait, which may be later. */
  readonly requestedUntil: number
  /** The status of its answer. */
  readonly status: number
}

// the contract has fewer operations, but raw requests have names of their own
const maxHolds = 1000

// one broken answer must not block an operation for ever
const maxHold = 3_600_000

/** The operations whose calls a `Retry-After` holds back. */
const makeRetryAfterGate = () => {
  const holds = new Map<string, Hold>()
  return {
    /** Returns the current hold of an operation, or `undefined`. */
    get: (operation: string, now: number): Hold | undefined => {
      if (holds.size === 0) return undefined
      const hold = holds.get(operation)
      if (hold === undefined || hold.until > now) return hold
      holds.delete(operation)
      return undefined
    },
    /** Holds an operation, unless it is held longer already. */
    add: (operation: string, hold: Hold) => {
      const before = holds.get(operation)
      if (before !== undefined && before.until >= hold.until) return
      holds.delete(operation)
      holds.set(operation, hold)
      const [oldest] = holds.keys()
      if (holds.size > maxHolds && oldest !== undefined) holds.delete(oldest)
    }
  }
}

/** Announces holds to the clients of other processes, and hears of theirs; `wait` in milliseconds. */
export interface HoldChannel {
  readonly announce: (operation: string, wait: number, status: number) => Effect.Effect<void>
  readonly listen: (
    hear: (operation: string, wait: number, status: number) => Effect.Effect<void>
  ) => Effect.Effect<void, never, Scope.Scope>
}

/** The errors of a call without an answer. */
export type NoAnswer = ConnectionFailed | TimedOut | BodyTooLarge | SessionEnded | InvalidRequest

/** Sends the request of a call, with retries. */
export type Send<E = never> = (request: CallRequest) => Effect.Effect<HttpResponse, NoAnswer | E>

/** Wraps the sending of a request, to add credentials or to send it again. */
export type Wrap<E> = (send: Send<CircuitOpen>) => Send<CircuitOpen | E>

/** Waits until a request may be sent; the timeout of its answer starts after that. */
export type BeforeRequest = (request: HttpRequest) => Effect.Effect<void>

const budgetPerAnswer = 0.1

/** Milliseconds since a call started, rounded for messages. */
const elapsed = ({ deadline, limit }: Call, now: number) => {
  const time = Math.min(limit, now - deadline + limit)
  return time < 1000 ? time : Math.round(time / 100) * 100
}

// a server that expects TLS closes the connection
const hintOf = ({ url }: HttpRequest, reason: string) =>
  url.startsWith("http:") && /^(?:socket hang up|other side closed)$/.test(reason)
    ? ". If the service expects https, use https:// in the base address"
    : ""

const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Retries `safe` and `idempotent` requests after connection errors, 408, 429 and 5xx, within the {@link Policy} and the
 * timeout of the call. During a `Retry-After`, calls of its operation wait; a call that would time out before, or wait longer than
 * the policy allows, is not sent, and gets the status of that answer. `unsafe` requests are sent once.
 */
export const make = Effect.fnUntraced(function* (
  exchange: Exchange,
  beforeRequest: BeforeRequest,
  channel: HoldChannel | undefined
) {
  const policy = yield* Policy
  const reason = problemOf(policy)
  if (reason !== undefined) {
    const refuse: Send = ({ call }) => Effect.fail(new InvalidRequest({ operation: call.operation, reason }))
    return refuse
  }
  const { attemptTimeout, budget, delay, maxRetryAfter, times } = policy
  const bodyLimit = yield* BodyLimit
  const firstDelay = Duration.toMillis(delay)
  const maxWait = Duration.toMillis(maxRetryAfter)
  const maxAttempt = Duration.toMillis(attemptTimeout)
  const gate = makeRetryAfterGate()
  let reserve = budget

  const hold = (operation: string, wait: number, status: number) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      gate.add(operation, { until: now + Math.min(wait, maxHold), requestedUntil: now + wait, status })
    )
  yield* channel?.listen(hold) ?? Effect.void

  const toError = (request: CallRequest, error: ConnectionLost | TooLarge) => {
    if (error._tag === "ConnectionLost") {
      const mask = maskOf(request)
      request.call.isUncertain ||= error.mayHaveLeft
      return new ConnectionFailed({
        ...lineOf(request),
        origin: URL.parse(request.url)?.origin ?? "",
        reason: mask(error.reason) + hintOf(request, error.reason),
        ...causeOf(error.cause, mask),
        wasSent: error.mayHaveLeft,
        mayHaveHappened: mayHaveHappened(request.call)
      })
    }
    request.call.isUncertain = true
    return new BodyTooLarge({
      ...lineOf(request),
      limit: bodyLimit,
      mayHaveHappened: mayHaveHappened(request.call),
      ...(error.headers === undefined ? {} : answerFields(request, error.headers))
    })
  }

  const exchangeOnce = (request: CallRequest, now: number): Effect.Effect<HttpResponse, NoAnswer> => {
    const { call } = request
    const left = call.deadline - now
    const isLast = call.retry === "unsafe" || left <= maxAttempt || call.repeats >= (call.retries ?? times)
    const answer = Effect.suspend(() => {
      call.wasSent = true
      if (request.headers.authorization !== undefined) call.known.add(request.headers.authorization)
      return exchange(request, bodyLimit)
    }).pipe(Effect.mapError((error) => toError(request, error)))
    return Effect.timeoutOrElse(answer, {
      duration: isLast ? left : maxAttempt,
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

  const allows = (hold: Hold | undefined, now: number) => hold === undefined || hold.requestedUntil - now <= maxWait

  /** Retries after a delay, or ends with the last outcome if the call would time out before. */
  const retry = (request: CallRequest, otherwise: Effect.Effect<HttpResponse, NoAnswer>) =>
    Effect.flatMap(Random.next, (chance) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { call } = request
        const wait = firstDelay * 2 ** call.repeats * (1 - chance / 2)
        const hold = gate.get(call.operation, now)
        const until = Math.max(now + wait, hold?.until ?? 0)
        if (until >= call.deadline || !allows(hold, now)) {
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

  const handleAnswer = (request: CallRequest, answer: HttpResponse) => {
    const { call } = request
    if (!isTransient(answer.status)) {
      reserve = Math.min(budget, reserve + budgetPerAnswer)
      return Effect.succeed(answer)
    }
    call.isUncertain ||= answer.status !== 429
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const wait = retryAfter(answer, now)
      const next =
        (wait ?? 0) <= maxWait && mayRepeat(request) ? retry(request, Effect.succeed(answer)) : Effect.succeed(answer)
      if (wait === undefined) return next
      const announced = channel && Effect.forkDetach(channel.announce(call.operation, wait, answer.status))
      return hold(call.operation, wait, answer.status).pipe(
        Effect.andThen(announced ?? Effect.void),
        Effect.andThen(next)
      )
    })
  }

  const attemptOnce = (request: CallRequest) =>
    Effect.matchEffect(
      Effect.flatMap(withinTimeout(request, beforeRequest(request)), () =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => exchangeOnce(request, now))
      ),
      {
        onFailure: (error) =>
          error._tag !== "BodyTooLarge" && mayRepeat(request) ? retry(request, Effect.fail(error)) : Effect.fail(error),
        onSuccess: (answer) => handleAnswer(request, answer)
      }
    )

  /** Waits for the end of a hold, with jitter, so that held calls are not sent all at once. */
  const waitAndSend = (request: CallRequest, { until }: Hold, now: number) =>
    Effect.flatMap(Random.next, (chance) =>
      Effect.andThen(
        Effect.sleep(Math.min(until - now + chance * firstDelay, request.call.deadline - now - 1)),
        sendUnlessEnded(request)
      )
    )

  /** Sends a request unless its session has ended. */
  const sendUnlessEnded = (request: CallRequest): Effect.Effect<HttpResponse, NoAnswer> =>
    Effect.suspend(() => {
      const end = request.call.ended?.()
      return end === undefined ? send(request) : Effect.fail(end)
    })

  const send: Send = (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hold = gate.get(request.call.operation, now)
      if (hold === undefined) return attemptOnce(request)
      if (hold.until < request.call.deadline && allows(hold, now)) return waitAndSend(request, hold, now)
      // of the answer to another call, only status and delay are shown
      request.call.isHeldBack = true
      return Effect.succeed({
        status: hold.status,
        headers: { "retry-after": String(Math.ceil((hold.requestedUntil - now) / 1000)) },
        body: ""
      })
    })

  return send
})
