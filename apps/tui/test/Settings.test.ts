import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Settings from "@remote-assist/cli/Settings"
import { Region, RegionConfig } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { onTestFinished } from "vitest"

import { credentials as logIn } from "../src/Settings.ts"

const file = (name: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
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
const read = (path: string, region?: string) =>
  Effect.gen(function* () {
    const credentials = yield* logIn
    return [yield* Effect.scoped(Layer.build(RegionConfig.layer)), credentials] as const
  }).pipe(Settings.provide({ config: Option.some(path), region: Option.fromUndefinedOr(region) }))

describe("Settings", () => {
  it.effect("come from a dotenv file", () =>
    Effect.gen(function* () {
      const [, credentials] = yield* read(file("live.env", dotenv))
      assert.strictEqual(credentials?.way, "password")
      assert.strictEqual(credentials?.secret && Redacted.value(credentials.secret), "correct horse")
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
      assert.strictEqual(credentials?.way, "pat")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("without a password leave the log-in to the form", () =>
    Effect.gen(function* () {
      const [, credentials] = yield* read(file("live.env", dotenv.replace(/REMOTE_ASSIST_PASSWORD.*\n/, "")))
      assert.isUndefined(credentials)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
