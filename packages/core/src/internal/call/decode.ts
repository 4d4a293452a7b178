import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import * as Drift from "../../Drift.ts"
import type { Codec, Endpoint } from "../../Endpoint.ts"
import { Drifted } from "../../Errors.ts"
import type { UnexpectedAnswer } from "../../Errors.ts"
import { causeOf, describeError, isRejected } from "../../Errors/refusal.ts"
import { undescribedStatus } from "../../Errors/tagged.ts"
import type { HttpResponse } from "../../Http.ts"
import { errorsOf, parseBody, successesOf, undescribedOf } from "../answers.ts"
import type { Undescribed } from "../answers.ts"
import { redactPart } from "../secrets/names.ts"
import * as Call from "./Call.ts"
import { makeBodyDecoder } from "./decodeBody.ts"
import type { Decoded, Mismatch } from "./decodeBody.ts"

/** Decodes the body of an answer with the schemas of its status. */
interface Decoder {
  readonly isSuccess: boolean
  /** Whether the interface does not show the body. */
  readonly isUndescribed: boolean
  readonly decode: (body: unknown) => Effect.Effect<Decoded, Mismatch>
}

/** Returns the decoder of a status; `undefined` if the interface does not describe the status. */
export type Decoders = (status: number) => Decoder | undefined

const isErrorObject = (body: unknown): body is { readonly code: number; readonly message: string } =>
  Predicate.hasProperty(body, "code") &&
  Predicate.hasProperty(body, "message") &&
  Predicate.isNumber(body.code) &&
  Predicate.isString(body.message)

const maxMessage = 200

const shorten = (message: string) => {
  if (redactPart(message) !== message) return "…"
  return message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message
}

/** The mismatch of an unexpected error object, with its code and message: an `ErrorV1` would claim a 401 or a 500. */
const errorObject = ({ code, message }: { readonly code: number; readonly message: string }): Mismatch => ({
  message: `an error, code ${code}: ${shorten(message)}`
})

const decodeUndescribed = ({ answer, entry }: Undescribed): Decoder["decode"] => {
  const decodeBody = (body: unknown): Effect.Effect<Decoded, Mismatch> =>
    isErrorObject(body) ? Effect.fail(errorObject(body)) : Effect.succeed({ value: answer(body), drifts: [] })
  if (entry === undefined) return decodeBody
  const decodeEntry = makeBodyDecoder([entry])
  return (body) =>
    Predicate.isObject(body)
      ? Effect.catchEager(
          Effect.mapEager(decodeEntry(body), ({ drifts, value }) => ({
            value: answer(body, { decoded: value }),
            drifts
          })),
          () => decodeBody(body)
        )
      : decodeBody(body)
}

const makeDecoder = (schemas: ReadonlyArray<Codec>, isSuccess: boolean): Decoder => {
  const undescribed = isSuccess ? undescribedOf(schemas) : undefined
  if (undescribed !== undefined) return { isSuccess, isUndescribed: true, decode: decodeUndescribed(undescribed) }
  const decode = makeBodyDecoder(schemas)
  return {
    isSuccess,
    isUndescribed: false,
    decode: (body) => Effect.mapErrorEager(decode(body), (error) => (isErrorObject(body) ? errorObject(body) : error))
  }
}

/** Makes the decoders of an endpoint. If the interface does not show the body of a success, any 2xx is a success. */
export const makeDecoders = (endpoint: Pick<Endpoint, "success" | "errors">): Decoders => {
  const byStatus = new Map<number, Decoder>()
  for (const [status, schemas] of errorsOf(endpoint)) byStatus.set(status, makeDecoder(schemas, false))
  for (const [status, schemas] of successesOf(endpoint)) byStatus.set(status, makeDecoder(schemas, true))
  const success = byStatus.get(200)
  const other = success?.isUndescribed === true ? success : undefined
  return (status) => byStatus.get(status) ?? (status >= 200 && status < 300 ? other : undefined)
}

/** Whether a body that is not JSON is a page of HTML, or should be JSON. A described text may come without its quotes. */
const isBroken = ({ body, headers }: HttpResponse, isUndescribed: boolean) => {
  if (body.trim() === "") return false
  const type = headers["content-type"] ?? ""
  return (
    Call.isHtml(body) ||
    /\/html\b/i.test(type) ||
    (/[/+]json\b/i.test(type) && (isUndescribed || /^\s*["[{]/.test(body)))
  )
}

/** Whether a body is empty or an error of the service, rather than a page of a proxy. */
const isFromService = (text: string) => {
  if (text.trim() === "") return true
  const { body, isJson } = text.length > Call.maxBody ? { body: text, isJson: false } : parseBody(text)
  if (!isJson) return false
  const [code, message] = isErrorObject(body) ? [body.code, body.message] : [undefined, body]
  if (!Predicate.isString(message)) return false
  const cause = causeOf(code, message)
  return cause === "notFound" || cause === "unknown"
}

/** Whether an error means that a resource does not exist: 404 or 410 of the service, or an error with such a message. */
export const isGone = (error: unknown, body: string): boolean => {
  const details = describeError(error)
  return details.tag === "UnexpectedAnswer"
    ? (details.status === 404 || details.status === 410) && isFromService(body)
    : isRejected(details) && details.cause === "notFound"
}

const reasonFor = ({ url }: Call.CallRequest, { headers, status }: HttpResponse) => {
  const target = status >= 300 && status < 400 ? URL.parse(headers["location"] ?? "", url) : null
  return target === null ? undescribedStatus : `a redirect to ${target.origin}, which is not followed`
}

const notJson = "with a body that is not JSON"

const read = (
  decoders: Decoders,
  request: Call.CallRequest,
  response: HttpResponse
): Effect.Effect<unknown, unknown> => {
  const fail = (reason: string): Effect.Effect<never, UnexpectedAnswer> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(Call.unexpectedAnswer(request, response, now, reason)))
  if (request.call.isHeldBack) return fail("which asked to wait")
  const decoder = decoders(response.status)
  if (decoder === undefined) return fail(reasonFor(request, response))
  const { body, isJson } = parseBody(response.body)
  if (decoder.isSuccess && !isJson && isBroken(response, decoder.isUndescribed)) return fail(notJson)
  const decoded = Call.withinTimeout(
    request,
    Effect.catchEager(decoder.decode(body), ({ message }) =>
      fail(isJson ? `with an unknown shape (${message})` : notJson)
    )
  ).pipe(
    Effect.flatMapEager(({ drifts: found, value }): Effect.Effect<unknown, unknown> => {
      if (found.length === 0) return Effect.succeed(value)
      const drifts = found.map((drift) => ({ operation: request.call.operation, ...drift }))
      return Effect.flatMap(Drift.Mode, (mode): Effect.Effect<unknown, unknown> =>
        mode === "strict"
          ? Effect.fail(
              new Drifted({ ...Call.lineOf(request), drifts, ...Call.answerFields(request, response.headers) })
            )
          : Effect.flatMap(Drift.Report, (report) =>
              Effect.as(Call.withinTimeout(request, Effect.forEach(drifts, report, { discard: true })), value)
            )
      )
    })
  )
  return decoder.isSuccess
    ? Effect.mapEager(decoded, (value) => Call.redactValue(request, response.body, isJson, value))
    : Effect.flatMap(decoded, (error) => Effect.fail(Call.redactError(request, response, error)))
}

/** Decodes the answer to a call. A retried DELETE that finds nothing has succeeded: an earlier attempt removed it. */
export const decode = (
  decoders: Decoders,
  request: Call.CallRequest,
  response: HttpResponse
): Effect.Effect<unknown, unknown> => {
  const outcome = read(decoders, request, response)
  if (request.method !== "DELETE" || !request.call.isUncertain) return outcome
  const success = decoders(200)
  if (success === undefined) return outcome
  // an empty body, or the text of an acknowledgement
  const empty = Effect.catch(success.decode(null), () => success.decode(""))
  return Effect.catchIf(
    outcome,
    (error) => isGone(error, response.body),
    (error) => Effect.mapBoth(empty, { onFailure: () => error, onSuccess: ({ value }) => value })
  )
}
