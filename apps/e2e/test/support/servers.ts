import { createServer, request } from "node:http"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

import { onTestFinished } from "vitest"

/** Starts a server, until the test finishes, and returns its address. */
export const served = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that answers each request with a page of HTML, until the test finishes. */
export const htmlServer = () => served((_, answer) => void answer.end("<html></html>"))

/** A proxy that forwards each request to the origin for its URL, or hangs up without one, until the test finishes. */
export const proxy = (originOf: (url: string, method: string) => string | undefined) =>
  served((incoming, outgoing) => {
    const { headers, method = "GET", url = "/" } = incoming
    const origin = originOf(url, method)
    if (origin === undefined) return void incoming.socket.destroy()
    const onward = request(
      new URL(url, origin),
      { method, headers: { ...headers, host: new URL(origin).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    onward.on("error", () => outgoing.destroy())
    incoming.pipe(onward)
  })

/** A proxy that records requests to the control plane and the tenants of requests to the service. */
export const recordingProxy = async (emulator: string) => {
  const controlled: Array<string> = []
  const tenants: Array<string> = []
  const origin = await proxy((url, method) => {
    const [, tenant] = /^\/t\/([^/]+)/.exec(url) ?? []
    if (tenant !== undefined) tenants.push(tenant)
    if (url.startsWith("/__mock")) controlled.push(`${method} ${url.replace(/e2e-[\w-]+/, ":tenant")}`)
    return emulator
  })
  return { origin, controlled, tenants }
}
