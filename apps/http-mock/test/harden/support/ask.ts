import * as http from "node:http"
import { connect } from "node:net"

import { partsOf } from "../../support/rawSocket.ts"

/** A request. Its path and its headers can have only characters up to U+00FF. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawResponse {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/** The milliseconds after which a request fails. A busy machine can be slow. */
const timeout = 30_000

const agent = new http.Agent({ keepAlive: true })

const timeoutError = ({ method, path }: RawRequest) =>
  new Error(`No response within ${timeout / 1000} s to ${method} ${path.slice(0, 300)}`)

const overNode = (origin: string, request: RawRequest): Promise<RawResponse> => {
  const { body, headers, method, path } = request
  const { hostname, port } = new URL(origin)
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) }
  const outgoing = http.request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
  return new Promise<RawResponse>((resolve, reject) => {
    outgoing.setTimeout(timeout, () => outgoing.destroy(timeoutError(request)))
    // the server may close an idle connection just before its next request
    outgoing.on("error", (error) =>
      outgoing.reusedSocket && "code" in error && error.code === "ECONNRESET"
        ? resolve(overNode(origin, request))
        : reject(error)
    )
    outgoing.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? null, text })
      )
    })
    outgoing.end(body)
  })
}

/** Sends a request that the client of Node rejects. */
const overSocket = (origin: string, request: RawRequest) => {
  const { body, headers, method, path } = request
  const { hostname, port } = new URL(origin)
  const lines = Object.entries({ host: hostname, ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`
  )
  return new Promise<RawResponse>((resolve, reject) => {
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
    socket.setTimeout(timeout, () => socket.destroy(timeoutError(request)))
    socket.on("data", (piece) => pieces.push(Buffer.from(piece)))
    socket.on("error", reject)
    socket.on("close", () => {
      const { body, headers, status } = partsOf(Buffer.concat(pieces).toString("utf8"))
      resolve({ status, type: headers["content-type"] ?? null, text: body })
    })
  })
}

/** The bytes of a body that are sent before the response. A larger body can lose the response of a closed connection. */
const maxSafeBody = 65_536

/** Whether the server closed the connection before it received the whole request. */
export const isCutOff = ({ body }: RawRequest, error: unknown): boolean =>
  Buffer.byteLength(body) > maxSafeBody &&
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNRESET" || error.code === "EPIPE")

/** Sends a request with the client of Node, or on a plain socket if the client rejects the request. */
export const ask = async (origin: string, request: RawRequest): Promise<RawResponse> => {
  try {
    return await overNode(origin, request)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return overSocket(origin, request)
  }
}
