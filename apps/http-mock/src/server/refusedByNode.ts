import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"

import { answerBytes } from "../wire/content.ts"
import type { Cors } from "../wire/cors.ts"
import { readableBy } from "./crossOrigin.ts"
import { httpRefusal } from "./httpRefusal.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** What is known of a request that node answers to nobody. */
interface Known {
  readonly method: string
  readonly url: string
  readonly origin: string | undefined
}

/** The last request of a connection, with its answer. */
interface Last {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Writes an answer where node has none to write it to, and ends the connection. One to HEAD has no body. */
const write = (socket: Duplex, method: string, response: HttpServerResponse.HttpServerResponse) => {
  if (!socket.writable) return socket.destroy()
  const { headers, status } = response
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}\r\n${lines.join("")}\r\n`)
  return method === "HEAD" ? socket.end() : socket.end(answerBytes(response))
}

const noProxy =
  "The emulator is no proxy and takes no CONNECT. Send requests to its base addresses, without a proxy between."

const tooLarge = { status: 431, message: "The headers are larger than 16 KiB. Send fewer, or shorter ones." }

const tooSlow = { status: 408, message: "The request did not arrive in time. Send it as a whole." }

const reasonOf = (error: unknown) =>
  Predicate.hasProperty(error, "reason") && typeof error.reason === "string" ? ` (${error.reason})` : ""

const said = (error: unknown) => {
  switch (Predicate.hasProperty(error, "code") ? error.code : undefined) {
    case "HPE_HEADER_OVERFLOW":
      return tooLarge
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, message: "The chunks of the body have extensions of more than 16 KiB. Leave them out." }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return tooSlow
    default:
      return { status: 400, message: `The request is not HTTP/1.1${reasonOf(error)}. Check what was sent.` }
  }
}

// a space in the path is one of the things that node stumbles over
const requestLine = /^([A-Z]+) (\/.*) HTTP\/\d\.\d$/

/** What the bytes that node stumbled over say of the request that they are of: its head may be in earlier ones. */
const readIn = (error: unknown): Known => {
  const bytes = Predicate.hasProperty(error, "rawPacket") && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : ""
  const lines = bytes.toString("latin1").split("\r\n")
  const at = lines.findLastIndex((line) => requestLine.test(line))
  const [, origin] = /^origin: *(\S+)$/im.exec(lines.slice(at + 1).join("\n")) ?? []
  const [, method = "", url = ""] = requestLine.exec(lines[at] ?? "") ?? []
  return { method, url, origin }
}

const knownOf = ({ headers, method = "", url = "" }: IncomingMessage): Known => ({
  method,
  url,
  origin: headers.origin
})

/** Answers what node gives to nobody: requests that it cannot read, and those for a tunnel. */
export const answer = (server: Server, cors: Cors): void => {
  const last = new WeakMap<Duplex, Last>()
  server.prependListener("request", (request, response) => last.set(request.socket, { request, response }))

  const refuse = (socket: Duplex, error: unknown, { method, origin, url }: Known) => {
    const { message, status } = said(error)
    write(socket, method, readableBy(cors, origin, url, httpRefusal(url, status, message)))
  }

  server.on("clientError", (error, socket) => {
    const before = last.get(socket)
    if (before === undefined) return refuse(socket, error, readIn(error))
    const { request, response } = before
    // what cannot be read is the body of this one, whose answer may have begun
    if (!request.complete) return response.headersSent ? socket.destroy() : refuse(socket, error, knownOf(request))
    if (response.writableFinished) return refuse(socket, error, readIn(error))
    response.once("finish", () => refuse(socket, error, readIn(error)))
  })
  server.on("connect", (_, socket) => {
    socket.on("error", () => {})
    write(socket, "CONNECT", httpRefusal("", 501, noProxy))
  })
}
