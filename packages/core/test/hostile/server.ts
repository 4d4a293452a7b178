import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"

/** A request as it reached the server. */
export interface ReceivedRequest {
  readonly method: string
  /** From `/v1` or `/v1r1` on, with the query. */
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** The whole of it. */
  readonly text: string
  /** How many came before it. */
  readonly index: number
}

/** Writes an answer of any kind to the socket. */
export type Play = (socket: Socket, request: ReceivedRequest) => void

/** An answer by its name. */
export interface Answer {
  readonly name: string
  readonly play: Play
  /** It takes long, or never comes: calls are made with a short limit. */
  readonly slow?: boolean
  /** Timeout of calls in milliseconds, if not the usual one. */
  readonly timeout?: number
  /** It takes much memory: called one at a time, in a process whose memory is measured. */
  readonly big?: boolean
}

const endOfHead = Buffer.from("\r\n\r\n")

/** Parses the first request in the bytes; returns it with the remaining bytes. */
const read = (bytes: Buffer, index: number): readonly [ReceivedRequest, Buffer] | undefined => {
  const at = bytes.indexOf(endOfHead)
  if (at < 0) return undefined
  const [line = "", ...fields] = bytes.subarray(0, at).toString("latin1").split("\r\n")
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(":")
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
    })
  )
  const begin = at + endOfHead.length
  const end = begin + Number(headers.get("content-length") ?? 0)
  if (bytes.length < end) return undefined
  const [method = "", target = ""] = line.split(" ")
  const request = {
    method,
    path: target.replace(/^\/api/, ""),
    headers,
    body: bytes.subarray(begin, end).toString(),
    text: bytes.subarray(0, end).toString(),
    index
  }
  return [request, bytes.subarray(end)]
}

interface Served {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** An answer and its address. */
export interface Target extends Omit<Answer, "play"> {
  readonly origin: string
}

/** Serves one answer to every request on a port of its own. */
const serve = (play: Play): Promise<Served> => {
  const sockets = new Set<Socket>()
  let index = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    let pending: Buffer = Buffer.alloc(0)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    socket.on("data", (bytes) => {
      pending = Buffer.concat([pending, bytes])
      for (let found = read(pending, index); found !== undefined; found = read(pending, index)) {
        index += 1
        pending = found[1]
        play(socket, found[0])
      }
    })
  })
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
    )
  })
}

/** Serves each answer on a port of its own for as long as they are used. */
export const serving = async <A>(
  answers: ReadonlyArray<Answer>,
  use: (targets: ReadonlyArray<Target>) => Promise<A>
): Promise<A> => {
  const served = await Promise.all(answers.map(async ({ play, ...answer }) => ({ ...answer, ...(await serve(play)) })))
  try {
    return await use(served.map(({ close: _, ...target }) => target))
  } finally {
    await Promise.all(served.map(({ close }) => close()))
  }
}
