import type { Socket } from "node:net"

import type { Answer, ReceivedRequest, Play } from "../server.ts"

type Headers = Readonly<Record<string, string>>

const json = { "content-type": "application/json" }

/** The bytes of an answer that is well formed. */
export const message = (status: number | string, headers: Headers, body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, "content-length": String(bytes.length) })
  const head = [`HTTP/1.1 ${status} X`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n")
  return Buffer.concat([Buffer.from(head, "latin1"), bytes])
}

/** Writes again and again until the socket is gone, no faster than it takes it. */
export const flood = (socket: Socket, chunk: string | Buffer): void => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on("drain", more)
  more()
}

/** Writes at intervals until the socket is gone. */
export const drip = (socket: Socket, millis: number, chunk: (step: number) => string): void => {
  let step = 0
  const timer = setInterval(() => socket.write(chunk(step++)), millis)
  socket.on("close", () => clearInterval(timer))
}

export const answer = (name: string, play: Play, more: Partial<Answer> = {}): Answer => ({ name, play, ...more })

/** An answer of these bytes, after which the connection stays. */
export const bytes = (name: string, text: string | Buffer, more: Partial<Answer> = {}): Answer =>
  answer(name, (socket) => socket.write(text, "latin1"), more)

/** An answer of these bytes, after which the connection ends. */
export const lastBytes = (name: string, text: string | Buffer, more: Partial<Answer> = {}): Answer =>
  answer(name, (socket) => socket.end(text, "latin1"), more)

/** A well-formed answer. */
export const well = (name: string, status: number | string, body: string | Buffer, headers: Headers = json): Answer =>
  bytes(name, message(status, headers, body))

/** A well-formed answer that depends on the request. */
export const wellOf = (
  name: string,
  make: (request: ReceivedRequest) => readonly [status: number, body: string | Buffer, headers?: Headers]
): Answer =>
  answer(name, (socket, request) => {
    const [status, body, headers = json] = make(request)
    socket.write(message(status, headers, body))
  })
