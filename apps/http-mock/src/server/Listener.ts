import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { UnderlyingSocket } from "../wire/request.ts"
import type { Answer } from "../wire/response.ts"
import type { KeyPair } from "./Certificate.ts"
import { answerClientError, answerConnect, answerPlainRequest } from "./clientErrors.ts"
import type { Cors } from "./http.ts"

const advice: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "the port is taken. Set another port, or 0 for any free one."],
  ["EADDRNOTAVAIL", "the host is not an address of this machine. Set another host."],
  ["EACCES", "this port is not allowed. Set a port above 1023."],
  ["ENOTFOUND", "the name of the host is not known. Correct it."]
])

/** The server cannot listen: the port is taken or not allowed, or the host is not one of this machine. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  code: Schema.String
}) {
  override get message() {
    const { code, host, port } = this
    return `Cannot listen on ${host}:${port}: ${advice.get(code) ?? `${code}. Check the host and the port.`}`
  }
}

// how long requests may still run when the server stops: the user waits for it after Ctrl-C
const shutdownTimeout = Duration.millis(500)

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : String(cause)

const anyHost = new Set(["0.0.0.0", "::", ""])

/** Returns the origin at which clients of this machine reach a host and a port. */
export const originOf = (host: string, port: number, isSecure = false): string => {
  const name = anyHost.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `${isSecure ? "https" : "http"}://${name}:${port}`
}

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly cors: Cors
  /** The certificate and the key of HTTPS (default HTTP). */
  readonly tls?: KeyPair | undefined
}

interface Connection {
  /** The TCP socket, which a TLS socket lies on. */
  readonly socket: Socket
  latest: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined
  previous: ServerResponse | undefined
}

/** The open connections by the socket that carries their requests. */
type Connections = Map<Duplex, Connection>

const addConnection = (connections: Connections, socket: Socket, underlying = socket) => {
  connections.set(socket, { socket: underlying, latest: undefined, previous: undefined })
  socket.once("close", () => connections.delete(socket))
}

/** Follows the connections of a server, and answers the requests on them that node rejects. */
export const followConnections = (server: Server, cors: Cors): Connections => {
  const connections: Connections = new Map()
  server.prependListener("connection", (socket) => addConnection(connections, socket))
  server.prependListener("request", (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.previous = connection.latest?.response
    connection.latest = { request, response }
  })
  server.on("clientError", (error, socket) => answerClientError(socket, error, connections.get(socket)?.latest, cors))
  server.on("connect", (_, socket) => answerConnect(socket))
  return connections
}

// an import of node:http reads its lazy exports, which loads undici: 40 ms of the start
const { createServer } = process.getBuiltinModule("node:http")

// the http step answers requests without a host
const requireHostHeader = false

const makePlainServer = (cors: Cors) => {
  const server = createServer({ requireHostHeader })
  return { server, connections: followConnections(server, cors) }
}

// the first byte of a TLS connection (RFC 8446, 5.1: a handshake record)
const handshake = 22

// in milliseconds: for the first byte, and for a client to read the answer to a plain request
const tlsTimeout = 30_000

/** Reads the first bytes of a connection, and puts them back. */
const peek = (socket: Socket, next: (bytes: Buffer) => void) => {
  const end = () => socket.destroy()
  socket.setTimeout(tlsTimeout, end)
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

const rejectPlainRequest = (socket: Socket, bytes: Buffer, cors: Cors) => {
  socket.on("error", () => {})
  socket.setTimeout(tlsTimeout, () => socket.destroy())
  answerPlainRequest(socket, bytes, cors)
  socket.resume()
}

/** Makes a server of HTTPS, which explains to clients without TLS that it is one. */
const makeTlsServer = (pair: KeyPair, cors: Cors) => {
  const server = process
    .getBuiltinModule("node:https")
    .createServer({ ...pair, requireHostHeader, ALPNProtocols: ["http/1.1"] })
  const [startTls] = server.listeners("connection")
  server.removeAllListeners("connection")
  const connections = followConnections(server, cors)
  // the TCP sockets before the end of the handshake, by the port of the client, which the TLS socket shares
  const handshakes = new Map<string, Socket>()
  const portOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  server.on("connection", (socket: Socket) => {
    const port = portOf(socket)
    handshakes.set(port, socket)
    socket.once("close", () => {
      if (handshakes.get(port) === socket) handshakes.delete(port)
    })
    peek(socket, (bytes) => {
      if (bytes[0] !== handshake) return rejectPlainRequest(socket, bytes, cors)
      if (startTls !== undefined) Reflect.apply(startTls, server, [socket])
    })
  })
  server.on("secureConnection", (secure: Socket) => {
    const port = portOf(secure)
    const socket = handshakes.get(port)
    if (socket === undefined) return
    handshakes.delete(port)
    connections.delete(socket)
    addConnection(connections, secure, socket)
  })
  return { server, connections }
}

/**
 * Answers the requests of a connection one after another, as a request may depend on the one before it (RFC 9112, 9.3.2), and
 * a client that reads nothing would fill the memory with answers.
 */
const answerInTurn = (server: Server, connections: Connections) => {
  const [follow, answer] = server.listeners("request")
  server.removeAllListeners("request")
  server.on("request", (request, response) => {
    if (follow !== undefined) Reflect.apply(follow, server, [request, response])
    const previous = connections.get(request.socket)?.previous
    const answerNow = () => {
      if (answer !== undefined) Reflect.apply(answer, server, [request, response])
    }
    if (previous === undefined || previous.writableFinished) answerNow()
    else previous.once("finish", answerNow)
  })
}

/** Answers on a socket until the scope closes, and yields the origin. */
export const listen = Effect.fnUntraced(function* (answer: Answer, { cors, host, port, tls }: ListenOptions) {
  const { connections, server } = tls === undefined ? makePlainServer(cors) : makeTlsServer(tls, cors)
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  const bound = yield* NodeHttpServer.make(() => server, {
    host,
    port,
    gracefulShutdownTimeout: shutdownTimeout
  }).pipe(Effect.mapError(({ cause }) => new CannotListen({ host, port, code: codeOf(cause) })))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  yield* HttpServer.serveEffect(answer).pipe(
    Effect.provideService(UnderlyingSocket, (socket) => connections.get(socket)?.socket ?? socket),
    Effect.provideService(HttpServer.HttpServer, bound)
  )
  answerInTurn(server, connections)
  // node answers an upgrade as any request if nothing listens for it
  server.removeAllListeners("upgrade")
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      // node would wait for connections that have not sent a request
      for (const { latest, socket } of connections.values()) if (latest === undefined) socket.destroy()
    })
  )
  const { address } = bound
  return originOf(host, address._tag === "UnixPathAddress" ? port : address.port, tls !== undefined)
})
