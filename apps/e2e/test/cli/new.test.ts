import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { assert, describe, it, onTestFinished } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { ownFolder } from "../support/folder.ts"

const app = fileURLToPath(new URL("../..", import.meta.url))

describe("new", { timeout: 120_000 }, () => {
  // check:types checks the copy under the strictest options
  it.live("writes a scenario that passes, of which a copy is type-checked", () =>
    Effect.gen(function* () {
      // inside of the package, where its dependencies are found
      const folder = mkdtempSync(join(app, "test-new-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const written = yield* commandLine("new", "users/my-case", "--folder", folder)
      assert.match(written.out, /Run it with pnpm e2e \S+\/users\/my-case\.ts$/)
      const file = readFileSync(join(folder, "users/my-case.ts"), "utf8")
      assert.strictEqual(file, readFileSync(join(app, "test/support/my-case.ts"), "utf8"))
      const { code, out } = yield* commandLine(folder)
      assert.match(out, /^✓ users\/my-case/)
      assert.strictEqual(code, 0)
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
