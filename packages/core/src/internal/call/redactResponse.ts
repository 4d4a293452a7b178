import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import type { CallResponse } from "../../CallOptions.ts"
import { ErrorText, ErrorV1, ErrorV1R1, UnexpectedAnswer } from "../../Errors.ts"
import type { HttpResponse } from "../../Http.ts"
import { parseBody } from "../answers.ts"
import { lazy } from "../lazy.ts"
import { maskProse, redact, redactPart } from "../redact.ts"
import { knows, maskOfRequest } from "../secrets/masking.ts"
import type { Mask } from "../secrets/masking.ts"
import { isSecretName } from "../secrets/names.ts"
import { lineOf, maskOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { retryAfter } from "./headers.ts"

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

const kindOf = (body: string) =>
  /^\s*<(?:!doctype\s+)?html\b/i.test(body) ? "a page of HTML" : "text that is not JSON"

/** Returns the beginning of a body for an error message. A success may hold tokens anywhere, so its texts are not shown. */
export const excerpt = (mask: Mask, status: number, body: string): string => {
  if (body === "") return ""
  if (status < 300 && !parseBody(body).isJson) return `(${kindOf(body)}, ${body.length} characters, not shown)`
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
  return new UnexpectedAnswer({
    ...lineOf(request),
    status,
    reason: mask(reason),
    excerpt: excerpt(mask, status, body),
    ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) }),
    ...(request.call.isHeldBack ? { notSent: true } : answerFields(request, headers))
  })
}

// a shortened message says so at its end, and is not shortened again
const maxMessage = 1100

// texts of the interface itself are never secrets
const documented: ReadonlySet<string> = new Set(["generic", ErrorText.tokenExpired])

/** Adds request and answer to an error, and removes the secrets that the service put into its message. */
export const redactError = (request: CallRequest, { headers }: HttpResponse, error: unknown): unknown => {
  const mask = maskOf(request)
  const fields = () => ({ ...lineOf(request), ...answerFields(request, headers) })
  const redactText = (text: string) => (documented.has(text) ? text : mask(text, maxMessage))
  if (error instanceof ErrorV1) {
    const { code, message, status } = error
    return new ErrorV1({ status, code, message: redactText(message), ...fields() })
  }
  if (error instanceof ErrorText) {
    const { message, status } = error
    return new ErrorText({ status, message: redactText(message), ...fields() })
  }
  if (!(error instanceof ErrorV1R1)) return error
  const { code, message, name } = error
  return new ErrorV1R1({ code, message: redactText(message), name: redactText(name), ...fields() })
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
