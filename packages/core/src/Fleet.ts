import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { InvalidSettings } from "./Errors.ts"
import { Region } from "./Region.ts"
import { setting } from "./RegionConfig.ts"
import { pluralize } from "./Text.ts"
import { TokenStore } from "./TokenStore.ts"

/** The settings of a fleet: processes on several machines that share a Redis server. */
export interface FleetSettings {
  /** Addresses of Redis, such as `redis://host:6379` or `rediss://user:password@host`; nodes of a cluster. */
  readonly urls: ReadonlyArray<Redacted.Redacted>
  /** The key of AES-256-GCM that encrypts what is in Redis: 32 bytes in base64. */
  readonly encryptionKey: Redacted.Redacted
  /** How many requests a second all processes of an account may send together. */
  readonly requestsPerSecond: number | undefined
}

const names = {
  url: "REMOTE_ASSIST_REDIS_URL",
  key: "REMOTE_ASSIST_REDIS_KEY",
  rate: "REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND"
}

const isAddress = (url: string) => {
  const { pathname = "", protocol = "" } = URL.parse(url) ?? {}
  return /^rediss?:$/.test(protocol) && /^\/?\d*$/.test(pathname)
}

/**
 * The settings in `Config`, by default in environment variables; `undefined` without `REMOTE_ASSIST_REDIS_URL`. With it,
 * `REMOTE_ASSIST_REDIS_KEY` is needed, and `REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND` is optional.
 */
export const settings: Effect.Effect<FleetSettings | undefined, InvalidSettings> = Effect.gen(function* () {
  const addresses =
    "the address of Redis, such as redis://localhost:6379, or addresses of a cluster, separated by commas"
  const url = yield* setting(names.url, Config.option(Config.Redacted(names.url)), addresses)
  const text = Option.match(url, { onNone: () => "", onSome: Redacted.value }).trim()
  if (text === "") return undefined
  const urls = text.split(",").map((url) => url.trim())
  if (!urls.every(isAddress))
    return yield* new InvalidSettings({ setting: names.url, reason: `it is invalid. Set it to ${addresses}.` })
  const wanted = "32 random bytes in base64, the same in all processes, such as openssl rand -base64 32 prints"
  // a file of secrets may end with a line break
  const key = Redacted.value(yield* setting(names.key, Config.Redacted(names.key), wanted)).trim()
  const length = Option.map(decodeBase64(key), (bytes) => bytes.length)
  if (!Option.contains(length, 32)) {
    const fault = Option.match(length, {
      onNone: () => "it is not base64",
      onSome: (length) => `it has ${pluralize(length, "byte")}`
    })
    return yield* new InvalidSettings({ setting: names.key, reason: `${fault}. Set it to ${wanted}.` })
  }
  const count = Config.option(Config.schema(PositiveInt, names.rate))
  const limit = yield* setting(names.rate, count, "a whole number of 1 or more, of requests a second for all processes")
  return {
    urls: urls.map((url) => Redacted.make(url)),
    encryptionKey: Redacted.make(key),
    requestsPerSecond: Option.getOrUndefined(limit)
  }
})

const PositiveInt = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(1))

const decodeBase64 = Schema.decodeUnknownOption(Schema.Uint8ArrayFromBase64)

/** Says why Redis cannot be used, and what to do. */
const explain = ({ cause }: Redis.RedisError) => {
  const text =
    cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : cause.name) : String(cause)
  if (/^(?:NOAUTH|WRONGPASS|ERR AUTH)/.test(text))
    return "Redis refuses the password. Correct it in the address, as in redis://user:password@host."
  return /^[A-Z]+ /.test(text)
    ? `Redis refuses the connection (${text}). Correct the address.`
    : `Redis cannot be reached (${text}). Start it, or correct the address.`
}

/** Layer for Redis at the addresses of a fleet. It connects when it is built, and again whenever the connection is lost. */
export const layerRedis = ({ urls }: Pick<FleetSettings, "urls">): Layer.Layer<Redis.Redis, InvalidSettings> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./internal/node/redis.ts")),
      ({ layer }) => layer(urls.map(Redacted.value))
    )
  ).pipe(
    Layer.catch((error) => Layer.effectContext(new InvalidSettings({ setting: names.url, reason: explain(error) })))
  )

/**
 * Layer that stores the tokens of an account as `Config` says: in Redis, shared with all processes that log in to the account
 * at the same region, together with the `Retry-After` of their answers and the limit of their requests; or in memory, if
 * `REMOTE_ASSIST_REDIS_URL` is not set. Redis needs the packages `redis` and `@effect/platform-node`.
 */
export const layer = (account: string): Layer.Layer<TokenStore, InvalidSettings, Region> =>
  Layer.unwrap(
    Effect.gen(function* (): Effect.fn.Return<Layer.Layer<TokenStore, InvalidSettings>, InvalidSettings, Region> {
      const fleet = yield* settings
      if (fleet === undefined) return TokenStore.layerMemory
      const { apiUrl, name } = yield* Region
      const session = `${account} ${name} ${apiUrl}`
      const [store, { layerRateLimit, layerRetryAfter }] = yield* Effect.promise(() =>
        Promise.all([import("./RedisTokenStore.ts"), import("./RedisLimits.ts")])
      )
      const { encryptionKey, requestsPerSecond: limit } = fleet
      return store
        .layer({ session, encryptionKey })
        .pipe(
          Layer.merge(layerRetryAfter(session)),
          Layer.merge(limit === undefined ? Layer.empty : layerRateLimit(session, { limit, window: "1 second" })),
          Layer.provide(layerRedis(fleet))
        )
    })
  )
