import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"

import * as Connection from "../../src/internal/node/redis.ts"
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

const startAt = async (dir: string, args: ReadonlyArray<string>) => {
  const child = spawn("redis-server", ["--bind", "127.0.0.1", "--dir", dir, "--save", "", ...args], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let log = ""
  for await (const data of child.stdout.iterator({ destroyOnReturn: false })) {
    log += String(data)
    if (log.includes("Ready to accept connections")) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(log)
}

/** Tries again on other ports: another process may have taken one before the server did. */
const onFreePorts = Effect.retry({ times: 3 })

/** Starts a Redis server that is killed when the scope closes. */
const startServer = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const dir = yield* folder
  const start = Effect.tryPromise(() => startAt(dir, args))
  let child = yield* start
  const kill = Effect.promise(async () => {
    const closed = once(child, "close")
    if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await closed
  })
  yield* Effect.addFinalizer(() => kill)
  const pause = Effect.sync(() => child.kill("SIGSTOP"))
  return { kill, pause, start: Effect.map(start, (started) => void (child = started)) }
})

/** Starts a Redis server on a free port, which stores each write on disk. */
export const startRedis = Effect.gen(function* () {
  const port = String(yield* freePort)
  const url = `redis://127.0.0.1:${port}`
  const server = yield* startServer("--port", port, "--appendonly", "yes", "--appendfsync", "always")
  return { ...server, url, layer: Connection.layer([url]) }
}).pipe(onFreePorts)

/** Starts a Redis server that takes only TLS connections, with a certificate. */
export const startTlsRedis = Effect.fnUntraced(function* (certificate: string, key: string) {
  const port = String(yield* freePort)
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate]
  yield* startServer("--port", "0", "--tls-port", port, "--tls-auth-clients", "no", ...files)
  return `rediss://127.0.0.1:${port}`
}, onFreePorts)

const slots = 16_384

/** Starts a cluster of three nodes; yields their addresses and servers. */
export const startCluster = Effect.gen(function* () {
  const ports = yield* Effect.all(Array.from({ length: 6 }, () => freePort))
  const nodes = ports.slice(0, 3).map((port, index) => ({ port: String(port), bus: String(ports[index + 3]) }))
  const urls = nodes.map(({ port }) => `redis://127.0.0.1:${port}`)
  const servers: Array<Effect.Success<ReturnType<typeof startServer>>> = []
  const connections: Array<Redis.Redis["Service"]> = []
  for (const [index, { bus, port }] of nodes.entries()) {
    servers.push(yield* startServer("--port", port, "--cluster-enabled", "yes", "--cluster-port", bus))
    const connection = yield* Effect.provide(Redis.Redis, yield* Layer.build(Connection.layerNode(urls[index] ?? "")))
    connections.push(connection)
    const [from, to] = [index, index + 1].map((part) => String(Math.floor((slots * part) / 3) - (part > index ? 1 : 0)))
    yield* connection.send("CLUSTER", "ADDSLOTSRANGE", String(from), String(to))
    const [first] = nodes
    if (index > 0 && first !== undefined) yield* connection.send("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
  }
  yield* Effect.forEach(connections, ({ send }) =>
    Effect.repeat(send<string>("CLUSTER", "INFO"), {
      schedule: Schedule.spaced("20 millis"),
      until: (info) => info.includes("cluster_state:ok") && info.includes("cluster_known_nodes:3")
    })
  )
  return { urls, servers }
}).pipe(onFreePorts)
