import { ErrorText, ErrorV1, ErrorV1R1, UnexpectedAnswer } from "../../Errors.ts"
import type { Answered } from "../../Http.ts"
import { excerpt } from "../secrets/excerpt.ts"
import { lineOf, maskOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { retryAfter } from "./retryAfter.ts"

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
