import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Region } from "@remote-assist/core"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Settings from "../src/Settings.ts"

const file = (name: string, text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "settings-")), name)
  writeFileSync(path, text)
  return path
}

const dotenv = `REMOTE_ASSIST_REGION=us
REMOTE_ASSIST_US_URL=https://us.example.com
REMOTE_ASSIST_EU_URL=https://eu.example.com
REMOTE_ASSIST_API_KEY=key
REMOTE_ASSIST_EMAIL=ada@example.com
REMOTE_ASSIST_PASSWORD="correct horse"
`

/** Region and credentials as the program would take them. */
const read = Effect.fnUntraced(function* (path: string, region?: string) {
  const settings = yield* Settings.provider(Option.fromUndefinedOr(region), Option.some(path))
  const both = Effect.all([Layer.build(Region.Region.layerConfig), Settings.credentials])
  const provided = Effect.provideService(both, ConfigProvider.ConfigProvider, settings)
  return yield* Effect.catchTag(provided, "ConfigError", (error) => Settings.explain(settings, error))
})

const failure = (path: string) =>
  read(path).pipe(
    Effect.flip,
    Effect.map(({ message }) => message),
    Effect.provide(NodeServices.layer)
  )

describe("Settings", () => {
  it.effect("come from a dotenv file", () =>
    Effect.gen(function* () {
      const [, credentials] = yield* read(file("live.env", dotenv))
      assert.strictEqual(credentials?._tag, "Password")
      assert.strictEqual(credentials?._tag === "Password" && Redacted.value(credentials.password), "correct horse")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("come from a JSON file, and the region from the flag", () =>
    Effect.gen(function* () {
      const json = JSON.stringify({
        REMOTE_ASSIST_REGION: "us",
        REMOTE_ASSIST_EU_URL: "https://eu.example.com",
        REMOTE_ASSIST_API_KEY: "key",
        REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "pat"
      })
      const [context, credentials] = yield* read(file("live.json", json), "eu")
      const region = yield* Effect.provideContext(Region.Region, context)
      assert.strictEqual(region.apiUrl, "https://eu.example.com/api")
      assert.strictEqual(credentials?._tag, "PersonalAccessToken")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("without a password leave the log-in to the form", () =>
    Effect.gen(function* () {
      const [, credentials] = yield* read(file("live.env", dotenv.replace(/REMOTE_ASSIST_PASSWORD.*\n/, "")))
      assert.isUndefined(credentials)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect.each([
    ["no such file", "/nowhere/live.env", /^Cannot read the settings in \/nowhere\/live\.env \(NotFound\)$/],
    ["broken JSON", file("a.json", "{ nonsense"), /starts like JSON, but is not an object of names and texts$/],
    ["no region", file("a.env", "A=1"), /^The setting REMOTE_ASSIST_REGION is missing: .*, or give --region$/],
    [
      "another region",
      file("a.env", "REMOTE_ASSIST_REGION=fr"),
      /^The setting REMOTE_ASSIST_REGION does not fit: expected "us" \| "eu"$/
    ],
    [
      "no address",
      file("a.env", dotenv.replace("https://us", "nonsense us")),
      /^The setting REMOTE_ASSIST_US_URL does not fit: expected an address such as https:\/\/us\.example\.com$/i
    ],
    ["no key", file("a.env", dotenv.replace("API_KEY", "KEY")), /^The setting REMOTE_ASSIST_API_KEY is missing: set it/]
  ] as const)("that cannot be used are told in one sentence: %s", ([, path, sentence]) =>
    Effect.map(failure(path), (message) => assert.match(message, sentence))
  )
})
