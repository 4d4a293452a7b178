import type { Server } from "node:http"
import type { Socket } from "node:net"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Cors } from "../wire/cors.ts"
import type { Answer } from "../wire/response.ts"
import type { KeyPair } from "./Certificate.ts"
import * as RefusedByNode from "./refusedByNode.ts"

/** The emulator's server cannot listen: the port is taken or not allowed, or the host is not of this machine. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Int,
  code: Schema.String
}) {
  override get message() {
    const { code, host, port } = this
    const advice =
      code === "EADDRINUSE"
        ? "the port is taken. Choose another with --port, or --port 0 for any free one."
        : code === "EACCES"
          ? "this port is not allowed. Choose one above 1023 with --port."
          : `${code}. Check --host and --port.`
    return `Cannot listen on ${host}:${port}: ${advice}`
  }
}

// an import of node:http reads its lazy exports, which loads undici: 40 ms of the start
const { createServer } = process.getBuiltinModule("node:http")

// requests in flight get this long when the server stops: who presses Ctrl-C waits for it
const drainTime = Duration.millis(500)

const codeOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : String(cause)

const anyHost = new Set(["0.0.0.0", "::", ""])

/** Where clients of this machine reach what listens on a host and a port. */
export const originOf = (host: string, port: number, secure = false): string => {
  const name = anyHost.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `${secure ? "https" : "http"}://${name}:${port}`
}

const portOf = ({ address }: HttpServer.HttpServer["Service"], asked: number) =>
  address._tag === "UnixPathAddress" ? asked : address.port

/** Connections that have not sent a request yet: node waits for them when the server stops. */
const silentConnections = (server: Server): ReadonlySet<Socket> => {
  const silent = new Set<Socket>()
  server.on("connection", (socket) => {
    silent.add(socket)
    socket.once("close", () => silent.delete(socket))
  })
  server.on("request", ({ socket }) => silent.delete(socket))
  return silent
}

// what an upgrade asks for is plain HTTP here: node ignores it where nobody listens, and the body is read as any other
const ignoreUpgrades = (server: Server) => server.removeAllListeners("upgrade")

/** Where to listen, and how. */
interface Listening {
  readonly host: string
  readonly port: number
  readonly cors: Cors
  /** The certificate and key of HTTPS; HTTP is spoken without. */
  readonly tls?: KeyPair | undefined
}

const plainServer = () => {
  // the answer to a request without a host is in Server.ts, as any other
  const server = createServer({ requireHostHeader: false })
  return { server, silent: silentConnections(server) }
}

const serverOf = ({ cors, tls }: Listening): Effect.Effect<{ server: Server; silent: Iterable<Socket> }> =>
  tls === undefined
    ? Effect.sync(plainServer)
    : Effect.map(
        Effect.promise(() => import("./secureServer.ts")),
        ({ make }) => make(tls, cors)
      )

/** Answers on a socket until the scope closes, and yields the origin. */
export const listen = Effect.fnUntraced(function* (answer: Answer, listening: Listening) {
  const { cors, host, port, tls } = listening
  const options = { host, port }
  const { server, silent } = yield* serverOf(listening)
  RefusedByNode.answer(server, cors)
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  const bound = yield* NodeHttpServer.make(() => server, { ...options, gracefulShutdownTimeout: drainTime }).pipe(
    Effect.mapError(({ cause }) => new CannotListen({ ...options, code: codeOf(cause) }))
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  yield* Effect.provideService(HttpServer.serveEffect(answer), HttpServer.HttpServer, bound)
  ignoreUpgrades(server)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const socket of silent) socket.destroy()
    })
  )
  return originOf(host, portOf(bound, port), tls !== undefined)
})
