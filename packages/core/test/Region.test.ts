import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { ApiUrl, Region } from "../src/Region.ts"
import * as RegionConfig from "../src/RegionConfig.ts"

const decode = Schema.decodeEffect(ApiUrl)

const Host = Schema.Literals(["https://eu.example.com", "http://127.0.0.1:4010", "https://example.com:8443"])
const Prefix = Schema.Literals(["", "/us", "/t/one/eu", "/apiary"])
const Ending = Schema.Literals(["", "/", "/api", "/api/", "//api//", "/api/api", "/api?x=1", "/api#top"])

const from = (env: Record<string, string>) =>
  Effect.provide(Region, RegionConfig.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))))

const complete = {
  REMOTE_ASSIST_REGION: "eu",
  REMOTE_ASSIST_US_URL: "https://us.example.com",
  REMOTE_ASSIST_EU_URL: "https://eu.example.com/api/",
  REMOTE_ASSIST_API_KEY: "key-1"
}

describe("Region", () => {
  it.effect.prop("ends an address in /api exactly once", [Host, Prefix, Ending], ([host, prefix, ending]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* decode(`${host}${prefix}${ending}`), `${host}${prefix}/api`)
    })
  )

  it.effect.each(["", "us.example.com", "localhost:4010/us", "ftp://us.example.com", "https://"])(
    "refuses the address '%s'",
    (address) =>
      Effect.gen(function* () {
        assert.match((yield* Effect.flip(decode(address))).message, /https:\/\/us\.example\.com/)
      })
  )

  it.effect("reads the address of the configured region", () =>
    Effect.gen(function* () {
      const region = yield* from(complete)
      assert.strictEqual(region.apiUrl, "https://eu.example.com/api")
      assert.strictEqual(region.apiKeyHeader, "x-service-api-key")
      assert.strictEqual(Redacted.value(region.apiKey), "key-1")
    })
  )

  it.effect.each(["REMOTE_ASSIST_REGION", "REMOTE_ASSIST_EU_URL", "REMOTE_ASSIST_API_KEY"])(
    "names %s when it is missing",
    (name) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(from({ ...complete, [name]: "" }))
        assert.include(error.message, name)
      })
  )
})
