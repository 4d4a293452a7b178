import type { Server } from "node:https"
import type { Socket } from "node:net"

import type { Cors } from "../wire/cors.ts"
import { noteCarrier } from "../wire/request.ts"
import type { KeyPair } from "./Certificate.ts"
import * as RefusedByNode from "./refusedByNode.ts"

// the first byte of a connection with TLS (RFC 8446, 5.1: a record of the handshake)
const handshake = 22

// in milliseconds, for the first byte, and for a client to read that it came to the wrong place
const patience = 30_000

/** Waits for the first bytes of a connection, which stay in it. */
const peeked = (socket: Socket, next: (bytes: Buffer) => void) => {
  const end = () => socket.destroy()
  socket.setTimeout(patience, end)
  socket.once("error", end)
  socket.once("readable", () => {
    const bytes: unknown = socket.read()
    socket.setTimeout(0)
    socket.removeListener("timeout", end)
    socket.removeListener("error", end)
    if (Buffer.isBuffer(bytes)) {
      socket.unshift(bytes)
      next(bytes)
    } else end()
  })
}

const refuse = (socket: Socket, bytes: Buffer, cors: Cors) => {
  socket.on("error", () => {})
  socket.setTimeout(patience, () => socket.destroy())
  RefusedByNode.refusePlain(socket, bytes, cors)
  socket.resume()
}

/**
 * A server of HTTPS, which tells those who come without TLS that it is one. `silent` has the connections that have not
 * sent a request yet.
 */
export const make = (pair: KeyPair, cors: Cors): { readonly server: Server; readonly silent: Iterable<Socket> } => {
  const { createServer } = process.getBuiltinModule("node:https")
  const server = createServer({ ...pair, requireHostHeader: false, ALPNProtocols: ["http/1.1"] })
  const [secure] = server.listeners("connection")
  server.removeAllListeners("connection")
  const silent = new Map<string, Socket>()
  // a socket of TLS is another one than that of its connection, with the same port of the client
  const portOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  server.on("connection", (socket: Socket) => {
    const port = portOf(socket)
    silent.set(port, socket)
    socket.once("close", () => {
      if (silent.get(port) === socket) silent.delete(port)
    })
    peeked(socket, (bytes) => {
      if (bytes[0] !== handshake) return refuse(socket, bytes, cors)
      if (secure !== undefined) Reflect.apply(secure, server, [socket])
    })
  })
  server.on("secureConnection", (socket: Socket) => {
    const carrier = silent.get(portOf(socket))
    if (carrier !== undefined) noteCarrier(socket, carrier)
  })
  server.on("request", ({ socket }) => silent.delete(portOf(socket)))
  return { server, silent: { [Symbol.iterator]: () => silent.values() } }
}
