import * as http from "node:http"
import { connect } from "node:net"

import { partsOf } from "../../support/rawSocket.ts"

/** A request as it goes out; bytes above 255 are none of a path or a header. */
export interface Question {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Heard {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/** How long an answer may take before the emulator counts as hanging, on a machine that is busy with other work. */
const hangs = 30_000

const agent = new http.Agent({ keepAlive: true })

const late = ({ method, path }: Question) =>
  new Error(`No answer within ${hangs / 1000} s to ${method} ${path.slice(0, 300)}`)

const overNode = (origin: string, question: Question): Promise<Heard> => {
  const { body, headers, method, path } = question
  const { hostname, port } = new URL(origin)
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) }
  const request = http.request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
  return new Promise<Heard>((resolve, reject) => {
    request.setTimeout(hangs, () => request.destroy(late(question)))
    // a connection that was kept may be closed at the moment at which it is used again
    request.on("error", (error) =>
      request.reusedSocket && "code" in error && error.code === "ECONNRESET"
        ? resolve(overNode(origin, question))
        : reject(error)
    )
    request.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? null, text })
      )
    })
    request.end(body)
  })
}

/** As it is, where node's client does not send it. */
const overSocket = (origin: string, question: Question) => {
  const { body, headers, method, path } = question
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ host: hostname, ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`
  )
  return new Promise<Heard>((resolve, reject) => {
    const pieces: Array<Buffer> = []
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        Buffer.concat([
          Buffer.from(
            `${method} ${path} HTTP/1.1\r\n${lines.join("")}content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
            "latin1"
          ),
          Buffer.from(body)
        ])
      )
    )
    socket.setTimeout(hangs, () => socket.destroy(late(question)))
    socket.on("data", (piece) => pieces.push(Buffer.from(piece)))
    socket.on("error", reject)
    socket.on("close", () => {
      const { body, headers, status } = partsOf(Buffer.concat(pieces).toString("utf8"))
      resolve({ status, type: headers["content-type"] ?? null, text: body })
    })
  })
}

/** Bodies up to here are on their way before an answer can come: beyond, a connection that is closed may lose it. */
const surelySent = 65_536

/** Whether a connection was closed while its request was still on its way. */
export const isCutOff = ({ body }: Question, error: unknown): boolean =>
  Buffer.byteLength(body) > surelySent &&
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "EPIPE")

/** Sends a request on a socket: by node's client, or as it is where that one refuses to. */
export const ask = async (origin: string, question: Question): Promise<Heard> => {
  try {
    return await overNode(origin, question)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return overSocket(origin, question)
  }
}
