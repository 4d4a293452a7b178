import type { IncomingMessage } from "node:http"

import * as NodeStream from "@effect/platform-node/NodeStream"
import { Agent } from "@effect/platform-node/Undici"
import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cookies from "effect/http/Cookies"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { clientKindHeader } from "../tenants/Evidence.ts"
import { makeRecordedBody } from "../tenants/Journal.ts"
import type { Fields, Kept, Passed } from "../tenants/Journal.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import { injectedError, protocolError } from "../wire/errors.ts"
import { optionLookup } from "../world/gaps/options.ts"
import { namedBy } from "./address.ts"
import type { Addresses } from "./address.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The services that requests are passed on to, by region. */
export interface Upstream {
  /** Whether a request for an operation, or for none, is passed on. */
  readonly takes: (region: RegionName, operation: Operation | undefined) => boolean
  readonly pass: (asked: RequestContext) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope>
}

export interface Settings {
  readonly addresses: Addresses
  /** Operations that upstreams answer, beside all requests that are for none. */
  readonly operations: ReadonlyArray<string>
  /** How long either side may be silent. */
  readonly patience: Duration.Duration
}

/** An upstream does not answer. The message says which one, why, and what to do. */
class UpstreamFailure extends Data.TaggedError("UpstreamFailure")<{
  readonly status: 502 | 504 | 508
  readonly message: string
  /** Whether the connection was closed. */
  readonly isReset?: boolean
}> {}

const isMessage = (source: object): source is IncomingMessage =>
  source instanceof process.getBuiltinModule("node:http").IncomingMessage

// these are between two hops only (RFC 9110, 7.6.1)
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings"
]

/** The headers that are for the other end, without those that the header `connection` names. */
const endToEnd = (fields: Fields): Fields => {
  const named = fields
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim())
  const dropped = new Set([...hopByHop, ...named])
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()))
}

const pairs = (raw: ReadonlyArray<string>): Fields =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []))

const own = new Set(["host", "expect", tenantHeader, clientKindHeader])

/** The headers of a request as the client wrote them, without those that are for the emulator. */
const headersOf = ({ headers, source }: Request): Fields =>
  endToEnd(isMessage(source) ? pairs(source.rawHeaders) : Object.entries(headers)).filter(
    ([name]) => !own.has(name.toLowerCase())
  )

// in process the whole body is in memory already
const mostInProcess = ByteSize.bytes(128 * 1024 * 1024)

/** The body of a request, whether it was read already or not, and `null` if there is none. */
const bodyOf = ({ body, request }: RequestContext, sent: Kept) => {
  const whole = (bytes: Uint8Array) => {
    sent.add(bytes)
    return bytes.length === 0 ? null : bytes
  }
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers
  if (body !== undefined) return Effect.succeed(whole(body))
  if (!isMessage(request.source))
    return request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, mostInProcess),
      Effect.map((bytes) => whole(new Uint8Array(bytes))),
      Effect.orDie
    )
  if (length === "0" && encoding === undefined) return Effect.succeed(null)
  return NodeStream.toReadable(
    Stream.map(request.stream, (piece) => {
      sent.add(piece)
      return piece
    })
  )
}

const textOf = (error: unknown): { readonly code: string; readonly text: string } => {
  if (!(error instanceof Error)) return { code: "", text: String(error) }
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  const [message = ""] = error.message.split(/[;\n]/, 1)
  return { code, text: message.includes(code) ? message : `${message} (${code})`.trim() }
}

const certificateCodes = /CERT|UNABLE_TO_(?:VERIFY|GET)/

/** What an error of the connection says, and what to do. */
const explained = (error: unknown) => {
  const { code, text } = textOf(error)
  if (certificateCodes.test(code))
    return `${text}. If you trust its certificate, start the emulator with NODE_EXTRA_CA_CERTS=<file of the certificate or its authority>.`
  return code === "EPROTO" || code.startsWith("ERR_SSL_")
    ? `TLS with it failed (${code}). If it speaks HTTP only, give --upstream an address with http://.`
    : `${text}. Check --upstream, and that the service runs.`
}

const timeoutCodes = /^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/

const failureOf = (address: string, patience: Duration.Duration, error: unknown): UpstreamFailure => {
  const { code } = textOf(error)
  return timeoutCodes.test(code)
    ? new UpstreamFailure({
        status: 504,
        message: `The upstream ${address} sent nothing for ${Duration.toSeconds(patience)} seconds. Send the request again, or start the emulator with a longer --upstream-timeout.`
      })
    : new UpstreamFailure({
        status: 502,
        message: `The upstream ${address} does not answer: ${explained(error)}`,
        isReset: resetCodes.test(code)
      })
}

const resetCodes = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

// these can be sent again if a connection that was kept is closed meanwhile (RFC 9110, 9.2.2)
const repeatable = new Set(["GET", "HEAD", "OPTIONS", "DELETE", "PUT"])

const joined = (fields: Fields) => {
  const headers: Record<string, string> = {}
  for (const [name, value] of fields)
    if (name !== "set-cookie") headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  return headers
}

type Answer = Awaited<ReturnType<Agent["request"]>>

/** What the client gets of an answer; its body comes as it is sent. */
const responseOf = (
  { body, headers, statusCode, statusText }: Answer,
  { request: { method } }: RequestContext,
  passed: Passed,
  explain: (error: unknown) => string
): HttpServerResponse.HttpServerResponse => {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as const)
  )
  passed.head = { status: statusCode, headers: fields }
  const sent = endToEnd(fields)
  const { "content-length": length, "content-type": type = "", ...others } = joined(sent)
  const hasBody = method !== "HEAD" && statusCode !== 204 && statusCode !== 304
  const stream = NodeStream.fromReadable<Uint8Array, unknown>({ evaluate: () => body, onError: (error) => error }).pipe(
    Stream.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) return
        passed.failure ??= Cause.hasInterruptsOnly(exit.cause)
          ? "The client went away before the whole answer was there."
          : explain(Cause.squash(exit.cause))
      })
    )
  )
  const response = HttpServerResponse.setBody(
    HttpServerResponse.empty({ status: statusCode, statusText, headers: others }),
    HttpBody.stream(hasBody ? stream : Stream.empty, type, length === undefined ? undefined : Number(length))
  )
  const cookies = sent.filter(([name]) => name === "set-cookie").map(([, value]) => value)
  return HttpServerResponse.mergeCookies(
    type === "" ? HttpServerResponse.removeHeader(response, "content-type") : response,
    Cookies.fromSetCookie(cookies)
  )
}

/** Makes what passes requests on, until the scope ends. */
export const make = Effect.fnUntraced(function* ({ addresses, operations, patience }: Settings) {
  const silence = Math.ceil(Duration.toMillis(patience))
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () => new Agent({ allowH2: false, headersTimeout: silence, bodyTimeout: silence, connect: { timeout: silence } })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const named = namedBy(operations)
  // of this emulator only: the upstream may be another one
  const pseudonym = `remote-assist-mock-${(yield* Random.nextIntBetween(16 ** 7, 16 ** 8)).toString(16)}`

  const send = Effect.fnUntraced(function* (asked: RequestContext, address: string) {
    const {
      deployment: { exchange },
      path,
      query,
      request
    } = asked
    const given = headersOf(request)
    if (given.some(([name, value]) => name.toLowerCase() === "via" && value.includes(pseudonym)))
      return yield* new UpstreamFailure({
        status: 508,
        message: `The request came back to this emulator: the upstream ${address} leads to it. Give --upstream the address of the service itself.`
      })
    const { host, origin, pathname } = new URL(address)
    const target = `${pathname.replace(/\/$/, "")}${path}${query}`
    const headers: Fields = [["host", host], ...given, ["via", `1.1 ${pseudonym}`]]
    const passed: Passed = {
      url: `${origin}${target}`,
      headers,
      sent: makeRecordedBody(),
      head: undefined,
      failure: undefined
    }
    if (exchange !== undefined) exchange.passed = passed
    const body = yield* bodyOf(asked, passed.sent)
    const answer = yield* Effect.tryPromise({
      try: (signal) =>
        agent.request({ origin, path: target, method: request.method, headers: headers.flat(), body, signal }),
      catch: (error) => failureOf(address, patience, error)
    }).pipe(
      Effect.retry({
        times: 1,
        while: ({ isReset }) => isReset === true && body === null && repeatable.has(request.method)
      }),
      Effect.tap(({ body, statusCode }) =>
        Effect.addFinalizer(() => Effect.sync(() => body.destroy())).pipe(
          // its stream reports it, if anybody reads that
          Effect.andThen(Effect.sync(() => body.on("error", () => {}))),
          Effect.andThen(
            statusCode >= 200 && statusCode <= 599
              ? Effect.void
              : Effect.fail(failureOf(address, patience, `its status is ${statusCode}, which HTTP does not have`))
          )
        )
      ),
      Effect.tapError(({ message }) => Effect.sync(() => (passed.failure = message)))
    )
    return responseOf(answer, asked, passed, (error) => {
      const { message, status } = failureOf(address, patience, error)
      return status === 504 ? message : `The upstream ${address} broke its answer off: ${textOf(error).text}.`
    })
  })

  const upstream: Upstream = {
    takes: (region, operation) =>
      addresses[region] !== undefined && (operation === undefined || named.has(operation.id)),
    pass: (asked) => {
      const option = optionLookup(MutableRef.get(asked.deployment.world).settings.choices)
      return Effect.catch(
        Effect.interruptible(send(asked, addresses[asked.region] ?? "")),
        ({ message, status }: UpstreamFailure) =>
          Effect.succeed(
            asked.operation === undefined
              ? protocolError(asked.path, status, message, option)
              : injectedError(asked.operation, { status, message }, option)
          )
      )
    }
  }
  return upstream
})
