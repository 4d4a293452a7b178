import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

import { assert, describe, it, onTestFinished } from "vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import { program } from "../support/program.ts"

/** An address at which another emulator answers from some request to the service on, as after a restart. */
const restarted = async (before: string, after: string, at: number) => {
  let seen = 0
  const server = createServer((incoming, outgoing) => {
    const { headers, method = "GET", url = "/" } = incoming
    if (/^\/t\/[^/]+\/us/.test(url)) seen++
    const origin = seen < at ? before : after
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("a target that is started again while differences are looked for", { timeout: 120_000 }, () => {
  it("is told as that, not as a difference", async () => {
    const origin = await restarted(await emulatorProcess(), await emulatorProcess(), 12)
    const { code, stderr, stdout } = await program(["fuzz", "--target", origin, "--runs", "5", "--seed", "7"])
    assert.match(stderr, /^What differed did not differ again on a fresh tenant.* was started again in the middle/)
    assert.match(stdout, /^Ended after \d+ runs: no difference so far\.\n$/)
    assert.strictEqual(code, 3)
  })
})
