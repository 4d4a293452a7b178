import * as Duration from "effect/Duration"

import { TimedOut } from "../../Errors.ts"
import type { SessionEnded } from "../../Errors.ts"
import type { HttpRequest } from "../../Http.ts"
import type * as Retry from "../../Retry.ts"
import { maskOfRequest } from "../secrets/masking.ts"
import type { KnownSecrets, Mask } from "../secrets/masking.ts"

/** One call, from its input to its outcome. */
export interface Call {
  readonly operation: string
  /** What its client knows of secrets. */
  readonly known: KnownSecrets
  readonly retry: Retry.Class
  /** Repeats at the most, where the call says so itself. */
  readonly retries: number | undefined
  /** The moment, in milliseconds, at which it ends whatever became of it. */
  readonly deadline: number
  /** How long it may take, in milliseconds. */
  readonly limit: number
  /** How often it was sent again. */
  repeats: number
  /** How its session ended, if it is over: it is not sent again then. */
  ended?: () => SessionEnded | undefined
  /** Whether a request of it may have left. */
  wasSent: boolean
  /** Whether it was not sent, for what another call of its operation was answered. */
  isHeldBack: boolean
  /** Whether a request that had no good answer may have been carried out. */
  isUncertain: boolean
}

/** A request and the call that it is of. */
export interface CallRequest extends HttpRequest {
  readonly call: Call
}

/** Whether the service may have done what a request asked that had no answer. */
export const mayHaveHappened = ({ isUncertain, retry }: Call): boolean => retry !== "safe" && isUncertain

/** The error of a request that had no answer in so many milliseconds. */
export const timedOut = (request: CallRequest, limit: number): TimedOut =>
  new TimedOut({
    ...lineOf(request),
    seconds: Duration.toSeconds(limit),
    wasSent: request.call.wasSent,
    mayHaveHappened: mayHaveHappened(request.call)
  })

/** Takes the secrets out of a text that was made of a request or its answer. */
export const maskOf = (request: CallRequest): Mask => maskOfRequest(request.call.known, request)

/** Method and path of a request; the query, which may hold tokens, is left out. */
export const lineOf = ({ method, url }: HttpRequest): { readonly method: string; readonly path: string } => ({
  method,
  path: URL.parse(url)?.pathname ?? ""
})

export const originOf = ({ url }: HttpRequest): string => URL.parse(url)?.origin ?? ""
