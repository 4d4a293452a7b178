import { createServer } from "node:http"
import type { IncomingMessage, RequestListener, Server } from "node:http"
import { createServer as createPlain } from "node:net"
import type { AddressInfo, Socket } from "node:net"

import { onTestFinished } from "vitest"

import { startEmulator } from "../../../src/library/promise.ts"
import type { SocketOptions } from "../../../src/library/promise.ts"

export const portOf = (server: { readonly address: Server["address"] }) => (server.address() as AddressInfo).port

/** A service with the given answers, until the test ends. */
export const service = async (answer: RequestListener, server = createServer()) => {
  server.on("request", answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  )
  return `http://127.0.0.1:${portOf(server)}`
}

export const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray())

/** A service that answers with the request that it gets. */
export const echo = () =>
  service(async (sent, answer) => {
    const { headers, method, rawHeaders, url } = sent
    const body = await bodyOf(sent)
    answer.setHeader("content-type", "application/json")
    answer.end(JSON.stringify({ method, url, headers, rawHeaders, body: body.toString("latin1") }))
  })

/** Returns the request that an echo got. */
export const seen = async (answer: Response) => await answer.json()

/** A service without HTTP, which gets the raw connections. */
export const rawService = async (connected: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createPlain((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    connected(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  )
  return `http://127.0.0.1:${portOf(server)}`
}

/** An emulator on a socket, until the test ends. */
export const emulator = async (options: Omit<SocketOptions, "port">) => {
  const started = await startEmulator({ port: 0, ...options })
  onTestFinished(started.close)
  return started
}

/** An emulator before a service that answers in the region us. */
export const before = (us: string, options: Omit<SocketOptions, "port"> = {}) =>
  emulator({ upstream: { us }, ...options })
