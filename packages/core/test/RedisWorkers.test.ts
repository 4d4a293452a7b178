import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import { Http } from "../src/Http.ts"
import type { Exchange, HttpRequest } from "../src/Http.ts"
import * as RedisWorkers from "../src/RedisWorkers.ts"
import { hasRedis, startRedis } from "./support/redis.ts"

const encryptionKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

const get: HttpRequest = {
  method: "GET",
  url: "http://127.0.0.1:1/api/v1/pods?page=2",
  headers: { authorization: "token-1" },
  body: undefined
}
const post: HttpRequest = { ...get, method: "POST", body: '{"name":"Ada"}' }

const limit = 1000

/** An exchange that answers with its own name and the request. */
const answering =
  (name: string): Exchange =>
  ({ body, headers, method, url }) =>
    Effect.succeed({ status: 200, headers: { name }, body: JSON.stringify([method, url, headers, body]) })

const unreachable: Exchange = () => Effect.die("not sent by this process")

/** A server, with a client that sends nothing itself unless `exchange` is given, and workers. */
const fleet = Effect.gen(function* () {
  const server = yield* startRedis
  const context = yield* Layer.build(server.layer)
  const client = (exchange = unreachable, settings: Partial<RedisWorkers.WorkersSettings> = {}) =>
    Layer.build(
      RedisWorkers.layer({ encryptionKey, concurrency: 0, ...settings }, Layer.succeed(Http, { exchange }))
    ).pipe(Effect.provide(context), (built) => Effect.flatMap(built, (built) => Effect.provide(Http, built)))
  const worker = (exchange: Exchange, key = encryptionKey) =>
    Effect.forkScoped(
      RedisWorkers.run({ encryptionKey: key, concurrency: 2 }).pipe(
        Effect.provideService(Http, { exchange }),
        Effect.provide(context)
      )
    )
  return { ...server, ...Redis.Redis.of(yield* Effect.provide(Redis.Redis, context)), client, worker }
})

const keys = Effect.fnUntraced(function* (send: Redis.Redis["Service"]["send"]) {
  const found = yield* send<ReadonlyArray<string>>("KEYS", "*")
  return found.filter((key) => /request:|answers:|pending|owners/.test(key))
})

describe.skipIf(!hasRedis)("RedisWorkers", () => {
  it.live("sends a request with a token by a worker, and returns its answer", () =>
    Effect.gen(function* () {
      const { client, send, worker } = yield* fleet
      yield* worker(answering("worker"))
      const { exchange } = yield* client()
      for (const request of [get, post]) {
        const answer = yield* exchange(request, limit)
        const { body, headers, method, url } = request
        assert.deepStrictEqual(answer, {
          status: 200,
          headers: { name: "worker" },
          body: JSON.stringify([method, url, headers, body])
        })
      }
      assert.deepStrictEqual(yield* keys(send), [])
    })
  )

  it.live("sends a request without a token by the process itself", () =>
    Effect.gen(function* () {
      const { client, worker } = yield* fleet
      yield* worker(answering("worker"))
      const { exchange } = yield* client(answering("client"))
      assert.strictEqual((yield* exchange({ ...get, headers: {} }, limit)).headers["name"], "client")
    })
  )

  it.live("needs no worker: the client sends what nobody takes", () =>
    Effect.gen(function* () {
      const { client } = yield* fleet
      const { exchange } = yield* client(answering("client"), { concurrency: 1 })
      assert.strictEqual((yield* exchange(get, limit)).headers["name"], "client")
    })
  )

  it.live("passes on that a request was lost, or its answer too large", () =>
    Effect.gen(function* () {
      const { client, worker } = yield* fleet
      yield* worker(({ method }) =>
        method === "GET"
          ? Effect.fail({ _tag: "ConnectionLost", reason: "ECONNREFUSED", mayHaveLeft: false, cause: new Error("x") })
          : Effect.fail({ _tag: "TooLarge", headers: { "x-request-id": "r-1" } })
      )
      const { exchange } = yield* client()
      assert.deepStrictEqual(yield* Effect.flip(exchange(get, limit)), {
        _tag: "ConnectionLost",
        reason: "ECONNREFUSED",
        mayHaveLeft: false
      })
      assert.deepStrictEqual(yield* Effect.flip(exchange(post, limit)), {
        _tag: "TooLarge",
        headers: { "x-request-id": "r-1" }
      })
    })
  )

  it.live("finishes its requests when it is stopped", () =>
    Effect.gen(function* () {
      const { client, worker } = yield* fleet
      const [isSent, mayAnswer] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const running = yield* worker((request, limit) =>
        Deferred.succeed(isSent, undefined).pipe(
          Effect.andThen(Deferred.await(mayAnswer)),
          Effect.andThen(answering("worker")(request, limit))
        )
      )
      const { exchange } = yield* client()
      const call = yield* Effect.forkScoped(exchange(post, limit))
      yield* Deferred.await(isSent)
      const stop = yield* Effect.forkScoped(Fiber.interrupt(running))
      yield* Deferred.succeed(mayAnswer, undefined)
      assert.strictEqual((yield* Fiber.join(call)).headers["name"], "worker")
      yield* Fiber.join(stop)
    })
  )

  it.live("sends nothing for a client that no longer waits, or that has ended", () =>
    Effect.gen(function* () {
      const { client, send, worker } = yield* fleet
      const { exchange } = yield* client()
      yield* Fiber.interrupt(yield* Effect.forkScoped(Effect.andThen(exchange(post, limit), Effect.never)))
      const scope = yield* Scope.make()
      const ended = yield* Scope.provide(client(), scope)
      const call = yield* Effect.forkScoped(ended.exchange(post, limit))
      yield* Effect.repeat(send<ReadonlyArray<string>>("KEYS", "*:requests"), { until: (keys) => keys.length > 0 })
      yield* Scope.close(scope, Exit.void)
      const sent: Array<string> = []
      yield* worker((request, limit) => {
        sent.push(request.url)
        return answering("worker")(request, limit)
      })
      const last = { ...get, url: "http://127.0.0.1:1/api/v1/last" }
      yield* exchange(last, limit)
      assert.deepStrictEqual(sent, [last.url])
      yield* Fiber.interrupt(call)
    })
  )

  it.live("sends requests itself while Redis cannot be reached", () =>
    Effect.gen(function* () {
      const { client, kill } = yield* fleet
      const { exchange } = yield* client(answering("client"))
      yield* kill
      for (const request of [get, post]) assert.strictEqual((yield* exchange(request, limit)).headers["name"], "client")
    })
  )

  it.live("sends requests again if Redis fails meanwhile, except those that a worker may have sent", () =>
    Effect.gen(function* () {
      const { client, kill, send, worker } = yield* fleet
      const { exchange } = yield* client(answering("client"))
      let taken = 0
      const mayEnd = yield* Deferred.make<void>()
      yield* worker((request, limit) => {
        taken++
        return Effect.andThen(Deferred.await(mayEnd), answering("worker")(request, limit))
      })
      const calls = yield* Effect.forEach([get, post], (request) =>
        Effect.forkScoped(Effect.result(exchange(request, limit)))
      )
      yield* Effect.repeat(send("PING"), { until: () => taken === 2 })
      yield* kill
      const [read, changed] = yield* Effect.forEach(calls, Fiber.join)
      assert.include(read, { _tag: "Success" })
      assert.nestedInclude(changed, { "failure._tag": "ConnectionLost", "failure.mayHaveLeft": true })
      yield* Deferred.succeed(mayEnd, undefined)
    })
  )

  it.live("keeps the requests of another key apart, and shows no secret in Redis", () =>
    Effect.gen(function* () {
      const { client, send, worker } = yield* fleet
      yield* worker(answering("other"), Redacted.make(Buffer.alloc(32, 8).toString("base64")))
      const { exchange } = yield* client()
      const call = yield* Effect.forkScoped(exchange(get, limit))
      const key = yield* Effect.repeat(
        Effect.map(send<ReadonlyArray<string>>("KEYS", "*request:*"), ([key]) => key),
        { until: (key) => key !== undefined }
      )
      const content = Buffer.from(yield* send<string>("GET", key ?? ""), "base64").toString("latin1")
      assert.notInclude(content, "token-1")
      yield* worker(answering("worker"))
      assert.strictEqual((yield* Fiber.join(call)).headers["name"], "worker")
    })
  )
})
