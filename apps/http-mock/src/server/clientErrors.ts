import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"

import { responseBytes } from "../wire/response.ts"
import { httpError, withCors } from "./http.ts"
import type { Cors } from "./http.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** The known parts of a request that node cannot parse. */
interface RequestHead {
  readonly method: string
  readonly url: string
  readonly origin: string | undefined
  /** `undefined` if the head has none, or is incomplete. */
  readonly contentLength: string | undefined
}

interface LatestRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Writes a response to a socket for which node has no response object, and closes the connection. */
const write = (socket: Duplex, method: string, response: HttpServerResponse.HttpServerResponse) => {
  if (!socket.writable) return socket.destroy()
  const { headers, status } = response
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}\r\n${lines.join("")}\r\n`)
  return method === "HEAD" ? socket.end() : socket.end(responseBytes(response))
}

const maxHeadBytes = 16 * 1024

const reasonOf = (error: unknown) =>
  Predicate.hasProperty(error, "reason") && typeof error.reason === "string" ? ` (${error.reason})` : ""

type Problem = readonly [status: number, message: string]

const problems: Readonly<Record<string, (head: RequestHead) => Problem | undefined>> = {
  HPE_HEADER_OVERFLOW: ({ url }) =>
    url.length > maxHeadBytes
      ? [414, "The URL is longer than 16 KiB. Send a shorter one."]
      : [431, "The headers, with the URL, are larger than 16 KiB. Send fewer or shorter ones."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => [
    413,
    "The chunks of the body have extensions of more than 16 KiB. Leave them out."
  ],
  ERR_HTTP_REQUEST_TIMEOUT: () => [408, "The request did not arrive in time. Send it as a whole."],
  HPE_INVALID_EOF_STATE: ({ contentLength }) => [
    400,
    contentLength === undefined
      ? "The connection ended before the end of the request. Send the whole request."
      : `The body ended before its content-length of ${contentLength}. Send the whole body, or its actual length.`
  ],
  HPE_INVALID_METHOD: ({ method }) =>
    method === "" ? undefined : [400, `The method ${method.slice(0, 100)} is not known. Use GET, POST, PUT or DELETE.`]
}

const problemOf = (error: unknown, head: RequestHead): Problem =>
  problems[Predicate.hasProperty(error, "code") ? String(error.code) : ""]?.(head) ?? [
    400,
    `The request is not HTTP/1.1${reasonOf(error)}. Check what the client sends.`
  ]

// node rejects some paths, such as one with a space
const requestLine = /^([\w!#$%&'*+.^`|~-]+) (\/.*) HTTP\/\d\.\d$/

// the end of an overlong URL may be missing
const requestLineStart = /^([A-Z]+) (\/\S*)/

const findRequestLine = (lines: ReadonlyArray<string>): number => {
  const at = lines.findLastIndex((line) => requestLine.test(line))
  return at >= 0 ? at : lines.findLastIndex((line) => line.length > maxHeadBytes && requestLineStart.test(line))
}

/** Parses the head of a request from the bytes that node rejected. Earlier bytes may have a part of it. */
const parseHead = (bytes: Buffer | undefined): RequestHead => {
  const lines = (bytes?.toString("latin1") ?? "").split("\r\n")
  const at = findRequestLine(lines)
  const [, origin] = /^origin: *(\S+)$/im.exec(lines.slice(at + 1).join("\n")) ?? []
  const line = lines[at] ?? ""
  const [, method = "", url = ""] = requestLine.exec(line) ?? requestLineStart.exec(line) ?? []
  return { method, url, origin, contentLength: undefined }
}

const packetOf = (error: unknown) =>
  Predicate.hasProperty(error, "rawPacket") && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined

/** Answers a request without TLS on a port of HTTPS. Bytes that are not HTTP get no answer. */
export const answerPlainRequest = (socket: Duplex, bytes: Buffer, cors: Cors): void => {
  const { method, origin, url } = parseHead(bytes)
  const error = httpError(url, 400, "This port serves only HTTPS. Replace http:// by https://.")
  if (method === "") socket.destroy()
  else write(socket, method, withCors(cors, origin, url, error))
}

/** Answers a request that node cannot parse. */
export const answerClientError = (
  socket: Duplex,
  error: unknown,
  latest: LatestRequest | undefined,
  cors: Cors
): void => {
  const answer = (head = parseHead(packetOf(error))) => {
    const { method, origin, url } = head
    const [status, message] = problemOf(error, head)
    write(socket, method, withCors(cors, origin, url, httpError(url, status, message)))
  }
  if (latest === undefined) return answer()
  const { request, response } = latest
  if (request.complete) return response.writableFinished ? answer() : void response.once("finish", () => answer())
  // node cannot parse the body of this request, whose answer may have started
  const { headers, method = "", url = "" } = request
  if (response.headersSent) socket.destroy()
  else answer({ method, url, origin: headers.origin, contentLength: headers["content-length"] })
}

/** Answers a request for a tunnel. */
export const answerConnect = (socket: Duplex): void => {
  socket.on("error", () => {})
  write(
    socket,
    "CONNECT",
    httpError("", 501, "The emulator is not a proxy and does not take CONNECT. Send requests directly to it.")
  )
}
