import type { IncomingMessage } from "node:http"

import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { hasBody } from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import { isOwn } from "../control/ownRoutes.ts"
import { UnsavedChange } from "../persistence/StateErrors.ts"
import { inTenant } from "../tenants/TenantName.ts"
import * as Cors from "../wire/cors.ts"
import { protocolError, problem } from "../wire/errors.ts"
import { isTooLarge } from "../wire/request.ts"
import type { Answer } from "../wire/response.ts"
import { defaultOption } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { ServiceError } from "../world/ServiceError.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The bytes of a body, nothing where there is none, or why they cannot be had. */
export type Body = Result.Result<Uint8Array | undefined, ServiceError>

export const noBody: Body = Result.succeed(undefined)

/** Whether a request may have a body. */
export const mayHaveBody = ({ headers, method }: Request): boolean =>
  headers["content-length"] === undefined
    ? headers["transfer-encoding"] !== undefined || hasBody(method)
    : headers["content-length"] !== "0"

const cutShort = serviceError("badInput", "The body ended before its end. Send all of it.")

/** Waits for the body of a request, of so many bytes at the most. */
export const readBody = (request: Request, mostBytes: number, tooLarge: ServiceError): Effect.Effect<Body> =>
  Effect.match(Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes)), {
    onFailure: (error) => Result.fail(isTooLarge(error) ? tooLarge : cutShort),
    onSuccess: (bytes) => Result.succeed(new Uint8Array(bytes))
  })

const mostDropped = 64 * 1024 * 1024

const longestDrop = Duration.seconds(5)

/** Reads a body that is refused unread, within bounds: many clients read no answer before they have sent all (RFC 9112, 9.6). */
export const dropBody = (request: Request): Effect.Effect<void> => {
  // who asks first has sent none of it
  if (request.headers["expect"] !== undefined) return Effect.void
  let bytes = 0
  return request.stream.pipe(
    Stream.runForEachWhile((piece) => Effect.sync(() => (bytes += piece.length) < mostDropped)),
    Effect.timeoutOption(longestDrop),
    Effect.ignore
  )
}

/** The most bytes that a body may have. */
export const maximumBody = (option: OptionLookup): number => option("request.maximum-body")

export const bodyTooLarge = (option: OptionLookup): ServiceError =>
  serviceError("badInput", `The body is larger than ${maximumBody(option)} bytes. Send less.`)

const explain = (error: unknown): ServiceError | undefined =>
  error instanceof UnsavedChange ? serviceError("internal", error.message) : undefined

/** What a failed request is refused with; nothing when the emulator itself failed. */
export const refusalOf = (cause: Cause.Cause<unknown>): Option.Option<ServiceError> =>
  Option.fromUndefinedOr(explain(Cause.squash(cause)))

export const internal = serviceError(
  "internal",
  "The emulator failed to answer; its log says why. This is a defect of it."
)

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** What HTTP itself refuses at an address: as a problem below `/__mock`, else in the error form of the version in the path. */
export const httpRefusal = (url: string, status: number, message: string): HttpServerResponse.HttpServerResponse =>
  isOwn(inTenant(url).url)
    ? problem(status, STATUS_CODES[status] ?? "Error", message)
    : protocolError(url, status, message, defaultOption)

const http = process.getBuiltinModule("node:http")

const isNode = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

const advice: ReadonlyMap<string, string> = new Map([
  ["host", "with the host of the address"],
  ["authorization", "with one token or API key"],
  ["content-type", "with the type of the body"]
])

const noHost = "The header host is missing. Send it with the host of the address."

// node takes the first of them
const twice = ({ rawHeaders }: IncomingMessage): string | undefined => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ""
    if (!advice.has(name)) continue
    if (seen.has(name)) return `The header ${name} comes more than once. Send it once, ${advice.get(name)}.`
    seen.add(name)
  }
  return undefined
}

const encodedTransfer = (encoding: string) =>
  `The header transfer-encoding is ${encoding}, of which chunked alone is known. Send the body as it is.`

/** What of a request on a socket is not HTTP (RFC 9112), and node lets pass; HTTP/1.0 asks for less. */
const onSocket = (source: IncomingMessage, { headers, url }: Request) => {
  const repeated = twice(source)
  if (repeated !== undefined) return httpRefusal(url, 400, repeated)
  const { expect, host, "transfer-encoding": transfer = "chunked" } = headers
  if (transfer.trim().toLowerCase() !== "chunked") return httpRefusal(url, 501, encodedTransfer(transfer))
  if (source.httpVersion !== "1.1") return undefined
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return httpRefusal(url, 417, `The header expect is ${expect}. Leave it out, or send 100-continue.`)
  return host === undefined ? httpRefusal(url, 400, noHost) : undefined
}

/** Why a body is not read: it is compressed, and taken as it stands it would be another. */
export const encoded = (request: Request) => {
  const encoding = request.headers["content-encoding"]?.trim() || "identity"
  return encoding.toLowerCase() === "identity" || !mayHaveBody(request)
    ? undefined
    : httpRefusal(
        request.url,
        415,
        `The header content-encoding is ${encoding}. Send the body as it is, without the header.`
      )
}

const refusedByHttp = (request: Request, passesOn: boolean) =>
  (isNode(request.source) ? onSocket(request.source, request) : undefined) ?? (passesOn ? undefined : encoded(request))

// without a length an empty answer goes out in chunks, and clients wait for JSON
const withLength = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag === "Empty" && response.status >= 200 && response.status !== 204 && response.status !== 304
    ? HttpServerResponse.setHeader(response, "content-length", "0")
    : response

/** What HTTP asks of every answer, whatever it is about; whether a body is compressed is left to what passes some on. */
export const overHttp = (answer: Answer, passesOn: boolean): Answer =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const refused = refusedByHttp(request, passesOn)
    return refused === undefined ? Effect.map(answer, withLength) : Effect.succeed(refused)
  })

const pathOf = (url: string) => inTenant(url).url.split("?", 1)[0] || "/"

/** Whether an address is of the service: the emulator's own are not for pages of other origins, whatever is allowed. */
const isOfService = (url: string) => {
  const path = pathOf(url)
  return path !== "/" && !isOwn(path)
}

const whyNot = (origin: string) =>
  `Pages of ${origin} may not use this emulator. Add the origin to those of --cors, or of the option cors.`

/** An answer to an address, for pages of an origin where they may have it. */
export const readableBy = (
  cors: Cors.Cors,
  origin: string | undefined,
  url: string,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (!isOfService(url)) return response
  if (origin !== undefined && Cors.allows(cors, origin)) return Cors.readable(origin, response)
  return Cors.isListed(cors) ? Cors.varying(response) : response
}

/**
 * Lets pages of other origins use the service. A preflight is answered here: it is no request to the service, so there
 * is no fault, no journal entry and no evidence of it.
 */
export const crossOrigin = (answer: Answer, cors: Cors.Cors): Answer =>
  cors === "off"
    ? answer
    : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const { headers, url } = request
        const origin = headers["origin"]
        if (origin === undefined && !Cors.isListed(cors)) return answer
        if (origin === undefined || !Cors.isPreflight(request) || !isOfService(url))
          return Effect.map(answer, (response) => readableBy(cors, origin, url, response))
        return Effect.succeed(
          Cors.allows(cors, origin)
            ? Cors.permit(origin, request)
            : readableBy(cors, origin, url, protocolError(pathOf(url), 403, whyNot(origin), defaultOption))
        )
      })
