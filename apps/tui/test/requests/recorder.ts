import { createServer, request as send } from "node:http"
import type { AddressInfo } from "node:net"

import * as Redacted from "effect/Redacted"
import { onTestFinished } from "vitest"

import { emulator } from "../support/service.ts"

/** A request that came, and the status that it was answered. */
export interface Came {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: NodeJS.Dict<string | ReadonlyArray<string>>
  readonly body: string
  readonly status: number
}

/** An emulator behind a socket that keeps what comes, with somebody logged in. */
export const recorder = async () => {
  const { baseUrl, demo } = await emulator(4)
  const came: Array<Came> = []
  const server = createServer(async (request, response) => {
    const { headers, method = "GET", url = "" } = request
    const parts: Array<Buffer> = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts)
    const passed = send(new URL(url, baseUrl.us), { method, headers }, (answer) => {
      const status = answer.statusCode ?? 500
      came.push({ method, path: url, headers, body: body.toString(), status })
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    passed.end(body)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}${new URL(baseUrl.us).pathname}`
  const logIn = await fetch(`${baseUrl.us}/api/v1r1/auth`, {
    method: "POST",
    headers: { "x-service-api-key": demo.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email: demo.email, password: demo.password })
  })
  const { token } = (await logIn.json()) as { token: string }
  return {
    came,
    region: { name: "us" as const, baseUrl: address, apiKey: Redacted.make(demo.apiKey) },
    token,
    env: { REMOTE_ASSIST_API_KEY: demo.apiKey, REMOTE_ASSIST_TOKEN: token }
  }
}
