import type { Socket } from "node:net"

import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** The origin of an emulator that has no socket. */
export const inProcessOrigin = "http://emulator.internal"

type Sent = Pick<HttpServerRequest.HttpServerRequest, "headers">

const inProcessHost = new URL(inProcessOrigin).host

/** The host that a request is for; without a socket it need not name one. */
export const hostOf = ({ headers }: Sent): string => headers.host ?? inProcessHost

/** Where a request says that an emulator is, which speaks HTTPS or not. */
export const originOf = (request: Sent, secure: boolean): string => `${secure ? "https" : "http"}://${hostOf(request)}`

/** Whether a body was not read because it is larger than was to be read. */
export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

// a socket of TLS cannot be reset, what carries it can
const carriers = new WeakMap<Socket, Socket>()

/** Notes the connection that carries a socket of TLS. */
export const noteCarrier = (secure: Socket, carrier: Socket): void => {
  carriers.set(secure, carrier)
}

/** The connection that carries a socket, which is itself without TLS. */
export const carrierOf = (socket: Socket): Socket => carriers.get(socket) ?? socket
