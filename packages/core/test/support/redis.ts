import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import * as Effect from "effect/Effect"

import * as Redis from "../../src/internal/node/redis.ts"
import { folder } from "./folder.ts"

/** Whether this machine has a Redis server. Without one, tests of Redis are skipped. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

const freePort = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
})

const startAt = async (port: number, dir: string) => {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"]
  const child = spawn("redis-server", [...args, "--appendfsync", "always"], { stdio: ["ignore", "pipe", "inherit"] })
  let log = ""
  for await (const data of child.stdout.iterator({ destroyOnReturn: false })) {
    log += String(data)
    if (log.includes("Ready to accept connections")) break
  }
  child.stdout.resume()
  return child
}

/** Starts a Redis server on a free port, which stores each write on disk; it is killed when the scope closes. */
export const startRedis = Effect.gen(function* () {
  const port = yield* freePort
  const dir = yield* folder
  const start = Effect.promise(() => startAt(port, dir))
  let child = yield* start
  const kill = Effect.promise(async () => {
    const closed = once(child, "close")
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await closed
  })
  yield* Effect.addFinalizer(() => kill)
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    layer: Redis.layer([url]),
    kill,
    start: Effect.map(start, (started) => void (child = started))
  }
})
