import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as References from "effect/References"
import { createCluster } from "redis"

const connectTimeout = 2000

/** Whether all keys of a fleet are on the server, or on nodes of a cluster. */
const isCluster = ({ send }: Redis.Redis["Service"]) =>
  Effect.map(send<string>("INFO", "cluster"), (info) => info.includes("cluster_enabled:1"))

const attempt = <A>(promise: () => Promise<A>) =>
  Effect.tryPromise({ try: promise, catch: (cause) => new Redis.RedisError({ cause }) })

/** Connects to the cluster of a node, which goes on to serve subscriptions. Each command goes to the node of its first key. */
const makeCluster = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, node: Redis.Redis["Service"]) {
  const { password, protocol, username } = new URL(urls[0] ?? "")
  const cluster = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createCluster({
        rootNodes: urls.map((url) => ({ url })),
        defaults: {
          ...(username !== "" && { username: decodeURIComponent(username) }),
          ...(password !== "" && { password: decodeURIComponent(password) }),
          disableOfflineQueue: true,
          socket: { connectTimeout, ...(protocol === "rediss:" && { tls: true }) }
        }
      })
    ),
    (cluster) => Effect.ignore(attempt(() => cluster.close()))
  )
  // without a listener, an error would end the process; the commands fail with it
  cluster.on("error", () => undefined)
  yield* attempt(() => cluster.connect())
  const send = <A>(command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> => {
    const all = [command, ...args]
    if (command !== "SCRIPT")
      return attempt(() => cluster.sendCommand<A>(command === "EVALSHA" ? args[2] : args[0], false, all))
    // each node may have to run the script
    const load = (master: (typeof cluster.masters)[number]) =>
      attempt(() => Promise.resolve(cluster.nodeClient(master)).then((client) => client.sendCommand(all)))
    return Effect.andThen(
      Effect.forEach(cluster.masters, load, { discard: true }),
      attempt(() => cluster.sendCommand<A>(undefined, false, all))
    )
  }
  const connect = Effect.die("Nothing reserves a connection.")
  const { eval: evaluate } = yield* Redis.make({ send, connect, subscribe: () => connect })
  return Redis.Redis.of({ ...node, send, eval: evaluate })
})

/** Connects to one server. */
export const layerNode = (url: string) =>
  NodeRedis.layer({ url, disableOfflineQueue: true, socket: { connectTimeout } })

/** Connects to the first address that answers, and again whenever the connection is lost. */
export const layer = (urls: ReadonlyArray<string>): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      const connect = (url: string) => Layer.build(layerNode(url))
      const node = Context.get(yield* Effect.firstSuccessOf(urls.map(connect)), Redis.Redis)
      return (yield* Effect.orElseSucceed(isCluster(node), () => false)) ? yield* makeCluster(urls, node) : node
    })
    // the commands that fail say why
  ).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")))
