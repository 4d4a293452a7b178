import { once } from "node:events"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer as createTcpServer } from "node:net"
import type { Socket } from "node:net"

import { onTestFinished } from "vitest"

import { startEmulator } from "../../../src/library/promise.ts"
import type { SocketOptions, StartedEmulator } from "../../../src/library/promise.ts"
import { textOf } from "../../support/command.ts"
import { inbox } from "./mailServer.ts"

/** An emulator on a free port, closed when the test ends. */
export const emulating = async (options: Omit<SocketOptions, "port">) => {
  const emulator = await startEmulator({ port: 0, ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

/** Registers an account, which sends an e-mail. */
export const register = ({ baseUrl, demo }: Pick<StartedEmulator, "baseUrl" | "demo">, email: string, path = "us") =>
  fetch(`${baseUrl.us.replace(/us$/, path)}/api/v1/register`, {
    method: "POST",
    headers: { "x-service-api-key": demo.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ user_info: { email, name: "Nina <b>", password: "x" } })
  })

/** A request to a webhook. */
export interface Posted {
  readonly headers: IncomingMessage["headers"]
  readonly body: unknown
}

/** A webhook on a free port, closed when the test ends; `answer` responds by the number of earlier requests. */
export const webhook = async (answer: (response: ServerResponse, before: number) => void) => {
  const received = inbox<Posted>()
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const before = received.all.length
      received.add({ headers: request.headers, body: JSON.parse(text) })
      answer(response, before)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { ...received, host: `127.0.0.1:${typeof address === "object" ? address?.port : 0}` }
}

/** A TCP server on a free port, closed when the test ends. */
export const listener = async (connected: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    connected(socket)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { sockets, port: typeof address === "object" && address !== null ? address.port : 0 }
}

/** The deliveries to an address, when none is waiting any more. */
export const outcome = async (emulator: StartedEmulator, to: string) => {
  for (;;) {
    const mails = await emulator.control.outbox.list({ query: { to } })
    const deliveries = mails.flatMap(({ deliveries = [] }) => deliveries)
    if (deliveries.length > 0 && deliveries.every(({ status }) => status !== "waiting")) return deliveries
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
