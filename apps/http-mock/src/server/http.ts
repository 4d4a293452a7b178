import type { IncomingMessage } from "node:http"

import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import type { Access } from "../control/access.ts"
import { isOwn } from "../control/ownRoutes.ts"
import { protocolError, problem } from "../wire/errors.ts"
import { contentLength, mayHaveBody, NodeRequest, splitTenant } from "../wire/request.ts"
import { mapMaybe, withBody } from "../wire/response.ts"
import type { Step } from "../wire/response.ts"
import { defaultOption } from "../world/gaps/options.ts"

type Request = HttpServerRequest.HttpServerRequest

type Response = HttpServerResponse.HttpServerResponse

/** A request to the emulator, before its tenant is known. */
export interface IncomingRequest {
  readonly request: Request
  /** Who may use the control plane. */
  readonly access: Access
}

/** Makes an error of HTTP itself: a problem below `/__mock`, else the error form of the version in the path. */
export const httpError = (url: string, status: number, message: string): Response =>
  isOwn(splitTenant(url).url) ? problem(status, message) : protocolError(url, status, message, defaultOption)

const hints: ReadonlyMap<string, string> = new Map([
  ["host", "with the host of the address"],
  ["authorization", "with one token or API key"],
  ["content-type", "with the type of the body"]
])

// node takes the first of them
const repeatedHeader = ({ rawHeaders }: IncomingMessage): string | undefined => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ""
    if (!hints.has(name)) continue
    if (seen.has(name)) return `The header ${name} is repeated. Send it once, ${hints.get(name)}.`
    seen.add(name)
  }
  return undefined
}

/** Rejects a request on a socket that violates RFC 9112, but that node accepts. */
const socketError = (source: IncomingMessage, { headers, url }: Request) => {
  const repeated = repeatedHeader(source)
  if (repeated !== undefined) return httpError(url, 400, repeated)
  const { expect, host, "transfer-encoding": transfer = "chunked" } = headers
  if (transfer.trim().toLowerCase() !== "chunked")
    return httpError(
      url,
      501,
      `The header transfer-encoding is ${transfer}, but only chunked is supported. Send the body as it is.`
    )
  // HTTP/1.0 has neither of the following headers
  if (source.httpVersion !== "1.1") return undefined
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return httpError(url, 417, `The header expect is ${expect}. Leave it out, or send 100-continue.`)
  return host === undefined
    ? httpError(url, 400, "The header host is missing. Send it with the host of the address.")
    : undefined
}

/** Rejects a compressed body, which would be read as something else. Returns `undefined` if the body is not compressed. */
export const compressionError = (request: Request): Response | undefined => {
  const encoding = request.headers["content-encoding"]?.trim() || "identity"
  return encoding.toLowerCase() === "identity" || !mayHaveBody(request)
    ? undefined
    : httpError(
        request.url,
        415,
        `The header content-encoding is ${encoding}. Send the body as it is, without the header.`
      )
}

// an empty answer without a length goes out in chunks, and clients wait for JSON
const withLength = (response: Response) =>
  response.body._tag === "Empty" && response.status >= 200 && response.status !== 204 && response.status !== 304
    ? HttpServerResponse.setHeader(response, "content-length", "0")
    : response

// the rest fits into the buffers of a connection
const minUnreadBytes = 64 * 1024

const maxSkippedBytes = 1024 ** 3

/**
 * Ends an answer only after the rest of an unread body, up to a limit: many clients read no answer before they have sent all,
 * and would find the connection reset (RFC 9112, 9.6).
 */
const thenSkipBody = (request: Request, response: Response): Response => {
  const { expect, "transfer-encoding": transfer } = request.headers
  const { body } = response
  // with expect, the client waits for the answer before it sends the body
  const isSending = expect === undefined && (transfer !== undefined || contentLength(request) > minUnreadBytes)
  if (!isSending || body._tag !== "Uint8Array") return response
  let bytes = 0
  const rest = request.stream.pipe(
    Stream.timeout("5 seconds"),
    Stream.runForEachWhile((chunk) => Effect.sync(() => (bytes += chunk.length) < maxSkippedBytes)),
    Effect.timeoutOption("30 seconds"),
    Effect.ignore,
    Effect.interruptible
  )
  const stream = Stream.concat(Stream.succeed(body.body), Stream.fromEffectDrain(rest))
  return withBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
}

/** Rejects requests that violate HTTP. Compressed bodies are left to the upstream, if there is one. */
export const http =
  (hasUpstream: boolean): Step<IncomingRequest> =>
  (incoming, next) => {
    const { request } = incoming
    const { source } = request
    const isOnSocket = source instanceof NodeRequest
    const error =
      (isOnSocket ? socketError(source, request) : undefined) ?? (hasUpstream ? undefined : compressionError(request))
    return mapMaybe(error ?? next(incoming), (response) =>
      isOnSocket && !source.complete ? thenSkipBody(request, withLength(response)) : withLength(response)
    )
  }

/** The origins whose pages may use the service: none, any, or the listed ones. */
export type Cors = "off" | "*" | ReadonlyArray<string>

// as browsers write it (RFC 6454): scheme://host or scheme://host:port
const originForm = /^[a-z][a-z\d+.-]*:\/\/(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/

// a URL has no origin for other schemes, such as those of an app
const isWeb = (text: string) => /^https?:/.test(text)

const isOrigin = (text: string) =>
  text === "null" || (originForm.test(text) && URL.canParse(text) && (new URL(text).origin === text || !isWeb(text)))

/** Parses the option `cors`, a text or a list, or fails with what is wrong with it. */
export const parseCors = (input: string | ReadonlyArray<string>): Result.Result<Cors, string> => {
  const origins = (typeof input === "string" ? input.split(",") : input).map((origin) => origin.trim())
  const [only, ...more] = origins
  if (more.length === 0 && (only === "*" || (only === "off" && typeof input === "string"))) return Result.succeed(only)
  if (only === undefined) return Result.fail('The list of origins is empty. Use "off" to allow no origin.')
  const invalid = origins.find((origin) => !isOrigin(origin))
  return invalid === undefined
    ? Result.succeed(origins)
    : Result.fail(
        `${JSON.stringify(invalid)} is not an origin. Use only off or *, or origins such as http://localhost:5173, without a path or a wildcard.`
      )
}

const allows = (cors: Cors, origin: string) => cors !== "off" && (cors === "*" || cors.includes(origin))

/** Whether the answer depends on the origin of the page. */
const isList = (cors: Cors) => cors !== "off" && cors !== "*"

const isPreflight = ({ headers, method }: Request) =>
  method === "OPTIONS" && headers["origin"] !== undefined && headers["access-control-request-method"] !== undefined

// in addition to those that every page may read
const exposedHeaders =
  "date, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset"

// how long a browser may reuse a preflight, in seconds
const maxAge = 600

const permission = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "origin"
})

const allowPreflight = (origin: string, { headers }: Request): Response => {
  const requested = headers["access-control-request-headers"]
  return HttpServerResponse.empty({
    status: 204,
    headers: {
      ...permission(origin),
      "access-control-allow-methods": headers["access-control-request-method"] ?? "",
      ...(requested === undefined ? {} : { "access-control-allow-headers": requested }),
      ...(headers["access-control-request-private-network"] === "true"
        ? { "access-control-allow-private-network": "true" }
        : {}),
      "access-control-max-age": String(maxAge)
    }
  })
}

const pathOf = (url: string) => splitTenant(url).url.split("?", 1)[0] || "/"

// pages of other origins may never use the emulator's own addresses
const isOfService = (url: string) => {
  const path = pathOf(url)
  return path !== "/" && !isOwn(path)
}

/** Adds the headers that let pages of an origin read an answer, if they may. */
export const withCors = (cors: Cors, origin: string | undefined, url: string, response: Response): Response => {
  if (!isOfService(url)) return response
  if (origin !== undefined && allows(cors, origin))
    return HttpServerResponse.setHeaders(response, {
      ...permission(origin),
      "access-control-expose-headers": exposedHeaders
    })
  return isList(cors) ? HttpServerResponse.setHeader(response, "vary", "origin") : response
}

const originError = (origin: string) =>
  `Pages of ${origin} may not use this emulator. Add the origin to --cors, or to the option cors.`

/**
 * Lets pages of other origins use the service. It answers preflights, which are not requests to the service: they have no
 * faults, no journal entries and no evidence.
 */
export const cors =
  (allowed: Cors): Step<IncomingRequest> =>
  (incoming, next) => {
    const { headers, url } = incoming.request
    const origin = headers["origin"]
    if (origin === undefined && !isList(allowed)) return next(incoming)
    if (origin === undefined || !isPreflight(incoming.request) || !isOfService(url))
      return mapMaybe(next(incoming), (response) => withCors(allowed, origin, url, response))
    return allows(allowed, origin)
      ? allowPreflight(origin, incoming.request)
      : withCors(allowed, origin, url, protocolError(pathOf(url), 403, originError(origin), defaultOption))
  }
