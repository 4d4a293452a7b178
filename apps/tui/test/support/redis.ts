import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { onTestFinished } from "vitest"

/** Whether this machine has a Redis server. Without one, tests of Redis are skipped. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Starts a Redis server until the test ends; resolves to the settings of programs that use it. */
export const startRedis = async (): Promise<{
  readonly REMOTE_ASSIST_REDIS_URL: string
  readonly REMOTE_ASSIST_REDIS_KEY: string
}> => {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), "remote-assist-redis-"))
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", ""]
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => {
    child.kill("SIGKILL")
    rmSync(dir, { recursive: true, force: true })
  })
  let log = ""
  for await (const data of child.stdout.iterator({ destroyOnReturn: false })) {
    log += String(data)
    if (!log.includes("Ready to accept connections")) continue
    child.stdout.resume()
    return {
      REMOTE_ASSIST_REDIS_URL: `redis://127.0.0.1:${port}`,
      REMOTE_ASSIST_REDIS_KEY: Buffer.alloc(32, 7).toString("base64")
    }
  }
  // another process may have taken the port before the server did
  if (log.includes("Address already in use")) return startRedis()
  throw new Error(log)
}
