import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

import { InvalidSettings, TokenStoreFailed } from "./Errors.ts"
import { layerCrypto, makeCipher } from "./internal/redis/cipher.ts"
import { parseClaims } from "./internal/session/storage.ts"
import { TokensText, TokenStore, withLock } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"

/** The settings of a session in Redis. */
export interface RedisTokenStoreSettings {
  /** Name of the session, one for each account and region. It is a part of the keys in Redis. */
  readonly session: string
  /** The key of AES-256-GCM that encrypts the tokens: 32 bytes in base64, the same in all processes. */
  readonly encryptionKey: Redacted.Redacted
  /**
   * What a renewal does while Redis cannot be reached (default `fail`). `renew`: the process renews on its own, which is safe
   * only if no other process does the same.
   */
  readonly withoutRedis?: "fail" | "renew" | undefined
}

// a process that dies blocks the others for this time; the owner renews the lock at a third of it
const leaseMs = 4000

// of a session without tokens; its number must outlive the locks
const emptyMs = 3_600_000

// less than the timeout of a call, so that it fails with the name of the store
const lockTimeout = "20 seconds"

// of a process with the lock: tokens that it has renewed exist nowhere else
const whileLeased = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: leaseMs }))

const commandTimeout = "2 seconds"

// another process's log-out, or its log-in, is seen after this time
const maxAgeMs = 1000

const acquireScript = Redis.script((lock: string, record: string, owner: string) => [lock, record, owner, leaseMs], {
  numberOfKeys: 2,
  lua: `if not redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then return 0 end
local fence = redis.call("HINCRBY", KEYS[2], "fence", 1)
if redis.call("HEXISTS", KEYS[2], "data") == 0 then redis.call("PEXPIRE", KEYS[2], ${emptyMs}) end
return fence`
}).withReturnType<number>()

const extendScript = Redis.script((lock: string, owner: string) => [lock, owner, leaseMs], {
  numberOfKeys: 1,
  lua: `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end
return 0`
}).withReturnType<number>()

const releaseScript = Redis.script((lock: string, owner: string) => [lock, owner], {
  numberOfKeys: 1,
  lua: `if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end`
})

// refuses to write after a later owner of the lock, or over other tokens than this owner loaded
const writeScript = Redis.script(
  (record: string, { fence, loaded }: Lease, data: string, life: number) => [record, fence, loaded ?? "", data, life],
  {
    numberOfKeys: 1,
    lua: `local version = redis.call("HGET", KEYS[1], "version") or "0"
if tonumber(version) > tonumber(ARGV[1]) or (ARGV[2] ~= "" and ARGV[2] ~= version) then return 0 end
redis.call("HSET", KEYS[1], "version", ARGV[1])
if ARGV[3] == "" then redis.call("HDEL", KEYS[1], "data") else redis.call("HSET", KEYS[1], "data", ARGV[3]) end
if ARGV[3] == "" then redis.call("PEXPIRE", KEYS[1], ${emptyMs}) elseif ARGV[4] == "0" then redis.call("PERSIST", KEYS[1]) else redis.call("PEXPIRE", KEYS[1], ARGV[4]) end
return 1`
  }
).withReturnType<number>()

/** The lock of a session as its owner has it. */
interface Lease {
  /** Higher than that of every earlier owner. */
  readonly fence: number
  /** The version of the tokens that the owner loaded: only these may be replaced. */
  loaded?: string
}

const CurrentLease = Context.Reference<Lease | undefined>("@remote-assist/core/RedisTokenStore/CurrentLease", {
  defaultValue: () => undefined
})

/** Returns after how many milliseconds none of the tokens can be used or renewed; 0 if that is not known. */
const lifeOf = ({ personalAccessToken, refresh, token }: Tokens, now: number) => {
  const ends = [token, refresh, personalAccessToken]
    .filter(Predicate.isNotUndefined)
    .map((token) => parseClaims(Redacted.value(token)).expiresAt ?? Number.POSITIVE_INFINITY)
  const life = Math.max(...ends) - now
  return Number.isFinite(life) && life > 0 ? Math.ceil(life) : 0
}

/**
 * Layer that stores the tokens in Redis, encrypted, for processes on several machines with one account. They renew the session
 * one at a time, under a lock with a fencing number, and the others take over the new tokens. If Redis cannot be reached, calls
 * use the tokens that were loaded last.
 */
export const layer = (settings: RedisTokenStoreSettings): Layer.Layer<TokenStore, InvalidSettings, Redis.Redis> =>
  Layer.effect(TokenStore, make(settings)).pipe(Layer.provide(layerCrypto))

const make = Effect.fnUntraced(function* ({ encryptionKey, session, withoutRedis }: RedisTokenStoreSettings) {
  if (session === "") return yield* new InvalidSettings({ setting: "session", reason: "Set it to a name." })
  const redis = yield* Redis.Redis
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  // the braces keep both keys on one node of a cluster
  const record = `remote-assist:{${session}}:tokens`
  const lock = `remote-assist:{${session}}:lock`
  const store = `the Redis session ${session}`
  const { decrypt, encrypt } = yield* makeCipher(encryptionKey)
  let last: { readonly found: Option.Option<Tokens>; readonly at: number } | undefined

  const failed = (reason: string, cause?: unknown) =>
    new TokenStoreFailed({ store, reason, ...(cause === undefined ? {} : { cause }) })

  const command = <A>(effect: Effect.Effect<A, Redis.RedisError>) =>
    Effect.timeoutOrElse(
      Effect.mapError(effect, ({ cause }) =>
        failed(`Redis failed (${cause instanceof Error ? cause.message : String(cause)})`, cause)
      ),
      { duration: commandTimeout, orElse: () => Effect.fail(failed(`Redis did not answer within ${commandTimeout}`)) }
    )

  const remember = (found: Option.Option<Tokens>) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      last = { found, at }
      return found
    })

  const decode = (data: string) =>
    Effect.mapError(Effect.flatMap(decrypt(data, record), Schema.decodeEffect(TokensText)), () =>
      failed(
        "the tokens cannot be decrypted. Use the encryption key that they were saved with, or log out to remove them"
      )
    )

  const read = Effect.gen(function* () {
    const [version, data] = yield* command(redis.send<ReadonlyArray<string | null>>("HMGET", record, "version", "data"))
    const lease = yield* CurrentLease
    if (lease !== undefined) lease.loaded = version ?? "0"
    return yield* remember(data ? Option.some(yield* decode(data)) : Option.none())
  })

  const load = Effect.gen(function* () {
    if ((yield* CurrentLease) !== undefined) return yield* Effect.retry(read, whileLeased)
    if (last === undefined) return yield* read
    const { at, found } = last
    const now = yield* Clock.currentTimeMillis
    if (now - at < maxAgeMs) return found
    // while Redis does not answer, one call in this time waits for it
    last = { found, at: now }
    return yield* Effect.orElseSucceed(read, () => found)
  })

  const write = Effect.fnUntraced(function* (tokens: Option.Option<Tokens>, data: string, life: number) {
    const lease = (yield* CurrentLease) ?? (yield* failed("Redis could not be reached"))
    const isWritten = yield* Effect.retry(command(redis.eval(writeScript)(record, lease, data, life)), whileLeased)
    if (isWritten === 0) return
    lease.loaded = String(lease.fence)
    yield* remember(tokens)
  })

  const acquire = Effect.gen(function* () {
    const owner = yield* uuidV4()
    const attempt = command(redis.eval(acquireScript)(lock, record, owner))
    let fence = yield* attempt
    while (fence === 0) {
      yield* Effect.sleep(20 + 20 * (yield* Random.next))
      fence = yield* attempt
    }
    return { owner, lease: { fence } }
  }).pipe(
    Effect.timeoutOrElse({
      duration: lockTimeout,
      orElse: () => Effect.fail(failed(`another process had its lock for ${lockTimeout}`))
    })
  )

  const extend = (owner: string) =>
    Effect.sleep(leaseMs / 3).pipe(
      Effect.andThen(Effect.orElseSucceed(command(redis.eval(extendScript)(lock, owner)), () => 1)),
      Effect.repeat({ while: (extended) => extended === 1 })
    )

  const withLease = <A, E, R>(effect: Effect.Effect<A, E, R>, { lease, owner }: Effect.Success<typeof acquire>) =>
    Effect.scoped(Effect.andThen(Effect.forkScoped(extend(owner)), Effect.provideService(effect, CurrentLease, lease)))

  return withLock(
    {
      load,
      save: (tokens) =>
        Effect.gen(function* () {
          const data = yield* encrypt(yield* Effect.orDie(Schema.encodeEffect(TokensText)(tokens)), record)
          yield* write(Option.some(tokens), data, lifeOf(tokens, yield* Clock.currentTimeMillis))
        }),
      clear: write(Option.none(), "", 0)
    },
    <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.interruptible(Effect.result(acquire)),
        (acquired): Effect.Effect<A, E | TokenStoreFailed, R> =>
          Result.isSuccess(acquired)
            ? withLease(effect, acquired.success)
            : withoutRedis === "renew"
              ? effect
              : Effect.fail(acquired.failure),
        (acquired) =>
          Result.isSuccess(acquired)
            ? Effect.ignore(command(redis.eval(releaseScript)(lock, acquired.success.owner)))
            : Effect.void
      )
  )
})
