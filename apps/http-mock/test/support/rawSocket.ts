import { connect } from "node:net"

import * as Effect from "effect/Effect"

import { originOf } from "./control.ts"

/** Everything received on a new connection until it closes. Each piece is sent after a response to the previous one. */
export const rawAt = (origin: string, ...pieces: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const { hostname, port } = new URL(origin)
    const received: Array<Buffer> = []
    const left = [...pieces]
    const next = () => {
      const piece = left.shift()
      if (piece !== undefined) socket.write(piece, "latin1")
    }
    const socket = connect(Number(port), hostname, next)
    socket.on("data", (chunk) => {
      received.push(Buffer.from(chunk))
      next()
    })
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(received).toString("utf8"))))
    return Effect.sync(() => socket.destroy())
  })

/** The same on the socket of the emulator. */
export const raw = (...pieces: ReadonlyArray<string>) => Effect.flatMap(originOf, (origin) => rawAt(origin, ...pieces))

/** The parts of a response from a socket. */
export const partsOf = (answer: string) => {
  const [head = "", ...rest] = answer.split("\r\n\r\n")
  const [line = "", ...fields] = head.split("\r\n")
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(":")
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
    })
  )
  return { line, status: Number(line.split(" ")[1]), headers, body: rest.join("\r\n\r\n") }
}
