import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { CallResponse } from "../../CallOptions.ts"
import * as Drift from "../../Drift.ts"
import { Drifted, ErrorText, ErrorV1, ErrorV1R1, RequestLine, UnexpectedAnswer } from "../../Errors.ts"
import type { HttpResponse } from "../../Http.ts"
import { lazy } from "../lazy.ts"
import { redact, redactPart, spoken } from "../redact.ts"
import { causeOf, isRefused, toldBy } from "../refusal.ts"
import { knows, maskOfRequest } from "../secrets/masking.ts"
import type { Mask } from "../secrets/masking.ts"
import * as Answer from "./answer.ts"
import { isErrorObject, parse } from "./answer.ts"
import { lineOf, maskOf } from "./Call.ts"
import type { CallRequest } from "./Call.ts"
import { retryAfter } from "./headers.ts"

// no error of the service is longer, and what it acknowledges with is far shorter; masking it takes two milliseconds
const longestBody = 20_000

/** Whether a body is empty or an error of the service, and no page of what stands before it. */
const isOfService = (text: string) => {
  if (text.trim() === "") return true
  const { body, isJson } = text.length > longestBody ? { body: text, isJson: false } : parse(text)
  if (!isJson) return false
  const [code, message] = isErrorObject(body) ? [body.code, body.message] : [undefined, body]
  if (!Predicate.isString(message)) return false
  const cause = causeOf(code, message)
  return cause === "notThere" || cause === "nothing known"
}

/** Whether an error says that a resource is gone: 404 or 410 of the service itself, or a refusal in such words. */
export const isGone = (error: unknown, body: string): boolean => {
  const told = toldBy(error)
  return told.tag === "UnexpectedAnswer"
    ? (told.status === 404 || told.status === 410) && isOfService(body)
    : isRefused(told) && told.cause === "notThere"
}

const isAcknowledged = (value: unknown): value is { readonly body: unknown; readonly entry: unknown } =>
  Predicate.hasProperty(value, "body") && Predicate.hasProperty(value, "entry")

/** Takes known secrets out of a text, or a body that the interface does not show: a service may echo its input. */
const withhold = (request: CallRequest, body: string, value: unknown): unknown => {
  if (Predicate.isString(value))
    return maskOfRequest(request.call.known, request)(parse(body).isJson ? value : spoken(value), longestBody)
  if (!isAcknowledged(value)) return value
  if (body.length > longestBody) return { ...value, body: Redacted.make(value.body) }
  const isKnown = knows(request.call.known, request)
  return isKnown(body) ? { ...value, body: redactPart(value.body, isKnown) } : value
}

const undescribed = ({ url }: CallRequest, { headers, status }: HttpResponse) => {
  const target = status >= 300 && status < 400 ? URL.parse(headers["location"] ?? "", url) : null
  return target === null
    ? "which the interface does not describe"
    : `a redirect to ${target.origin}, which is not followed: set the base address to where the service is`
}

const read = (
  decoders: Answer.Decoders,
  request: CallRequest,
  answer: HttpResponse
): Effect.Effect<unknown, unknown> => {
  const refuse = (reason: string): Effect.Effect<never, UnexpectedAnswer> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(unexpected(request, answer, now, reason)))
  if (request.call.isHeldBack) return refuse("which asked to wait")
  const decoder = decoders.at(answer.status)
  if (decoder === undefined) return refuse(undescribed(request, answer))
  const { body, isJson } = Answer.parse(answer.body)
  const decoded = decoder.decode(body).pipe(
    Effect.catch((error) =>
      refuse(isJson ? `with an unknown shape (${error.message})` : "with a body that is not JSON")
    ),
    Effect.flatMap(({ drifts: found, value }) => {
      if (found.length === 0) return Effect.succeed(value)
      const drifts = found.map((drift) => ({ operation: request.call.operation, ...drift }))
      return Effect.flatMap(Drift.Mode, (mode) =>
        mode === "strict"
          ? Effect.fail(new Drifted({ ...lineOf(request), drifts }))
          : Effect.flatMap(Drift.Report, (report) =>
              Effect.as(Effect.forEach(drifts, report, { discard: true }), value)
            )
      )
    })
  )
  return decoder.isSuccess
    ? Effect.map(decoded, (value) => withhold(request, answer.body, value))
    : Effect.flatMap(Effect.provideService(decoded, RequestLine, lineOf(request)), (error) =>
        Effect.fail(withoutSecrets(request, error))
      )
}

/** Decodes the answer to a call. A repeated DELETE that finds nothing has succeeded: an earlier attempt removed it. */
export const decode = (
  decoders: Answer.Decoders,
  request: CallRequest,
  answer: HttpResponse
): Effect.Effect<unknown, unknown> => {
  const outcome = read(decoders, request, answer)
  if (request.method !== "DELETE" || !request.call.isUncertain) return outcome
  const success = decoders.at(200)
  if (success === undefined) return outcome
  // nothing, or the text that says it is done
  const none = Effect.catch(success.decode(null), () => success.decode(""))
  return Effect.catchIf(
    outcome,
    (error) => isGone(error, answer.body),
    (error) => Effect.mapBoth(none, { onFailure: () => error, onSuccess: ({ value }) => value })
  )
}

const longestExcerpt = 200

const quoted = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|$)/g

/** The shape of JSON: no text in it. */
const maskTexts = (text: string) =>
  text.replaceAll(quoted, (found, colon: string | undefined) => (colon === undefined ? '"…"' : found))

const isJson = (body: string) => Result.isSuccess(Result.try((): unknown => JSON.parse(body)))

const kindOf = (body: string) =>
  /^\s*<(?:!doctype\s+)?html\b/i.test(body) ? "a page of HTML" : "text that is not JSON"

/** The beginning of a body for an error message. A success may hold tokens anywhere, so none of its texts is shown. */
export const excerpt = (mask: Mask, status: number, body: string): string => {
  if (body === "") return ""
  if (status < 300 && !isJson(body)) return `(${kindOf(body)}, ${body.length} characters, not shown)`
  const masked = mask(status < 300 ? maskTexts(body.slice(0, 4000)) : body, 4000)
  const shown = masked.replaceAll(/\s+/g, " ")
  return shown.length > longestExcerpt ? `${shown.slice(0, longestExcerpt - 1)}…` : shown
}

/** The error of an answer that is not as the interface describes it. */
export const unexpected = (
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
    ...(request.call.isHeldBack ? { notSent: true } : {})
  })
}

// a message that was cut says so at its end, and is not cut again
const longestMessage = 1100

// the words that the interface itself gives, whatever was sent
const documented: ReadonlySet<string> = new Set(["generic", ErrorText.tokenExpired])

/** An error of the interface without the secrets that the service put into its words. */
export const withoutSecrets = (request: CallRequest, error: unknown): unknown => {
  const mask = maskOf(request)
  const said = (text: string) => (documented.has(text) ? text : mask(text, longestMessage))
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

// to look for secrets takes a millisecond for every ten kilobytes: a list that is longer has them by their names alone
const longestSearched = 200_000

/** An answer as programs see it, without cookies and without secrets: of few it is asked for, so that is made then. */
export const receivedOf = (request: CallRequest, { body, headers, status }: HttpResponse): CallResponse => {
  const isKnown = knows(request.call.known, request)
  const shown = lazy(() =>
    Object.fromEntries(Object.entries(headers).filter(([name, value]) => name !== "set-cookie" && !isKnown(value)))
  )
  return {
    status,
    get headers() {
      return shown()
    },
    get requestId() {
      return shown()["x-request-id"]
    },
    get raw() {
      return redact(parse(body).body, body.length <= longestSearched && isKnown(body) ? isKnown : undefined)
    }
  }
}
