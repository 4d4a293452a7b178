import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { explainFileError } from "@remote-assist/core/FileError"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"

import * as Settings from "../src/Settings.ts"

const file = (text: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "settings-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ),
    (folder) => {
      const path = join(folder, "settings")
      writeFileSync(path, text)
      return path
    }
  )

const region = Config.Literals(["us", "eu"], "REMOTE_ASSIST_REGION")
const apiKey = Config.NonEmptyString("REMOTE_ASSIST_API_KEY")

const read = <A>(config: Config.Config<A>, options: { readonly config?: string; readonly region?: string }) =>
  Effect.gen(function* () {
    const setting = yield* config
    return setting
  }).pipe(
    Settings.provide({
      config: Option.fromUndefinedOr(options.config),
      region: Option.fromUndefinedOr(options.region)
    }),
    Effect.provide(NodeFileSystem.layer)
  )

describe("Settings", () => {
  it.effect.each(["REMOTE_ASSIST_REGION=eu\nREMOTE_ASSIST_API_KEY=k", '{"REMOTE_ASSIST_REGION": "eu"}'])(
    "reads a file of the form %s",
    (text) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* read(region, { config: yield* file(text) }), "eu")
      })
  )

  it.effect("prefers the region of the flag to that of the file", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* read(region, { config: yield* file("REMOTE_ASSIST_REGION=eu"), region: "us" }), "us")
    })
  )

  it.effect("says which setting is missing and where to set it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read(region, {}))
      assert.match(error.message, /REMOTE_ASSIST_REGION is missing: set it .* or give --region/)
    })
  )

  it.effect("lists further ways to set a missing setting", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.fromFlags({ config: Option.none(), region: Option.some("eu") })
      const error = yield* Effect.flip(Settings.using(settings, ["keep it in a drawer"])(apiKey))
      assert.match(error.message, /REMOTE_ASSIST_API_KEY is missing: set it .*, or keep it in a drawer$/)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("names the invalid setting, without its value", () =>
    Effect.gen(function* () {
      const config = yield* file("REMOTE_ASSIST_REGION=mars")
      const error = yield* Effect.flip(read(region, { config }))
      assert.match(error.message, /REMOTE_ASSIST_REGION is invalid: expected "us" \| "eu"/)
      assert.notInclude(error.message, "mars")
    })
  )

  it.effect("names an unreadable file and an invalid one", () =>
    Effect.gen(function* () {
      assert.match((yield* Effect.flip(read(apiKey, { config: "/no/such/file" }))).message, /\/no\/such\/file/)
      const config = yield* file('{"REMOTE_ASSIST_API_KEY": ')
      assert.include((yield* Effect.flip(read(apiKey, { config }))).message, `${config} starts like JSON`)
    })
  )

  it.effect("says why a file cannot be read, and what to do", () =>
    Effect.gen(function* () {
      const path = yield* file("")
      symlinkSync(`${path}.loop`, `${path}.loop`)
      for (const [config, reason] of [
        [`${path}/below`, "a part of its path is a file. Check the path"],
        [`${path}.loop`, "its links form a loop. Use another path"],
        [path.padEnd(path.length + 300, "x"), "its name is too long. Use a shorter one"],
        [tmpdir(), "it is a folder. Use a file in it"]
      ] as const) {
        const { message } = yield* Effect.flip(read(apiKey, { config }))
        assert.strictEqual(message, `Cannot read the settings in ${config}: ${reason}`)
      }
      const cause = Object.assign(new Error(), { code: "ENXIO" })
      const error = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "readFile", cause })
      assert.strictEqual(explainFileError(error), "it cannot be read (ENXIO). Use another path")
    })
  )
})
