import * as NodeStream from "@effect/platform-node/NodeStream"
import { Agent } from "@effect/platform-node/Undici"
import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import { pluralize } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cookies from "effect/http/Cookies"
import * as HttpBody from "effect/http/HttpBody"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"

import { clientKindHeader } from "../tenants/Evidence.ts"
import { depthHeader } from "../tenants/Handlers.ts"
import { makeRecordedBody } from "../tenants/Journal.ts"
import type { RawHeaders, RecordedBody, UpstreamCall } from "../tenants/Journal.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import { injectedError } from "../wire/errors.ts"
import { NodeRequest, readBytes } from "../wire/request.ts"
import { selectOperations } from "./address.ts"
import type { Addresses } from "./address.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The services that requests are passed on to, by region. */
export type Upstream = Effect.Success<ReturnType<typeof make>>

export interface Settings {
  readonly addresses: Addresses
  /** The operations to pass on. Requests for no operation are always passed on. */
  readonly operations: ReadonlyArray<string>
  /** How long either side may be silent. */
  readonly timeout: Duration.Duration
}

/** An upstream does not answer. The message names it, the reason, and what to do. */
class UpstreamFailure extends Data.TaggedError("UpstreamFailure")<{
  readonly status: 502 | 504 | 508
  readonly message: string
  readonly isReset?: boolean
}> {}

// headers between two hops (RFC 9110, 7.6.1)
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

/** Removes the headers between two hops, and those that the header `connection` names. */
const endToEnd = (headers: RawHeaders): RawHeaders => {
  const named = headers
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim())
  const dropped = new Set([...hopByHop, ...named])
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}

const toPairs = (raw: ReadonlyArray<string>): RawHeaders =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []))

const emulatorHeaders = new Set(["host", "expect", tenantHeader, clientKindHeader, depthHeader])

/** Returns the headers as the client wrote them, without those for the emulator. */
const headersOf = ({ headers, source }: Request): RawHeaders =>
  endToEnd(source instanceof NodeRequest ? toPairs(source.rawHeaders) : Object.entries(headers)).filter(
    ([name]) => !emulatorHeaders.has(name.toLowerCase())
  )

// in process the whole body is in memory already
const maxInProcess = 128 * 1024 * 1024

/** Returns the body of a request, which a step may have read, or null if there is none. */
const bodyOf = ({ body, request }: RequestContext, recorded: RecordedBody) => {
  const recordWhole = (bytes: Uint8Array) => {
    recorded.add(bytes)
    return bytes.length === 0 ? null : bytes
  }
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers
  if (body !== undefined) return Effect.succeed(recordWhole(body))
  if (!(request.source instanceof NodeRequest))
    return Effect.orDie(Effect.map(readBytes(request, maxInProcess), recordWhole))
  if (length === "0" && encoding === undefined) return Effect.succeed(null)
  return NodeStream.toReadable(
    Stream.map(request.stream, (chunk) => {
      recorded.add(chunk)
      return chunk
    })
  )
}

const describeError = (error: unknown): { readonly code: string; readonly text: string } => {
  if (!(error instanceof Error)) return { code: "", text: String(error) }
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  const [message = ""] = error.message.split(/[;\n]/, 1)
  return { code, text: message.includes(code) ? message : `${message} (${code})`.trim() }
}

const certificateCodes = /CERT|UNABLE_TO_(?:VERIFY|GET)/

const explainError = (error: unknown) => {
  const { code, text } = describeError(error)
  if (certificateCodes.test(code))
    return `${text}. If you trust its certificate, start the emulator with NODE_EXTRA_CA_CERTS=<file of the certificate or its authority>.`
  return code === "EPROTO" || code.startsWith("ERR_SSL_")
    ? `TLS with it failed (${code}). If it speaks HTTP only, give --upstream an address with http://.`
    : `${text}. Check --upstream, and that the service runs.`
}

const timeoutCodes = /^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/

const resetCodes = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

const failureOf = (address: string, timeout: Duration.Duration, error: unknown): UpstreamFailure => {
  const { code } = describeError(error)
  return timeoutCodes.test(code)
    ? new UpstreamFailure({
        status: 504,
        message: `The upstream ${address} sent nothing for ${pluralize(Duration.toSeconds(timeout), "second")}. Send the request again, or start the emulator with a longer --upstream-timeout.`
      })
    : new UpstreamFailure({
        status: 502,
        message: `The upstream ${address} does not answer: ${explainError(error)}`,
        isReset: resetCodes.test(code)
      })
}

// these may be retried if a reused connection closes (RFC 9110, 9.2.2)
const idempotentMethods = new Set(["GET", "HEAD", "OPTIONS", "DELETE", "PUT"])

const joinHeaders = (fields: RawHeaders) => {
  const headers: Record<string, string> = {}
  for (const [name, value] of fields)
    if (name !== "set-cookie") headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  return headers
}

type UpstreamResponse = Awaited<ReturnType<Agent["request"]>>

/** Makes the client's response. Its body is streamed. */
const responseOf = (
  { body, headers, statusCode, statusText }: UpstreamResponse,
  { request: { method } }: RequestContext,
  call: UpstreamCall,
  explain: (error: unknown) => string
): HttpServerResponse.HttpServerResponse => {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as const)
  )
  call.head = { status: statusCode, headers: fields }
  const passed = endToEnd(fields)
  const { "content-length": length, "content-type": type = "", ...others } = joinHeaders(passed)
  const hasBody = method !== "HEAD" && statusCode !== 204 && statusCode !== 304
  const stream = NodeStream.fromReadable<Uint8Array, unknown>({ evaluate: () => body, onError: (error) => error }).pipe(
    Stream.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) return
        call.failure ??= Cause.hasInterruptsOnly(exit.cause)
          ? "The client disconnected before the end of the answer."
          : explain(Cause.squash(exit.cause))
      })
    )
  )
  const response = HttpServerResponse.setBody(
    HttpServerResponse.empty({ status: statusCode, statusText, headers: others }),
    HttpBody.stream(hasBody ? stream : Stream.empty, type, length === undefined ? undefined : Number(length))
  )
  const cookies = passed.filter(([name]) => name === "set-cookie").map(([, value]) => value)
  return HttpServerResponse.mergeCookies(
    type === "" ? HttpServerResponse.removeHeader(response, "content-type") : response,
    Cookies.fromSetCookie(cookies)
  )
}

/** Makes an upstream, until the scope ends. */
export const make = Effect.fnUntraced(function* ({ addresses, operations, timeout }: Settings) {
  const millis = Math.ceil(Duration.toMillis(timeout))
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () => new Agent({ allowH2: false, headersTimeout: millis, bodyTimeout: millis, connect: { timeout: millis } })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const selected = selectOperations(operations)
  // unique to this emulator, as the upstream may be another one
  const pseudonym = `remote-assist-mock-${(yield* Random.nextIntBetween(16 ** 7, 16 ** 8)).toString(16)}`

  const send = Effect.fnUntraced(function* (context: RequestContext, address: string) {
    const { exchange, path, query, request } = context
    const sent = headersOf(request)
    if (sent.some(([name, value]) => name.toLowerCase() === "via" && value.includes(pseudonym)))
      return yield* new UpstreamFailure({
        status: 508,
        message: `The request came back to this emulator: the upstream ${address} leads to it. Give --upstream the address of the service itself.`
      })
    const { host, origin, pathname } = new URL(address)
    const target = `${pathname.replace(/\/$/, "")}${path}${query}`
    const headers: RawHeaders = [["host", host], ...sent, ["via", `1.1 ${pseudonym}`]]
    const call: UpstreamCall = {
      url: `${origin}${target}`,
      headers,
      body: makeRecordedBody(),
      head: undefined,
      failure: undefined
    }
    if (exchange !== undefined) exchange.upstreamCall = call
    const body = yield* bodyOf(context, call.body)
    const response = yield* Effect.tryPromise({
      try: (signal) =>
        agent.request({ origin, path: target, method: request.method, headers: headers.flat(), body, signal }),
      catch: (error) => failureOf(address, timeout, error)
    }).pipe(
      Effect.retry({
        times: 1,
        while: ({ isReset }) => isReset === true && body === null && idempotentMethods.has(request.method)
      }),
      Effect.tap(({ body, statusCode }) =>
        Effect.addFinalizer(() => Effect.sync(() => body.destroy())).pipe(
          // the stream reports the error, if somebody reads it
          Effect.andThen(Effect.sync(() => body.on("error", () => {}))),
          Effect.andThen(
            statusCode >= 200 && statusCode <= 599
              ? Effect.void
              : Effect.fail(failureOf(address, timeout, `its status is ${statusCode}, which HTTP does not have`))
          )
        )
      ),
      Effect.tapError(({ message }) => Effect.sync(() => (call.failure = message)))
    )
    return responseOf(response, context, call, (error) => {
      const { message, status } = failureOf(address, timeout, error)
      return status === 504
        ? message
        : `The upstream ${address} closed the connection within its answer: ${describeError(error).text}. Send the request again.`
    })
  })

  return {
    /** Whether requests for an operation, or for none, are passed on. */
    takes: (region: RegionName, operation: Operation | undefined) =>
      addresses[region] !== undefined && (operation === undefined || selected.has(operation.id)),
    pass: (context: RequestContext) =>
      Effect.catch(
        Effect.interruptible(send(context, addresses[context.region] ?? "")),
        ({ message, status }: UpstreamFailure) =>
          Effect.succeed(injectedError(context, { status, message }, context.option))
      )
  }
})
