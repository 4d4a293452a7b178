import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as References from "effect/References"
import { createCluster } from "redis"

const connectTimeout = 2000

// of a server that answers nothing: pings keep an idle connection open
const socketTimeout = 3000
const pingInterval = 1000

const maxReconnectDelay = 2000

/** Connects to one server; fails if the first connection does. */
export const layerNode = (url: string): Layer.Layer<Redis.Redis | NodeRedis.NodeRedis, Redis.RedisError> =>
  Layer.unwrap(
    Effect.sync(() => {
      let wasConnected = false
      const reconnectStrategy = (retries: number, cause: Error) =>
        wasConnected ? Math.min(2 ** retries * 50, maxReconnectDelay) : cause
      const socket = { connectTimeout, socketTimeout, reconnectStrategy }
      return Layer.tap(NodeRedis.layer({ url, disableOfflineQueue: true, pingInterval, socket }), () =>
        Effect.sync(() => (wasConnected = true))
      )
    })
  )

const attempt = <A>(promise: () => Promise<A>) =>
  Effect.timeoutOrElse(Effect.tryPromise({ try: promise, catch: (cause) => new Redis.RedisError({ cause }) }), {
    duration: socketTimeout,
    orElse: () =>
      Effect.fail(new Redis.RedisError({ cause: new Error(`no answer within ${socketTimeout / 1000} seconds`) }))
  })

/** Whether all keys of a fleet are on the server, or on nodes of a cluster. */
const isCluster = (send: Redis.Redis["Service"]["send"]) =>
  Effect.map(send<string>("INFO", "cluster"), (info) => info.includes("cluster_enabled:1"))

/** Connects to a cluster; returns a function that sends each command to the node of its first key. */
const connectCluster = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
  const { password, protocol, username } = new URL(urls[0] ?? "")
  const cluster = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createCluster({
        rootNodes: urls.map((url) => ({ url })),
        minimizeConnections: true,
        defaults: {
          ...(username !== "" && { username: decodeURIComponent(username) }),
          ...(password !== "" && { password: decodeURIComponent(password) }),
          disableOfflineQueue: true,
          pingInterval,
          socket: { connectTimeout, socketTimeout, ...(protocol === "rediss:" && { tls: true }) }
        }
      })
    ),
    // does not wait for nodes that do not answer
    (cluster) => Effect.ignore(Effect.sync(() => cluster.destroy()))
  )
  // without a listener, an error would end the process; the commands fail with it
  cluster.on("error", () => undefined)
  yield* attempt(() => cluster.connect())
  return <A>(command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> => {
    const all = [command, ...args]
    if (command !== "SCRIPT")
      return attempt(() => cluster.sendCommand<A>(command === "EVALSHA" ? args[2] : args[0], false, all))
    // each node may have to run the script
    const load = (master: (typeof cluster.masters)[number]) =>
      Effect.ignore(
        attempt(() => Promise.resolve(cluster.nodeClient(master)).then((client) => client.sendCommand(all)))
      )
    return Effect.andThen(
      Effect.forEach(cluster.masters, load, { concurrency: "unbounded", discard: true }),
      attempt(() => cluster.sendCommand<A>(undefined, false, all))
    )
  }
})

/** Connects to the first address that answers, and again whenever the connection is lost. A command waits at most three seconds. */
export const layer = (urls: ReadonlyArray<string>): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      const context = yield* Effect.firstSuccessOf(urls.map((url) => Layer.build(layerNode(url))))
      const { client } = Context.get(context, NodeRedis.NodeRedis)
      const node = Context.get(context, Redis.Redis)
      const sendToNode = <A>(command: string, ...args: ReadonlyArray<string>) =>
        attempt(() => client.sendCommand<A>([command, ...args]))
      const send = (yield* Effect.orElseSucceed(isCluster(sendToNode), () => false))
        ? yield* connectCluster(urls)
        : sendToNode
      const connect = Effect.die("Nothing reserves a connection.")
      // nodes of a cluster pass on what is published
      return { ...(yield* Redis.make({ send, connect, subscribe: () => connect })), subscribe: node.subscribe }
    })
    // the commands that fail say why
  ).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")))
