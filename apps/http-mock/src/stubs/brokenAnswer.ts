import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"

import * as Effect from "effect/Effect"
import type * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { carrierOf } from "../wire/carrier.ts"
import type { StubFault } from "./mapping/StubMapping.ts"

const http = process.getBuiltinModule("node:http")

const isNode = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

const socketOf = ({ source }: HttpServerRequest): Socket | undefined => (isNode(source) ? source.socket : undefined)

// no HTTP, and the same every time
const garbage = "no HTTP \u0000 at all {]"

const written = (socket: Socket, text: string) => {
  socket.write(text)
  socket.destroySoon()
}

const breaks: { readonly [Name in StubFault]: (socket: Socket) => void } = {
  EMPTY_RESPONSE: (socket) => socket.destroySoon(),
  MALFORMED_RESPONSE_CHUNK: (socket) =>
    written(socket, `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${garbage}`),
  RANDOM_DATA_THEN_CLOSE: (socket) => written(socket, garbage),
  CONNECTION_RESET_BY_PEER: (socket) => carrierOf(socket).resetAndDestroy()
}

/** Breaks the connection in place of an answer; in process a client fails as of a broken network. */
export const brokenAs =
  (fault: StubFault): HttpEffect.PreResponseHandler =>
  (request, response) => {
    const socket = socketOf(request)
    if (socket === undefined) return Effect.succeed(HttpServerResponse.raw(Response.error()))
    return Effect.callback<HttpServerResponse.HttpServerResponse>((resume) => {
      if (socket.destroyed) return resume(Effect.succeed(response))
      socket.once("close", () => resume(Effect.succeed(response)))
      breaks[fault](socket)
    })
  }
