import { createServer, request } from "node:http"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"

/** Starts a proxy that connects all hosts to one port of this machine, and records the requests that it receives. */
export const startProxy = async (target: () => number) => {
  const seen: Array<string> = []
  const server = createServer((incoming, response) => {
    const { headers, method, url = "" } = incoming
    seen.push(`${method} ${url}`)
    const { pathname, search } = new URL(url)
    const outgoing = request({ host: "127.0.0.1", port: target(), method, path: pathname + search, headers })
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  server.on("connect", ({ url }, socket, head) => {
    seen.push(`CONNECT ${url}`)
    const upstream = connect(target(), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on("error", () => socket.destroy())
    socket.on("error", () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    seen,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
