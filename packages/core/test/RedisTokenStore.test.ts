import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"

import * as RedisTokenStore from "../src/RedisTokenStore.ts"
import type { RedisTokenStoreSettings } from "../src/RedisTokenStore.ts"
import { TokenStore } from "../src/TokenStore.ts"
import { hasRedis, startRedis } from "./support/redis.ts"

const encryptionKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

/** A server, and the stores of as many processes as a test needs. */
const redis = Effect.gen(function* () {
  const server = yield* startRedis
  const context = yield* Layer.build(server.layer)
  const store = (settings: Partial<RedisTokenStoreSettings> = {}) =>
    Effect.provide(TokenStore, RedisTokenStore.layer({ session: "ada-us", encryptionKey, ...settings }), {
      local: true
    }).pipe(Effect.provide(context))
  return { ...server, ...Redis.Redis.of(yield* Effect.provide(Redis.Redis, context)), store }
})

const jwt = (exp: number) => `e30.${Buffer.from(JSON.stringify({ exp })).toString("base64url")}.sig`

const tokens = (name: string) => ({ token: Redacted.make(`token-${name}`), refresh: Redacted.make(`refresh-${name}`) })

const tokenIn = ({ load }: TokenStore["Service"]) =>
  Effect.map(load, (found) => Option.getOrUndefined(Option.map(found, ({ token }) => Redacted.value(token))))

const record = "remote-assist:{ada-us}:tokens"

describe.skipIf(!hasRedis)("RedisTokenStore", () => {
  it.live("shares tokens between stores of one session, and hides them from other sessions", () =>
    Effect.gen(function* () {
      const { store } = yield* redis
      const [one, two, other] = [yield* store(), yield* store(), yield* store({ session: "ada-eu" })]
      assert.isUndefined(yield* tokenIn(one))
      yield* one.save(tokens("1"))
      assert.strictEqual(yield* tokenIn(two), "token-1")
      assert.isUndefined(yield* tokenIn(other))
      yield* two.clear
      assert.isUndefined(yield* one.exclusive(tokenIn(one)))
    })
  )

  it.live("encrypts the tokens for one session, with a key that must be the same", () =>
    Effect.gen(function* () {
      const { send, store } = yield* redis
      yield* (yield* store()).save(tokens("secret"))
      const data = yield* send<string>("HGET", record, "data")
      assert.notInclude(Buffer.from(data, "base64").toString("latin1"), "secret")
      const other = yield* store({ encryptionKey: Redacted.make(Buffer.alloc(32, 8).toString("base64")) })
      assert.match((yield* Effect.flip(other.load)).message, /cannot be decrypted/)
      yield* send("HSET", "remote-assist:{ada-eu}:tokens", "data", data)
      assert.match((yield* Effect.flip((yield* store({ session: "ada-eu" })).load)).message, /cannot be decrypted/)
      const short = yield* Effect.flip(store({ encryptionKey: Redacted.make("c2hvcnQ=") }))
      assert.strictEqual(
        short.message,
        "The setting encryptionKey cannot be used: Set it to 32 random bytes in base64."
      )
    })
  )

  it.live("keeps tokens until the last of them expires, and for ever if that is not known", () =>
    Effect.gen(function* () {
      const { send, store } = yield* redis
      const one = yield* store()
      const now = Math.floor(Date.now() / 1000)
      yield* one.save({ token: Redacted.make(jwt(now + 60)), refresh: Redacted.make(jwt(now + 3600)) })
      const left = yield* send<number>("PTTL", record)
      assert.isTrue(left > 3_500_000 && left <= 3_600_000, `${left}`)
      yield* one.save({ token: Redacted.make(jwt(now + 60)), refresh: Redacted.make("opaque") })
      assert.strictEqual(yield* send<number>("PTTL", record), -1)
    })
  )

  it.live("leaves nothing behind for ever if nothing is saved, or the tokens are cleared", () =>
    Effect.gen(function* () {
      const { send, store } = yield* redis
      const one = yield* store()
      yield* one.exclusive(Effect.void)
      assert.isAbove(yield* send<number>("PTTL", record), 0)
      yield* one.save(tokens("1"))
      assert.strictEqual(yield* send<number>("PTTL", record), -1)
      yield* one.clear
      assert.isAbove(yield* send<number>("PTTL", record), 0)
    })
  )

  it.live("lets one store at a time run, also if it saves", () =>
    Effect.gen(function* () {
      const { store } = yield* redis
      const stores = yield* Effect.all(Array.from({ length: 4 }, () => store()))
      let running = 0
      let most = 0
      const work = (store: TokenStore["Service"], name: string) =>
        store.exclusive(
          Effect.gen(function* () {
            most = Math.max(most, ++running)
            yield* store.load
            yield* store.save(tokens(name))
            yield* Effect.sleep("5 millis")
            running--
          })
        )
      yield* Effect.forEach(
        [...stores, ...stores].map((store, index) => work(store, String(index))),
        (work) => work,
        { concurrency: "unbounded" }
      )
      assert.strictEqual(most, 1)
    })
  )

  it.live("keeps a newer session if a late renewal saves or clears after its lock was lost", () =>
    Effect.gen(function* () {
      const { send, store } = yield* redis
      const [late, next] = [yield* store(), yield* store()]
      yield* late.save(tokens("0"))
      const lost = Effect.fnUntraced(function* (write: Effect.Effect<void, unknown>) {
        const [loaded, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const fiber = yield* Effect.forkChild(
          late.exclusive(
            late.load.pipe(
              Effect.andThen(Deferred.succeed(loaded, undefined)),
              Effect.andThen(Deferred.await(go)),
              Effect.andThen(write)
            )
          )
        )
        yield* Deferred.await(loaded)
        yield* send("DEL", "remote-assist:{ada-us}:lock")
        yield* next.save(tokens("next"))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(fiber)
        assert.strictEqual(yield* next.exclusive(tokenIn(next)), "token-next")
      })
      yield* lost(late.save(tokens("late")))
      yield* lost(late.clear)
    })
  )

  it.live("keeps the tokens of a renewal whose lock was lost while the others renewed nothing", () =>
    Effect.gen(function* () {
      const { send, store } = yield* redis
      const [late, next] = [yield* store(), yield* store()]
      yield* late.save(tokens("0"))
      yield* late.exclusive(
        Effect.gen(function* () {
          yield* late.load
          yield* send("DEL", "remote-assist:{ada-us}:lock")
          // its refresh token was used already, so that it fails
          yield* next.exclusive(next.load)
          yield* late.save(tokens("1"))
        })
      )
      assert.strictEqual(yield* next.exclusive(tokenIn(next)), "token-1")
    })
  )

  it.live("saves renewed tokens once Redis is back, if that is soon", () =>
    Effect.gen(function* () {
      const { kill, start, store } = yield* redis
      const one = yield* store()
      yield* one.save(tokens("0"))
      yield* one.exclusive(
        Effect.gen(function* () {
          yield* one.load
          yield* kill
          yield* Effect.forkChild(start)
          yield* one.load
          yield* one.save(tokens("1"))
        })
      )
      const next = yield* store()
      assert.strictEqual(yield* tokenIn(next), "token-1")
    })
  )

  it.live("uses the loaded tokens while Redis is gone, and fails a renewal with a sentence", () =>
    Effect.gen(function* () {
      const { kill, store } = yield* redis
      const [one, local] = [yield* store(), yield* store({ withoutRedis: "renew" })]
      yield* one.save(tokens("1"))
      yield* local.exclusive(local.load)
      yield* kill
      yield* Effect.sleep("1100 millis")
      assert.strictEqual(yield* tokenIn(one), "token-1")
      const error = yield* Effect.flip(one.exclusive(one.load))
      assert.strictEqual(error._tag, "TokenStoreFailed")
      assert.match(error.message, /^The tokens could not be read or stored in the Redis session ada-us: Redis /)
      assert.strictEqual(yield* local.exclusive(tokenIn(local)), "token-1")
    })
  )
})
