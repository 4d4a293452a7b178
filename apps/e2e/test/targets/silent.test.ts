import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"

import { assert, describe, it, onTestFinished } from "@effect/vitest"

import { program } from "../support/program.ts"

/** A server that takes connections, until the test finishes; `does` is all that it does with one. */
const serving = async (does: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    does(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const drip = (socket: Socket) => {
  socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n")
  const timer = setInterval(() => socket.write(" "), 500)
  socket.once("close", () => clearInterval(timer))
}

const refusal = /^Nothing was run: http:\S+ takes connections, but gave no whole answer within 10 seconds/

describe("a target that takes connections and never answers whole", { timeout: 60_000 }, () => {
  it("is not waited for, whatever is asked of it", async () => {
    const silent = await serving(() => {})
    const ended = await Promise.all([program(["--target", silent]), program(["--target", await serving(drip)])])
    for (const { code, stderr, stdout } of ended) {
      assert.match(stderr, refusal)
      assert.deepStrictEqual([code, stdout], [3, ""])
    }
  })
})
