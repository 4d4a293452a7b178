import type { Socket } from "node:net"

// a socket of TLS cannot be reset, what carries it can
const carriers = new WeakMap<Socket, Socket>()

/** Notes the connection that carries a socket of TLS. */
export const noteCarrier = (secure: Socket, carrier: Socket): void => {
  carriers.set(secure, carrier)
}

/** The connection that carries a socket, which is itself without TLS. */
export const carrierOf = (socket: Socket): Socket => carriers.get(socket) ?? socket
