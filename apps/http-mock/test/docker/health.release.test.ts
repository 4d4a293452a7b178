import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "vitest"

import { start, until } from "../support/command.ts"

const health = fileURLToPath(new URL("../../docker/health.mjs", import.meta.url))

const freePort = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

const healthOf = (pid: number | undefined) =>
  new Promise<{ code: unknown; err: string }>((resolve) => {
    execFile(process.execPath, [health, `/proc/${pid}/cmdline`], (error, _, err) =>
      resolve({ code: error?.code ?? 0, err })
    )
  })

// where the check reads the port from
const hasProc = existsSync("/proc/self/cmdline")

const skipped = hasProc ? "" : " (skipped: there is no /proc, which the container has)"

describe.skipIf(!hasProc)(`the health check of the container${skipped}`, { timeout: 30_000 }, () => {
  it.each([
    ["--port", (port: string) => ["--port", port]],
    ["-p", (port: string) => ["-p", port]],
    ["-p without a space", (port: string) => [`-p${port}`]],
    ["--port=", (port: string) => [`--port=${port}`]],
    ["--port, by HTTPS,", (port: string) => ["--tls", "--port", port]]
  ])("asks at the port that %s gives", async (_, args) => {
    const port = await freePort()
    const child = start(args(port))
    await until(child.stdout, /curl .*\n/)
    assert.deepStrictEqual(await healthOf(child.pid), { code: 0, err: "" })
  })

  it("says in one sentence that none answers", async () => {
    const { code, err } = await healthOf(process.pid)
    assert.strictEqual(code, 1)
    assert.match(err, /^No emulator answers at http:\/\/127\.0\.0\.1:4010\/__mock\/health\. .*\n$/)
  })
})
