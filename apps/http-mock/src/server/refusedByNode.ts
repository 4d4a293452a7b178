import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"

import type { Cors } from "../wire/cors.ts"
import { answerBytes } from "../wire/response.ts"
import { httpRefusal, readableBy } from "./http.ts"

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

const useTls = "This port speaks HTTPS alone. Write https:// in the place of http://."

const noProxy =
  "The emulator is no proxy and takes no CONNECT. Send requests to its base addresses, without a proxy between."

const most = 16 * 1024

const tooLarge = {
  status: 431,
  message: "The headers, with the URL, are larger than 16 KiB. Send fewer, or shorter ones."
}

const tooLong = { status: 414, message: "The URL is longer than 16 KiB. Send a shorter one." }

const unknown = (method: string) => ({
  status: 400,
  message: `The method ${method.slice(0, 100)} is not known. Use GET, POST, PUT or DELETE.`
})

const tooSlow = { status: 408, message: "The request did not arrive in time. Send it as a whole." }

const reasonOf = (error: unknown) =>
  Predicate.hasProperty(error, "reason") && typeof error.reason === "string" ? ` (${error.reason})` : ""

const notHttp = (error: unknown) => ({
  status: 400,
  message: `The request is not HTTP/1.1${reasonOf(error)}. Check what was sent.`
})

const said = (error: unknown, { method, url }: Known) => {
  switch (Predicate.hasProperty(error, "code") ? error.code : undefined) {
    case "HPE_HEADER_OVERFLOW":
      return url.length > most ? tooLong : tooLarge
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, message: "The chunks of the body have extensions of more than 16 KiB. Leave them out." }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return tooSlow
    case "HPE_INVALID_METHOD":
      return method === "" ? notHttp(error) : unknown(method)
    default:
      return notHttp(error)
  }
}
// a space in the path is one of the things that node stumbles over
const requestLine = /^([\w!#$%&'*+.^`|~-]+) (\/.*) HTTP\/\d\.\d$/

// of a URL that is too long the end may be missing
const beginning = /^([A-Z]+) (\/\S*)/

const lineOf = (lines: ReadonlyArray<string>): number => {
  const at = lines.findLastIndex((line) => requestLine.test(line))
  return at >= 0 ? at : lines.findLastIndex((line) => line.length > most && beginning.test(line))
}

/** What the bytes that node stumbled over say of the request that they are of: its head may be in earlier ones. */
const readIn = (error: unknown): Known => {
  const bytes = Predicate.hasProperty(error, "rawPacket") && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : ""
  const lines = bytes.toString("latin1").split("\r\n")
  const at = lineOf(lines)
  const [, origin] = /^origin: *(\S+)$/im.exec(lines.slice(at + 1).join("\n")) ?? []
  const line = lines[at] ?? ""
  const [, method = "", url = ""] = requestLine.exec(line) ?? beginning.exec(line) ?? []
  return { method, url, origin }
}

const knownOf = ({ headers, method = "", url = "" }: IncomingMessage): Known => ({
  method,
  url,
  origin: headers.origin
})

/** Answers the first bytes of a connection that came without TLS to where it is spoken; what is no HTTP gets no answer. */
export const refusePlain = (socket: Duplex, bytes: Buffer, cors: Cors): void => {
  const { method, origin, url } = readIn({ rawPacket: bytes })
  if (method === "") socket.destroy()
  else write(socket, method, readableBy(cors, origin, url, httpRefusal(url, 400, useTls)))
}

/** Answers what node gives to nobody: requests that it cannot read, and those for a tunnel. */
export const answer = (server: Server, cors: Cors): void => {
  const last = new WeakMap<Duplex, Last>()
  server.prependListener("request", (request, response) => last.set(request.socket, { request, response }))

  const refuse = (socket: Duplex, error: unknown, known: Known) => {
    const { method, origin, url } = known
    const { message, status } = said(error, known)
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
