import type { IncomingMessage, ServerResponse } from "node:http"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { hasBody } from "effect/http/HttpMethod"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"

import { clientKindHeader } from "../tenants/evidence/Evidence.ts"
import type { Fields } from "../tenants/journal/Passed.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import { endToEnd, fieldsOf, valuesOf } from "./endToEnd.ts"
import type { Onward } from "./Upstream.ts"

const http = process.getBuiltinModule("node:http")

const isMessage = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

const isResponse = (response: object): response is ServerResponse => response instanceof http.ServerResponse

/** The answer that node writes to a request on a socket; nothing in process. */
export const nodeResponse = (request: HttpServerRequest.HttpServerRequest): ServerResponse | undefined => {
  if (!isMessage(request.source)) return undefined
  const response = NodeHttpServerRequest.toServerResponse(request)
  return isResponse(response) ? response : undefined
}

// of this hop, and of the emulator itself
const own = new Set(["host", "expect", tenantHeader, clientKindHeader])

/** The headers of a request as the client wrote them, but for those that are for this hop. */
export const headersOf = ({ headers, source }: HttpServerRequest.HttpServerRequest): Fields =>
  endToEnd(isMessage(source) ? fieldsOf(source.rawHeaders) : Object.entries(headers)).filter(
    ([name]) => !own.has(name.toLowerCase())
  )

/** A body with what says in the headers how long it is. */
export interface Body {
  readonly stream: Stream.Stream<Uint8Array, unknown> | undefined
  readonly framing: Fields
}

const ofBytes = (bytes: Uint8Array, isSaid: boolean): Body => ({
  stream: bytes.length === 0 ? undefined : Stream.succeed(bytes),
  framing: isSaid ? [] : [["content-length", String(bytes.length)]]
})

// what is in process has its body there already
const mostInProcess = 128 * 1024 * 1024

const takesBody = (method: string) => method === "POST" || method === "PUT" || method === "PATCH"

/** The body of a request, read already or not, with the headers that it is sent with. */
export const bodyOf = ({ body, request }: Onward, headers: Fields): Effect.Effect<Body> => {
  const isSaid = valuesOf(headers, "content-length").length > 0
  if (body !== undefined) return Effect.succeed(ofBytes(body, isSaid))
  if (!isMessage(request.source)) {
    if (!hasBody(request.method)) return Effect.succeed({ stream: undefined, framing: [] })
    return request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostInProcess)),
      Effect.map((bytes) => ofBytes(new Uint8Array(bytes), isSaid)),
      Effect.orDie
    )
  }
  if (request.headers["transfer-encoding"] !== undefined)
    return Effect.succeed({ stream: request.stream, framing: [["transfer-encoding", "chunked"]] })
  const { "content-length": length = "0" } = request.headers
  const hasNone = length === "0"
  return Effect.succeed({
    stream: hasNone ? undefined : request.stream,
    // a client may have named it among what is for this hop
    framing: isSaid || (hasNone && !takesBody(request.method)) ? [] : [["content-length", length]]
  })
}
