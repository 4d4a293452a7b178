import { connect } from "node:net"

import * as Effect from "effect/Effect"

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The whole response to a request, with its status line and headers. */
export const bytes = (origin: string, { body, headers, method, path }: RawRequest) =>
  Effect.callback<string>((resume) => {
    const payload = body === undefined ? "" : JSON.stringify(body)
    const lines = Object.entries({
      host: "emulator",
      connection: "close",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(payload)),
      ...headers
    }).map(([name, value]) => `${name}: ${value}`)
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${payload}`)
    )
    const received: Array<Buffer> = []
    socket.on("data", (chunk) => received.push(Buffer.from(chunk)))
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(received).toString("utf8"))))
  })
