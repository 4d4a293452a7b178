import type { Socket } from "node:net"

import type { Operation } from "@remote-assist/core/Contract"
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { errorResponse, injectedError } from "../wire/errors.ts"
import { NodeRequest, UnderlyingSocket } from "../wire/request.ts"
import { responseBytes, withBody } from "../wire/response.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import { serviceError } from "../world/ServiceError.ts"
import { statusesWithoutBody } from "./Fault.ts"
import type { Body, FaultEffect, Headers, Override } from "./Fault.ts"
import { applyEdits } from "./patch.ts"
import { worstAnswer } from "./worstCase.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What a fault needs to make an answer. */
interface FaultContext {
  readonly operation: Operation
  readonly path: string
  readonly option: OptionLookup
  readonly message: string
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  /** Is called for each path of a patch that the answer does not have. */
  readonly onMissed: (path: string) => void
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

const isHeaderValue = (text: string) => /^[\t\x20-\x7E\x80-\xFF]*$/.test(text) && text === text.trim()

const hint = "Use one line of Latin letters without a space at either end."

const connectionHeaders = /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i

const headersError = (headers: Headers = {}, contentType = ""): string | undefined => {
  if (!isHeaderValue(contentType)) return `contentType is not a valid header. ${hint}`
  for (const [name, text] of Object.entries(headers)) {
    if (!headerName.test(name))
      return `headers has ${JSON.stringify(name.slice(0, 100))}, which is not the name of a header.`
    if (/^content-length$/i.test(name))
      return `headers has ${name}, which follows from the body. Use truncate to break the connection.`
    if (connectionHeaders.test(name))
      return `headers has ${name}, which belongs to the connection. Use reset, truncate or slow to break it.`
    if (text !== null && !isHeaderValue(text)) return `headers has an invalid value of ${name}. ${hint}`
  }
  return undefined
}

/** Explains why an effect is not valid, or returns `undefined` if it is. */
export const effectError = (does: FaultEffect): string | undefined =>
  does.kind === "override" || does.kind === "body"
    ? headersError(does.headers, does.kind === "body" ? does.contentType : undefined)
    : undefined

/** Makes an answer with the headers of another, overridden by its own; null removes a header. */
const makeAnswer = (
  own: Response,
  status: number,
  bytes: Uint8Array | undefined,
  contentType: string | undefined,
  headers: Headers = {}
): Response => {
  const named = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]))
  const type = named.get("content-type")
  let answer = HttpServerResponse.empty({ status, headers: own.headers })
  for (const [name, text] of [["content-length", null], ["content-type", null], ...named] as const)
    answer =
      text === null ? HttpServerResponse.removeHeader(answer, name) : HttpServerResponse.setHeader(answer, name, text)
  if (bytes === undefined || statusesWithoutBody.has(status)) return answer
  const withBody = HttpServerResponse.setBody(
    answer,
    HttpBody.uint8Array(bytes, type === undefined ? contentType : (type ?? ""))
  )
  return type === null ? HttpServerResponse.removeHeader(withBody, "content-type") : withBody
}

const parseJson = (bytes: Uint8Array) =>
  Result.getOrUndefined(Result.try((): Schema.Json => JSON.parse(Buffer.from(bytes).toString("utf8"))))

const isEdited = ({ of = "successes" }: Override, status: number) =>
  of === "all" || (status < 400 ? of === "successes" : of === "errors")

const applyOverride = (override: Override, context: FaultContext, own: Response): Response => {
  const { headers, patch = [], status = own.status } = override
  if (!isEdited(override, own.status)) return own
  const bytes = responseBytes(own)
  const edited = applyEdits(patch.length === 0 ? undefined : parseJson(bytes), patch)
  if (Result.isFailure(edited))
    return injectedError(context, { status: 500, message: `${context.message} ${edited.failure}` }, context.option)
  const { document, missed } = edited.success
  missed.forEach(context.onMissed)
  const isPatched = missed.length < patch.length
  if (!isPatched && headers === undefined && override.status === undefined) return own
  const body = isPatched ? Buffer.from(JSON.stringify(document)) : own.body._tag === "Empty" ? undefined : bytes
  const type = own.headers["content-type"] ?? (isPatched ? "application/json" : undefined)
  return makeAnswer(own, status, body, type, headers)
}

const contentOf = ({ base64, json, text }: Body): readonly [bytes: Uint8Array | undefined, type: string] => {
  if (json !== undefined) return [Buffer.from(JSON.stringify(json)), "application/json"]
  if (text !== undefined) return [Buffer.from(text), "text/plain; charset=utf-8"]
  return [base64 === undefined ? undefined : Buffer.from(base64, "base64"), "application/octet-stream"]
}

const replaceBody = (body: Body, own: Response): Response => {
  const [bytes, type] = contentOf(body)
  return makeAnswer(own, body.status ?? 200, bytes, body.contentType ?? type, body.headers)
}

const applyWorst = (
  does: Extract<FaultEffect, { readonly kind: "worst" }>,
  { operation }: FaultContext,
  own: Response
) => {
  const worst = worstAnswer(does, operation, own.status, () => parseJson(responseBytes(own)))
  if (worst === undefined || (worst.body === undefined && worst.status === own.status && own.body._tag === "Empty"))
    return own
  const bytes = worst.body === undefined ? undefined : Buffer.from(JSON.stringify(worst.body))
  return makeAnswer(own, worst.status, bytes, bytes === undefined ? undefined : "application/json")
}

const { STATUS_CODES } = process.getBuiltinModule("node:http")

const proxyPage = (status: number) => {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`
  const page = `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<hr><center>nginx</center>
</body>
</html>
`
  return HttpServerResponse.setStatus(HttpServerResponse.html(page), status)
}

// half of a JSON text is not JSON
const cut = (response: Response) => {
  const bytes = responseBytes(response)
  const half = bytes.length < 2 ? Buffer.from("{") : bytes.subarray(0, Math.floor(bytes.length / 2))
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(half, "application/json"))
}

// no operation answers a number
const otherShape = HttpBody.jsonUnsafe(42)

/** Applies an effect to an answer. Effects that break the sending of the answer return it as it is. */
export const applyEffect = (does: FaultEffect, context: FaultContext, own: Response): Response => {
  const { message, now, operation, option } = context
  switch (does.kind) {
    case "status":
      return injectedError(context, { message, ...does }, option)
    case "expired":
      return errorResponse(operation, operation.path, serviceError("expired", message), option)
    case "rateLimit":
      return HttpServerResponse.setHeader(
        injectedError(context, { message, ...does, status: 429 }, option),
        "retry-after",
        does.as === "date" ? new Date(now + does.retryAfter * 1000).toUTCString() : String(does.retryAfter)
      )
    case "html":
      return proxyPage(does.status ?? 502)
    case "malformed":
      return does.shape === "other" ? HttpServerResponse.setBody(own, otherShape) : cut(own)
    case "override":
      return applyOverride(does, context, own)
    case "body":
      return replaceBody(does, own)
    case "worst":
      return applyWorst(does, context, own)
    case "reset":
    case "truncate":
    case "slow":
      return own
  }
}

/** Returns the socket of a request, or `undefined` in process. */
const socketOf = ({ source }: HttpServerRequest): Socket | undefined =>
  source instanceof NodeRequest ? source.socket : undefined

const reset: HttpEffect.PreResponseHandler = (request, response) => {
  const socket = socketOf(request)
  // in process: the error response of the fetch standard, which makes the client fail
  if (socket === undefined) return Effect.succeed(HttpServerResponse.raw(Response.error()))
  return Effect.flatMap(UnderlyingSocket, (underlying) =>
    Effect.callback<Response>((resume) => {
      if (socket.destroyed) return resume(Effect.succeed(response))
      socket.once("close", () => resume(Effect.succeed(response)))
      underlying(socket).resetAndDestroy()
    })
  )
}

const withStream = (response: Response, stream: Stream.Stream<Uint8Array, unknown>, length: number) =>
  withBody(response, HttpBody.stream(stream, response.headers["content-type"] ?? "", length))

/** Closes the connection after the written bytes. The request ends with it. */
const closeConnection = (socket: Socket) =>
  Effect.andThen(
    Effect.sync(() => socket.destroySoon()),
    Effect.never
  )

const closedEarly = Effect.die(new Error("the emulator closed the connection before the end of the answer"))

const truncate =
  (bytes: number | undefined): HttpEffect.PreResponseHandler =>
  (request, response) => {
    const whole = responseBytes(response)
    const sent = Math.min(bytes ?? Math.floor(whole.length / 2), Math.max(whole.length - 1, 0))
    const socket = socketOf(request)
    const part = Stream.make(whole.subarray(0, sent))
    const end = Stream.fromEffectDrain(socket === undefined ? closedEarly : closeConnection(socket))
    // an empty body announces a byte that is never sent
    return Effect.succeed(withStream(response, Stream.concat(part, end), Math.max(whole.length, 1)))
  }

const slow =
  (machine: Clock.Clock, chunk: number, every: number): HttpEffect.PreResponseHandler =>
  (_, response) => {
    const whole = responseBytes(response)
    if (whole.length === 0) return Effect.succeed(response)
    const starts = Array.from({ length: Math.ceil(whole.length / chunk) }, (_, index) => index * chunk)
    const chunks = Stream.mapEffect(Stream.fromIterable(starts), (start) =>
      Effect.as(start === 0 ? Effect.void : machine.sleep(Duration.millis(every)), whole.subarray(start, start + chunk))
    )
    return Effect.succeed(withStream(response, chunks, whole.length))
  }

/** Returns the handler that breaks the sending of an answer, or `undefined` if the effect does not. */
export const breakSending = (does: FaultEffect, machine: Clock.Clock): HttpEffect.PreResponseHandler | undefined => {
  switch (does.kind) {
    case "reset":
      return reset
    case "truncate":
      return truncate(does.bytes)
    case "slow":
      return slow(machine, does.chunk ?? 16, does.every ?? 100)
    default:
      return undefined
  }
}
