import { assert, describe, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import * as RedisTokenStore from "../../src/RedisTokenStore.ts"
import { TokenStore } from "../../src/TokenStore.ts"
import { run } from "../support/child.ts"
import { listen } from "../support/listen.ts"
import { hasRedis, startRedis } from "../support/redis.ts"
import { page } from "../support/session.ts"

const encryptionKey = Buffer.alloc(32, 7).toString("base64")

/** A service whose token expires when the test says so, and whose refresh tokens work once. */
const service = Effect.gen(function* () {
  let [generation, calls, refreshes, rejected] = [1, 0, 0, 0]
  let isExpired = false
  let isDropped = (_: string): boolean => false
  const { origin } = yield* listen((request, response) => {
    const [, process = "", path] = /^\/(\w+)(.*)$/.exec(request.url ?? "") ?? []
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    }
    let body = ""
    request.on("data", (data) => (body += String(data)))
    request.on("end", () => {
      if (path === "/api/v1/auth/refresh") {
        if (isDropped(process)) return request.socket.destroy()
        if (JSON.parse(body).refresh_token !== `refresh-${generation}`) {
          rejected++
          return answer(401, { code: 401, message: "Invalid refresh token" })
        }
        refreshes++
        generation++
        isExpired = false
        return answer(200, { token: `token-${generation}`, refresh: `refresh-${generation}` })
      }
      if (isExpired || request.headers.authorization !== `token-${generation}`) return answer(401, "Token expired")
      calls++
      return answer(200, page)
    })
  })
  return {
    origin,
    /** The counts since the last time. */
    counts: () => {
      const counts = { calls, refreshes, rejected }
      calls = refreshes = rejected = 0
      return counts
    },
    expire: Effect.sync(() => (isExpired = true)),
    /** Drops the refreshes of processes for which the callback returns true, before they are executed. */
    drop: (callback: (process: string) => boolean) => (isDropped = callback)
  }
})

const makeFleet = Effect.fnUntraced(function* (size: number, perRound: number) {
  const scope = yield* Effect.scope
  const redis = yield* startRedis
  const { counts, drop, expire, origin } = yield* service
  const store = yield* Effect.provide(
    TokenStore,
    yield* Layer.build(
      RedisTokenStore.layer({ session: "ada-us", encryptionKey: Redacted.make(encryptionKey) }).pipe(
        Layer.provide(redis.layer)
      )
    )
  )
  yield* store.save({ token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") })
  const start = Effect.fnUntraced(function* (name: string) {
    const child = yield* Scope.provide(run("redis-caller.ts", `${origin}/${name}`, redis.url, encryptionKey), scope)
    assert.strictEqual(yield* child.line, "ready")
    return [name, child] as const
  })
  const names = Array.from({ length: size }, (_, index) => `p${index}`)
  const processes = new Map(yield* Effect.forEach(names, start, { concurrency: size }))
  const ask = Effect.suspend(() => Effect.forEach(processes.values(), ({ ask }) => ask(String(perRound))))
  const lines = Effect.suspend(() =>
    Effect.forEach(processes, ([name, { line }]) => Effect.map(line, (line) => [name, line] as const))
  )
  return { redis, drop, counts, expire, start, processes, ask, lines }
})

/** Processes that share a session by a Redis server, and the service that they call. */
class Fleet extends Context.Service<Fleet, Effect.Success<ReturnType<typeof makeFleet>>>()("Fleet") {}

const rounds = [1, 2, 3, 4, 5]

/** Tests a session of so many processes, each of which makes so many calls after each of 5 expiries. */
export const testSharedSession = (size: number, perRound: number) => {
  const done = JSON.stringify({ done: perRound, errors: [] })
  const allDone = (lines: ReadonlyArray<readonly [string, string]>) => {
    for (const [name, line] of lines) assert.strictEqual(line, done, name)
  }
  const complete = { calls: size * perRound * rounds.length, refreshes: rounds.length, rejected: 0 }

  describe.skipIf(!hasRedis)(`a session that ${size} processes share by Redis`, () => {
    layer(Layer.effect(Fleet, makeFleet(size, perRound)), { excludeTestServices: true, timeout: 60_000 })((it) => {
      it.effect(
        `is renewed once for each of 5 expiries in ${complete.calls} calls`,
        () =>
          Effect.gen(function* () {
            const { ask, counts, expire, lines } = yield* Fleet
            for (const _ of rounds) {
              yield* expire
              yield* ask
              allDone(yield* lines)
            }
            assert.deepStrictEqual(counts(), complete)
          }),
        60_000
      )

      it.effect(
        "is renewed once for each expiry if the process that renews it is killed",
        () =>
          Effect.gen(function* () {
            const { ask, counts, drop, expire, lines, processes, start } = yield* Fleet
            for (const round of rounds) {
              yield* expire
              let killed: string | undefined
              drop((name) => {
                if (killed !== undefined || round % 2 === 1) return false
                killed = name
                Effect.runSync(processes.get(name)?.signal("SIGKILL") ?? Effect.die(name))
                return true
              })
              yield* ask
              const ends = yield* lines
              allDone(ends.filter(([name]) => name !== killed))
              if (killed === undefined) continue
              assert.strictEqual(new Map(ends).get(killed), "ended with SIGKILL")
              processes.delete(killed)
              const [name, child] = yield* start(`r${round}`)
              yield* child.ask(String(perRound))
              assert.strictEqual(yield* child.line, done)
              processes.set(name, child)
            }
            assert.deepStrictEqual(counts(), complete)
          }),
        60_000
      )

      it.effect(
        "is renewed once for each expiry while Redis is stopped and started",
        () =>
          Effect.gen(function* () {
            const { ask, counts, expire, lines, redis } = yield* Fleet
            for (const round of rounds) {
              yield* expire
              const isStopped = round % 2 === 0
              if (isStopped) yield* redis.kill
              yield* ask
              // the calls of an expired session fail and are made again until Redis is back
              if (isStopped) yield* redis.start
              allDone(yield* lines)
            }
            assert.deepStrictEqual(counts(), complete)
          }),
        60_000
      )

      it.effect(
        "needs no Redis for calls while it has not expired",
        () =>
          Effect.gen(function* () {
            const { ask, counts, lines, redis } = yield* Fleet
            yield* redis.kill
            yield* ask
            allDone(yield* lines)
            assert.deepStrictEqual(counts(), { calls: size * perRound, refreshes: 0, rejected: 0 })
          }),
        60_000
      )
    })
  })
}
