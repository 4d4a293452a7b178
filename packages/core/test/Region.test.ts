import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { ApiUrl, Region } from "../src/Region.ts"
import type { RegionSettings } from "../src/Region.ts"
import * as RegionConfig from "../src/RegionConfig.ts"

const decode = Schema.decodeEffect(ApiUrl)

const Host = Schema.Literals(["https://eu.example.com", "http://127.0.0.1:4010", "https://example.com:8443"])
const Prefix = Schema.Literals(["", "/us", "/t/one/eu", "/apiary"])
const Ending = Schema.Literals(["", "/", "/api", "/api/", "//api//", "/api/api"])

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

  it.effect.each([
    "",
    "us.example.com",
    "localhost:4010/us",
    "ftp://us.example.com",
    "https://",
    "https://u:p@us.example.com",
    "https://us.example.com/api?x=1",
    "https://us.example.com/api#top"
  ])("refuses the address '%s'", (address) =>
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

  it.effect.each([
    ["REMOTE_ASSIST_REGION", "Set it to us or eu."],
    ["REMOTE_ASSIST_EU_URL", "such as https://eu.example.com."],
    ["REMOTE_ASSIST_API_KEY", "the key that was issued"]
  ] as const)("names %s when it is missing or empty, and says what to set it to", ([name, wanted]) =>
    Effect.gen(function* () {
      const { [name]: _, ...others } = complete
      for (const env of [others, { ...complete, [name]: "" }]) {
        const error = yield* Effect.flip(from(env))
        if (env === others) assert.include(error.message, `it is missing. Set it to `)
        assert.instanceOf(error, Error)
        assert.strictEqual(error._tag, "InvalidSettings")
        assert.include(error.message, `The setting ${name} cannot be used`)
        assert.include(error.message, wanted)
      }
    })
  )

  const valid: RegionSettings = { name: "us", baseUrl: "https://us.example.com", apiKey: Redacted.make("key-1") }

  const seenOf = (error: Error) =>
    [
      error.message,
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 20, showHidden: true }),
      Cause.pretty(Cause.fail(error))
    ].join("\n")

  const unusable: ReadonlyArray<readonly [string, Partial<RegionSettings>, RegExp]> = [
    ["an invalid address", { baseUrl: "us.s3cret.com" }, /^The setting baseUrl .*https:\/\/us\.example\.com\.$/],
    ["an address with a user", { baseUrl: "https://s3cret@us.example.com" }, /baseUrl .*user name or a password/],
    [
      "an address with a password",
      { baseUrl: "https://ada:s3cret@us.example.com" },
      /baseUrl .*user name or a password/
    ],
    ["an empty key", { apiKey: Redacted.make("") }, /apiKey .*empty/],
    ["a key of two lines", { apiKey: Redacted.make("s3cret\nkey") }, /apiKey .*no header can carry/],
    ["a key with a line break at its end", { apiKey: Redacted.make("s3cret\n") }, /apiKey .*no header can carry/],
    ["a key with a null byte", { apiKey: Redacted.make("s3cret\0") }, /apiKey .*no header can carry/],
    ["a key with quotation marks of prose", { apiKey: Redacted.make("“s3cret”") }, /apiKey .*no header can carry/],
    ["a key that is not redacted", JSON.parse('{"apiKey":"s3cret"}'), /apiKey .*Redacted\.make/],
    ["a region there is not", JSON.parse('{"name":"s3cret"}'), /name .*"us" or "eu"\.$/],
    ["a form there is not", JSON.parse('{"apiKeyForm":"s3cret"}'), /apiKeyForm .*"header" or "authorization"\.$/],
    ["the path of the interface", { baseUrl: "https://us.s3cret.com/us/api/v1" }, /baseUrl .*leave out \/api\/v1/],
    ["the path of an operation", { baseUrl: "https://us.s3cret.com/api/v1r1/auth" }, /baseUrl .*leave out \/api\/v1/],
    ["another path of it", { baseUrl: "https://us.s3cret.com/api/v1r1/" }, /baseUrl .*leave out \/api\/v1/],
    ["a header with a space", { apiKeyHeader: "s3cret key" }, /apiKeyHeader .*x-service-api-key/],
    ["a header with a line break", { apiKeyHeader: "x-key\r\ns3cret" }, /apiKeyHeader .*x-service-api-key/],
    ["a header without a name", { apiKeyHeader: "" }, /apiKeyHeader .*x-service-api-key/],
    ["the header of the user token", { apiKeyHeader: "Authorization" }, /apiKeyHeader .*apiKeyForm/],
    ["a header of the connection", { apiKeyHeader: "Host" }, /apiKeyHeader .*belongs to the connection\. Use one such/],
    [
      "a header of the connection though it is not used",
      { apiKeyHeader: "upgrade", apiKeyForm: "authorization" },
      /apiKeyHeader .*belongs to the connection\. Use one such/
    ]
  ]

  it.effect.each(unusable)("refuses %s, and does not show it", ([, settings, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(Region, Region.layer({ ...valid, ...settings })))
      assert.strictEqual(error._tag, "InvalidSettings")
      assert.match(error.message, message)
      assert.notInclude(seenOf(error), "s3cret")
    })
  )

  it.effect.each([
    ["REMOTE_ASSIST_REGION", "s3cret"],
    ["REMOTE_ASSIST_EU_URL", "s3cret"],
    ["REMOTE_ASSIST_EU_URL", "https://ada:s3cret@eu.example.com"],
    ["REMOTE_ASSIST_API_KEY", "“s3cret”"],
    ["REMOTE_ASSIST_API_KEY_HEADER", "s3cret key"],
    ["REMOTE_ASSIST_API_KEY_FORM", "s3cret"]
  ] as const)("names %s when it cannot be used, and does not show it: %s", ([name, value]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(from({ ...complete, [name]: value }))
      assert.include(error.message, name)
      assert.notInclude(error.message, "missing")
      assert.notInclude(seenOf(error), "s3cret")
    })
  )

  it.effect("takes a header's name in any letter case", () =>
    Effect.gen(function* () {
      const region = yield* Effect.provide(Region, Region.layer({ ...valid, apiKeyHeader: "X-Acme-Key" }))
      assert.strictEqual(region.apiKeyHeader, "x-acme-key")
    })
  )
})
