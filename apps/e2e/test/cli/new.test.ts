import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it, onTestFinished } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { ownFolder } from "../support/folder.ts"

const app = fileURLToPath(new URL("../..", import.meta.url))

describe("new", { timeout: 120_000 }, () => {
  it.live("writes a scenario that passes and type-checks under the strictest options", () =>
    Effect.gen(function* () {
      // inside of the package, where its dependencies are found
      const folder = mkdtempSync(join(app, "test-new-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const written = yield* commandLine("new", "users/my-case", "--folder", join(folder, "mine"))
      assert.match(written.out, /Run it with pnpm e2e \S+\/mine\/users\/my-case\.ts$/)
      const { code, out } = yield* commandLine(join(folder, "mine"))
      assert.match(out, /^✓ users\/my-case/)
      assert.strictEqual(code, 0)
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: "../../../tsconfig.base.json",
          include: ["mine"],
          compilerOptions: { rootDir: "../../..", noEmit: true, composite: false, incremental: false }
        })
      )
      const tsc = join(app, "../../node_modules/.bin/tsc")
      const { stdout } = yield* Effect.promise(() => promisify(execFile)(tsc, ["-p", folder]))
      // of other files it may have suggestions
      assert.notMatch(stdout, /my-case|error TS/)
    })
  )

  it.effect("keeps an existing file", () =>
    Effect.gen(function* () {
      const folder = ownFolder()
      writeFileSync(join(folder, "a.ts"), "kept")
      const { code, err } = yield* commandLine("new", "a", "--folder", folder)
      assert.strictEqual(code, 2)
      assert.include(err, "a.ts already exists")
      assert.strictEqual(readFileSync(join(folder, "a.ts"), "utf8"), "kept")
    })
  )

  it.effect("refuses a folder that cannot be created", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine("new", "users/a", "--folder", "/proc/scenarios")
      assert.match(err, /^\/proc\/scenarios\/users\/a\.ts cannot be written: .* Give another --folder\.$/)
      assert.strictEqual(code, 2)
    })
  )

  it.effect.each(["../outside", "/etc/x", "_hidden", "Users/My Case", "a.test", "", "a//b", "a\nb"])(
    "refuses the name %j",
    (name) =>
      Effect.gen(function* () {
        const folder = join(ownFolder(), "scenarios")
        const { code, err } = yield* commandLine("new", "--folder", folder, "--", name)
        assert.strictEqual(code, 2, err)
        assert.isFalse(existsSync(folder))
      })
  )
})
