import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"

import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { generate } from "selfsigned"

import * as Fleet from "../src/Fleet.ts"
import { Http } from "../src/Http.ts"
import * as RedisWorkers from "../src/RedisWorkers.ts"
import { Region } from "../src/Region.ts"
import { TokenStore } from "../src/TokenStore.ts"
import { folder } from "./support/folder.ts"
import { hasRedis, startCluster, startRedis, startTlsRedis } from "./support/redis.ts"

const key = Buffer.alloc(32, 7).toString("base64")

const provideConfig = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

const layerRegion = Region.layer({ name: "us", baseUrl: "http://127.0.0.1:1", apiKey: Redacted.make("key-1") })

const storeOf = (account: string) =>
  Effect.flatMap(Layer.build(Fleet.layer(account).pipe(Layer.provide(layerRegion))), (built) =>
    Effect.provide(TokenStore, built)
  )

const tokens = (name: string) => ({ token: Redacted.make(`token-${name}`), refresh: Redacted.make(`refresh-${name}`) })

const tokenIn = ({ load }: TokenStore["Service"]) =>
  Effect.map(load, (found) => Option.getOrUndefined(Option.map(found, ({ token }) => Redacted.value(token))))

describe("Fleet", () => {
  it.effect("stores tokens in memory without REMOTE_ASSIST_REDIS_URL", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* storeOf("ada"), yield* storeOf("ada")]
      yield* one.save(tokens("1"))
      assert.strictEqual(yield* tokenIn(one), "token-1")
      assert.isUndefined(yield* tokenIn(two))
    }).pipe(provideConfig({ REMOTE_ASSIST_REDIS_URL: "" }))
  )

  const invalid: ReadonlyArray<readonly [Readonly<Record<string, string>>, RegExp]> = [
    [{ REMOTE_ASSIST_REDIS_URL: "localhost:6379" }, /REMOTE_ASSIST_REDIS_URL.* redis:\/\/localhost:6379/],
    [{ REMOTE_ASSIST_REDIS_URL: "redis://a,http://b" }, /REMOTE_ASSIST_REDIS_URL/],
    [{ REMOTE_ASSIST_REDIS_URL: "redis://a" }, /REMOTE_ASSIST_REDIS_KEY.* 32 random bytes in base64/],
    [{ REMOTE_ASSIST_REDIS_URL: "redis://a", REMOTE_ASSIST_REDIS_KEY: "secret-key" }, /REMOTE_ASSIST_REDIS_KEY/],
    [{ REMOTE_ASSIST_REDIS_URL: "redis://a", REMOTE_ASSIST_REDIS_KEY: "c2hvcnQ=" }, /it has 5 bytes\. Set it to 32/],
    [{ REMOTE_ASSIST_REDIS_URL: "redis://a/name", REMOTE_ASSIST_REDIS_KEY: key }, /REMOTE_ASSIST_REDIS_URL/],
    ...["many", "0", "-1", "0.5"].map(
      (rate) =>
        [
          {
            REMOTE_ASSIST_REDIS_URL: "redis://a",
            REMOTE_ASSIST_REDIS_KEY: key,
            REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND: rate
          },
          /REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND/
        ] as const
    )
  ]
  it.effect.each(invalid)("refuses %o", ([env, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Fleet.settings)
      assert.match(error.message, message)
      assert.notInclude(error.message, "secret-key")
    }).pipe(provideConfig(env))
  )

  it.effect("takes a key with a line break as the same key", () =>
    Effect.gen(function* () {
      const settings = yield* Fleet.settings
      assert.strictEqual(settings && Redacted.value(settings.encryptionKey), key)
    }).pipe(provideConfig({ REMOTE_ASSIST_REDIS_URL: "redis://a", REMOTE_ASSIST_REDIS_KEY: `${key}\n` }))
  )

  it.live("names the setting if Redis cannot be reached", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(storeOf("ada"))
      assert.match(error.message, /REMOTE_ASSIST_REDIS_URL.*Redis cannot be reached \(.*ECONNREFUSED.*\)\. Start it/)
    }).pipe(provideConfig({ REMOTE_ASSIST_REDIS_URL: "redis://127.0.0.1:1", REMOTE_ASSIST_REDIS_KEY: key }))
  )
})

describe.skipIf(!hasRedis)("Fleet with Redis", () => {
  it.live("shares the session of an account, and of no other", () =>
    Effect.gen(function* () {
      const { url } = yield* startRedis
      yield* Effect.gen(function* () {
        const [one, two, other] = [yield* storeOf("ada"), yield* storeOf("ada"), yield* storeOf("grace")]
        yield* one.save(tokens("1"))
        assert.strictEqual(yield* tokenIn(two), "token-1")
        assert.isUndefined(yield* tokenIn(other))
      }).pipe(
        provideConfig({
          REMOTE_ASSIST_REDIS_URL: url,
          REMOTE_ASSIST_REDIS_KEY: key,
          REMOTE_ASSIST_REDIS_REQUESTS_PER_SECOND: "50"
        })
      )
    })
  )

  it.live("fails at a server that takes connections and answers nothing", () =>
    Effect.gen(function* () {
      const { pause, url } = yield* startRedis
      yield* pause
      const error = yield* provideConfig({ REMOTE_ASSIST_REDIS_URL: url, REMOTE_ASSIST_REDIS_KEY: key })(
        Effect.flip(storeOf("ada"))
      )
      assert.match(error.message, /Redis cannot be reached/)
    })
  )

  it.live("connects by TLS to an address with rediss", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const attributes = [{ name: "commonName", value: "localhost" }]
      const { cert, private: privateKey } = yield* Effect.promise(() =>
        generate(attributes, { extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }] })
      )
      const [certificateFile, keyFile] = [join(dir, "cert.pem"), join(dir, "key.pem")]
      writeFileSync(certificateFile, cert)
      writeFileSync(keyFile, privateKey)
      const before = getCACertificates("default")
      yield* Effect.acquireRelease(
        Effect.sync(() => setDefaultCACertificates([...before, cert])),
        () => Effect.sync(() => setDefaultCACertificates(before))
      )
      const url = yield* startTlsRedis(certificateFile, keyFile)
      const saved = Effect.gen(function* () {
        const store = yield* storeOf("ada")
        yield* store.save(tokens("1"))
        return yield* tokenIn(store)
      })
      assert.strictEqual(
        yield* provideConfig({ REMOTE_ASSIST_REDIS_URL: url, REMOTE_ASSIST_REDIS_KEY: key })(saved),
        "token-1"
      )
    })
  )

  it.live("shares sessions and requests by a cluster", () =>
    Effect.gen(function* () {
      const { servers, urls } = yield* startCluster
      // the first address does not answer
      const REMOTE_ASSIST_REDIS_URL = `redis://127.0.0.1:1, ${urls.join(",")}`
      yield* Effect.gen(function* () {
        // the keys of accounts are on different nodes
        for (const account of ["ada", "grace", "linus", "alan"]) {
          const [one, two] = [yield* storeOf(account), yield* storeOf(account)]
          yield* one.exclusive(one.save(tokens(account)))
          assert.strictEqual(yield* tokenIn(two), `token-${account}`)
        }
        const fleet = yield* Fleet.settings
        if (fleet === undefined) return assert.fail("no settings")
        const answer = { status: 200, headers: {}, body: "[]" }
        const layer = RedisWorkers.layer(fleet, Layer.succeed(Http, { exchange: () => Effect.succeed(answer) }))
        const { exchange } = yield* Effect.provide(
          Http,
          yield* Layer.build(layer.pipe(Layer.provide(Fleet.layerRedis(fleet))))
        )
        const request = { method: "GET", url: "http://127.0.0.1:1", headers: { authorization: "t" }, body: undefined }
        assert.deepStrictEqual(yield* exchange(request, 1000), answer)
        yield* servers[0]?.kill ?? Effect.void
        // by a node that lives: tokens that are on the other one cannot be read
        const failures = yield* Effect.forEach(["ada", "grace", "linus", "alan"], (account) =>
          Effect.result(Effect.flatMap(storeOf(account), tokenIn))
        )
        assert.include(
          failures.map((result) => result._tag),
          "Failure"
        )
        return undefined
      }).pipe(provideConfig({ REMOTE_ASSIST_REDIS_URL, REMOTE_ASSIST_REDIS_KEY: key }))
    })
  )
})
