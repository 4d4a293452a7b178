import { connect } from "node:net"

import * as Effect from "effect/Effect"

/** A connection with one request, and its response so far. */
export interface Connection {
  readonly text: () => string
  /** The error of the connection, such as `ECONNRESET`, or `undefined`. */
  readonly error: () => string | undefined
  readonly isClosed: () => boolean
  readonly leave: () => void
}

export interface Line {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request without a body. */
export const open = (origin: string, { headers = {}, method, path }: Line): Connection => {
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ host: "emulator", connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`
  )
  const socket = connect(Number(port), hostname, () =>
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`)
  )
  let text = ""
  let error: string | undefined
  let isClosed = false
  socket.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
  socket.on("error", (cause: NodeJS.ErrnoException) => (error = cause.code))
  socket.on("close", () => (isClosed = true))
  return { text: () => text, error: () => error, isClosed: () => isClosed, leave: () => socket.destroy() }
}

const turn = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 2)))

/** Waits for a condition in the machine's time, and runs an effect between checks. */
export const until = <E, R>(
  isSo: Effect.Effect<boolean, E, R>,
  between: Effect.Effect<void> = Effect.void
): Effect.Effect<void, E, R> =>
  Effect.flatMap(isSo, (so) =>
    so
      ? Effect.void
      : Effect.andThen(
          Effect.andThen(between, turn),
          Effect.suspend(() => until(isSo, between))
        )
  )

/** Waits until a connection is closed. */
export const closed = ({ isClosed }: Connection, between?: Effect.Effect<void>) => until(Effect.sync(isClosed), between)

/** The head and the body of the response. */
export const parts = ({ text }: Connection) => {
  const [head = "", body = ""] = text().split("\r\n\r\n")
  return { head, body }
}
