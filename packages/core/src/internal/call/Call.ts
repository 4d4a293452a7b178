import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

import { TimedOut } from "../../Errors.ts"
import type { SessionEnded } from "../../Errors.ts"
import type { HttpRequest } from "../../Http.ts"
import type * as Retry from "../../Retry.ts"
import { maskOfRequest } from "../secrets/masking.ts"
import type { KnownSecrets, Mask } from "../secrets/masking.ts"

/** The state of one call. */
export interface Call {
  readonly operation: string
  /** The secrets that its client knows. */
  readonly known: KnownSecrets
  readonly retry: Retry.Class
  /** Maximum number of retries, if the call sets it. */
  readonly retries: number | undefined
  /** Time in milliseconds at which it times out. */
  readonly deadline: number
  /** Timeout in milliseconds. */
  readonly limit: number
  /** Number of retries so far. */
  repeats: number
  /** Returns why its session ended, if it has: the call is not sent again. */
  ended?: () => SessionEnded | undefined
  /** Whether a request of it may have been sent. */
  wasSent: boolean
  /** Whether it was not sent because of the answer to another call of its operation. */
  isHeldBack: boolean
  /** Whether a request without a good answer may have been executed. */
  isUncertain: boolean
}

/** A request of a call. */
export interface CallRequest extends HttpRequest {
  readonly call: Call
}

/** Whether the service may have executed a request without an answer. */
export const mayHaveHappened = ({ isUncertain, retry }: Call): boolean => retry !== "safe" && isUncertain

/** Makes the error of a request without an answer within so many milliseconds. */
export const timedOut = (request: CallRequest, limit: number): TimedOut =>
  new TimedOut({
    ...lineOf(request),
    seconds: Duration.toSeconds(limit),
    wasSent: request.call.wasSent,
    mayHaveHappened: mayHaveHappened(request.call)
  })

/** Runs an effect within the timeout of a call. Most end immediately, and need no timer. */
export const withinTimeout = <A, E, R>(
  request: CallRequest,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TimedOut, R> => {
  if (Exit.isExit(effect)) return effect
  return Effect.flatMap(Effect.forkChild(effect, { startImmediately: true }), (fiber) => {
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return exit
    const { deadline, limit } = request.call
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOrElse(Fiber.join(fiber), {
        duration: Math.max(0, deadline - now),
        orElse: () => Effect.andThen(Fiber.interrupt(fiber), Effect.fail(timedOut(request, limit)))
      })
    )
  })
}

/** Makes the function that removes the secrets of a request and its answer from a text. */
export const maskOf = (request: CallRequest): Mask => maskOfRequest(request.call.known, request)

/** Returns method and path of a request, without the query, which may hold tokens. */
export const lineOf = ({ method, url }: HttpRequest): { readonly method: string; readonly path: string } => ({
  method,
  path: URL.parse(url)?.pathname ?? ""
})

export const originOf = ({ url }: HttpRequest): string => URL.parse(url)?.origin ?? ""
