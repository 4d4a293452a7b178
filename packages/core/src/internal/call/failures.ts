import * as Result from "effect/Result"

import { ErrorText, ErrorV1, ErrorV1R1, UnexpectedAnswer } from "../../Errors.ts"
import type { Answered } from "../../Http.ts"
import type { Mask } from "../secrets/masking.ts"
import { lineOf, maskOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { retryAfter } from "./headers.ts"

const longestExcerpt = 200

const quoted = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g

/** The shape of JSON: no text in it. */
const maskTexts = (text: string) =>
  text.replaceAll(quoted, (found, colon: string | undefined) => (colon === undefined ? '"…"' : found))

const isJson = (body: string) => Result.isSuccess(Result.try((): unknown => JSON.parse(body)))

const kindOf = (body: string) =>
  /^\s*<(?:!doctype\s+)?html\b/i.test(body) ? "a page of HTML" : "text that is not JSON"

/**
 * The beginning of a body, for an error message. An answer of success may hold tokens wherever its shape is not the
 * expected one: of it no text is shown, and nothing at all where it is not JSON.
 */
export const excerpt = (mask: Mask, status: number, body: string): string => {
  if (body === "") return ""
  if (status < 300 && !isJson(body)) return `(${kindOf(body)}, ${body.length} characters, not shown)`
  const masked = mask(status < 300 ? maskTexts(body.slice(0, 4000)) : body, 4000)
  const shown = masked.replaceAll(/\s+/g, " ")
  return shown.length > longestExcerpt ? `${shown.slice(0, longestExcerpt - 1)}…` : shown
}

/** The error of an answer that is not as the interface describes it. */
export const unexpected = (request: CallRequest, { body, headers, status }: Answered, now: number, reason: string) => {
  const mask = maskOf(request)
  const wait = retryAfter({ headers }, now)
  return new UnexpectedAnswer({
    ...lineOf(request),
    status,
    reason: mask(reason),
    excerpt: excerpt(mask, status, body),
    ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) }),
    ...(request.call.isHeldBack ? { notSent: true } : {})
  })
}

// a message that was cut says so at its end, and is not cut again
const longest = 1100

// the words that the interface itself gives, whatever was sent
const documented: ReadonlySet<string> = new Set(["generic", ErrorText.tokenExpired])

/** An error of the interface without the secrets that the service put into its words. */
export const withoutSecrets = (request: CallRequest, error: unknown): unknown => {
  const mask = maskOf(request)
  const said = (text: string) => (documented.has(text) ? text : mask(text, longest))
  if (error instanceof ErrorV1) {
    const { code, message, method, path, status } = error
    return new ErrorV1({ status, code, message: said(message), method, path })
  }
  if (error instanceof ErrorText) {
    const { message, method, path, status } = error
    return new ErrorText({ status, message: said(message), method, path })
  }
  if (!(error instanceof ErrorV1R1)) return error
  const { code, message, method, name, path } = error
  return new ErrorV1R1({ code, message: said(message), name: said(name), method, path })
}
