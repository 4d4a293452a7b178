import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import type { CallResponse } from "../../CallOptions.ts"
import { ErrorText, ErrorV1, ErrorV1R1, TimedOut, UnexpectedAnswer } from "../../Errors.ts"
import type { SessionEnded } from "../../Errors.ts"
import type { HttpRequest, HttpResponse } from "../../Http.ts"
import type * as Retry from "../../Retry.ts"
import { pluralize } from "../../Text.ts"
import { parseBody } from "../answers.ts"
import { retryAfter } from "../http.ts"
import { lazy } from "../lazy.ts"
import { knows, maskOfRequest } from "../secrets/masking.ts"
import type { KnownSecrets, Mask } from "../secrets/masking.ts"
import { isSecretName, maskProse, redact, redactPart } from "../secrets/names.ts"

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
export const timedOut = (request: CallRequest, limit: number, waitedForTokens = false): TimedOut =>
  new TimedOut({
    ...lineOf(request),
    seconds: Duration.toSeconds(limit),
    wasSent: request.call.wasSent,
    waitedForTokens,
    mayHaveHappened: mayHaveHappened(request.call)
  })

/** Runs an effect within the timeout of a call. Most end immediately, and need no timer. */
export const withinTimeout = <A, E, R>(
  request: CallRequest,
  effect: Effect.Effect<A, E, R>,
  waitsForTokens = false
): Effect.Effect<A, E | TimedOut, R> => {
  if (Exit.isExit(effect)) return effect
  return Effect.flatMap(Effect.forkChild(effect, { startImmediately: true }), (fiber) => {
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return exit
    const { deadline, limit } = request.call
    return Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOrElse(Fiber.join(fiber), {
        duration: Math.max(0, deadline - now),
        orElse: () => Effect.andThen(Fiber.interrupt(fiber), Effect.fail(timedOut(request, limit, waitsForTokens)))
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

// errors and acknowledgements of the service are shorter; masking this much takes two milliseconds
export const maxBody = 20_000

const isRawResponse = (value: unknown): value is { readonly body: unknown; readonly entry: unknown } =>
  Predicate.hasProperty(value, "body") && Predicate.hasProperty(value, "entry")

/** Removes known secrets from a text, or from a body that the interface does not show: a service may echo its input. */
export const redactValue = (request: CallRequest, body: string, isJson: boolean, value: unknown): unknown => {
  if (Predicate.isString(value))
    return maskOfRequest(request.call.known, request)(isJson ? value : maskProse(value), maxBody)
  if (!isRawResponse(value)) return value
  if (body.length > maxBody) return { ...value, body: Redacted.make(value.body) }
  const isKnown = knows(request.call.known, request)
  return isKnown(body) ? { ...value, body: redactPart(value.body, isKnown) } : value
}

const maxExcerpt = 200

const quoted = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g

/** Returns the structure of JSON, without its texts. */
const maskTexts = (text: string) =>
  text.replaceAll(quoted, (match, colon: string | undefined) => (colon === undefined ? '"…"' : match))

/** Whether a body begins as a page of HTML. */
export const isHtml = (body: string): boolean => /^\s*<(?:!doctype\s+)?html\b/i.test(body)

const kindOf = (body: string) => (isHtml(body) ? "a page of HTML" : "text that is not JSON")

/** Returns the beginning of a body for an error message. A success may hold tokens anywhere, so its texts are not shown. */
export const excerpt = (mask: Mask, status: number, body: string): string => {
  if (body === "") return ""
  if (status < 300 && !parseBody(body).isJson)
    return `(${kindOf(body)}, ${pluralize(body.length, "character")}, not shown)`
  const masked = mask(status < 300 ? maskTexts(body.slice(0, 4000)) : body, 4000)
  const oneLine = masked.replaceAll(/\s+/g, " ")
  return oneLine.length > maxExcerpt ? `${oneLine.slice(0, maxExcerpt - 1)}…` : oneLine
}

const publicHeaders = (request: CallRequest, headers: HttpResponse["headers"]): Readonly<Record<string, string>> => {
  const mask = maskOf(request)
  return Record.map(headers, (value, name) => (isSecretName(name) ? "…" : mask(value)))
}

/** Returns the fields of an answer for its error. */
export const answerFields = (request: CallRequest, headers: HttpResponse["headers"]) => {
  const masked = publicHeaders(request, headers)
  const requestId = masked["x-request-id"]
  return requestId === undefined ? { headers: masked } : { requestId, headers: masked }
}

/** Makes the error of an answer that the interface does not describe. */
export const unexpectedAnswer = (
  request: CallRequest,
  { body, headers, status }: HttpResponse,
  now: number,
  reason: string
) => {
  const mask = maskOf(request)
  const wait = retryAfter({ headers }, now)
  const { call } = request
  return new UnexpectedAnswer({
    ...lineOf(request),
    status,
    reason: mask(reason),
    excerpt: excerpt(mask, status, body),
    ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) }),
    ...(call.repeats === 0 ? {} : { attempts: call.repeats + 1 }),
    mayHaveHappened: mayHaveHappened({ ...call, isUncertain: call.isUncertain || status < 300 }),
    ...(call.isHeldBack ? { notSent: true } : answerFields(request, headers))
  })
}

// a shortened message says so at its end, and is not shortened again
const maxMessage = 1100

// texts of the interface itself are never secrets
const documented: ReadonlySet<string> = new Set(["generic", ErrorText.tokenExpired])

/** Adds request and answer to an error, and removes the secrets that the service put into its message. */
export const redactError = (request: CallRequest, { headers }: HttpResponse, error: unknown): unknown => {
  const mask = maskOf(request)
  const redactText = (text: string) => (documented.has(text) ? text : mask(text, maxMessage))
  const fieldsOf = <E extends ErrorV1 | ErrorText | ErrorV1R1>(error: E) => ({
    ...error,
    message: redactText(error.message),
    ...lineOf(request),
    ...answerFields(request, headers)
  })
  if (error instanceof ErrorV1) return new ErrorV1(fieldsOf(error))
  if (error instanceof ErrorText) return new ErrorText(fieldsOf(error))
  return error instanceof ErrorV1R1
    ? new ErrorV1R1({ ...fieldsOf(error), errorName: redactText(error.errorName) })
    : error
}

// searching for secrets takes a millisecond for every ten kilobytes: in longer bodies they are found by name alone
const maxSearched = 200_000

/** Returns the response for a callback, without secrets; computed when read, as few programs read it. */
export const redactResponse = (request: CallRequest, { body, headers, status }: HttpResponse): CallResponse => {
  const isKnown = knows(request.call.known, request)
  const masked = lazy(() => publicHeaders(request, headers))
  return {
    status,
    get headers() {
      return masked()
    },
    get requestId() {
      return masked()["x-request-id"]
    },
    get raw() {
      return redact(parseBody(body).body, body.length <= maxSearched && isKnown(body) ? isKnown : undefined)
    }
  }
}
