import { createServer, request as send } from "node:http"
import type { AddressInfo } from "node:net"

import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"

/** An emulator on a socket of its own, until the test ends. */
export const emulator = async (users: number, options: EmulatorOptions = {}) => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const context = await Effect.runPromise(
    Layer.buildWithScope(Emulator.layerServer({ port: 0, users, ...options }), scope)
  )
  return Effect.runPromise(Effect.provideContext(Emulator, context))
}

/** An emulator behind a socket that notes what comes, holds it up, or is not there. */
export const service = async (users: number, options: EmulatorOptions = {}) => {
  const { baseUrl, demo } = await emulator(users, options)
  const requests: Array<string> = []
  const bodies: Array<string> = []
  const gate = { hold: (_line: string): Promise<void> | undefined => undefined }
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url?.replace(/^.*\/api/, "")}`
    requests.push(line)
    const at = bodies.push("") - 1
    request.on("data", (data: Buffer) => {
      bodies[at] += data.toString()
    })
    request.pause()
    await gate.hold(line)
    const { headers, method = "GET", url = "" } = request
    const passed = send(new URL(url, baseUrl.us), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    passed.on("error", () => response.destroy())
    request.pipe(passed)
  })
  const open = (port = 0) => new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  await open()
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  }
  onTestFinished(() => close().catch(() => undefined))
  return {
    requests,
    /** What each of them carried. */
    bodies,
    gate,
    close,
    /** Is there again, at the same address. */
    reopen: () => open(port),
    env: {
      REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}${new URL(baseUrl.us).pathname}`,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_EMAIL: demo.email,
      REMOTE_ASSIST_PASSWORD: demo.password
    }
  }
}
