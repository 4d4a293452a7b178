import type { Server } from "node:http"
import type { Duplex } from "node:stream"

import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { answerBytes } from "../wire/content.ts"
import { protocolError } from "../wire/errorResponse.ts"
import { chooseFirst } from "../world/gaps/Gaps.ts"

const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Writes an answer where node has none to write it to, and ends the connection. */
const write = (socket: Duplex, response: HttpServerResponse.HttpServerResponse) => {
  if (!socket.writable) return socket.destroy()
  const { headers, status } = response
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}\r\n${lines.join("")}\r\n`)
  return socket.end(answerBytes(response))
}

const noProxy =
  "The emulator is no proxy and takes no CONNECT. Send requests to its base addresses, without a proxy between."

/** Answers what node gives to nobody: requests that it cannot read, and those for a tunnel. */
export const answer = (server: Server): void => {
  server.on("clientError", (_, socket) => {
    const message = "The request is not HTTP/1.1, or its headers are too large. Check what was sent."
    write(socket, protocolError("", 400, message, chooseFirst))
  })
  server.on("connect", (_, socket) => {
    socket.on("error", () => {})
    write(socket, protocolError("", 501, noProxy, chooseFirst))
  })
}
