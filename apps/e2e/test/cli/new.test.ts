import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { assert, describe, it, onTestFinished } from "@effect/vitest"

import { folderOf, ran } from "../support/reported.ts"

const app = fileURLToPath(new URL("../..", import.meta.url))

describe("new", () => {
  it("writes a scenario that passes as it stands, in a folder that it makes", async () => {
    const files = folderOf({})
    onTestFinished(files.remove)
    const written = await ran(["new", "users/my-case"], files.folder)
    assert.strictEqual(written.code, 0)
    assert.include(written.out, "Run it with remote-assist-e2e ./scenarios/users/my-case.ts\n")
    const { code, out } = await ran(["./scenarios"], files.folder)
    assert.match(out, /✓ users\/my-case/)
    assert.strictEqual(code, 0)
  }, 60_000)

  it("writes a scenario that type-checks under the strictest options", async () => {
    // inside of the package, where its dependencies are found
    const folder = mkdtempSync(join(app, "test-new-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await ran(["new", "users/my-case", "--folder", "."], folder)
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../tsconfig.base.json",
        include: ["users"],
        compilerOptions: { rootDir: "../../..", noEmit: true, composite: false, incremental: false }
      })
    )
    const tsc = join(app, "../../node_modules/.bin/tsc")
    const { stdout } = await promisify(execFile)(tsc, ["-p", folder])
    // of other files it may have suggestions
    assert.notMatch(stdout, /my-case|error TS/)
  }, 200_000)

  it("leaves a file that is there as it is", async () => {
    const files = folderOf({ "mine/a.ts": "kept" })
    onTestFinished(files.remove)
    const { code, err } = await ran(["new", "a", "--folder", "mine"], files.folder)
    assert.strictEqual(code, 2)
    assert.include(err, "mine/a.ts is there already and was left as it is")
    assert.strictEqual(readFileSync(join(files.folder, "mine/a.ts"), "utf8"), "kept")
  }, 60_000)

  it.each(["../outside", "/etc/x", "_hidden", "Users/My Case", "a.test", "", "a//b", "a\nb"])(
    "takes %j for no name",
    async (name) => {
      const files = folderOf({})
      onTestFinished(files.remove)
      const { code, err } = await ran(["new", "--", name], files.folder)
      assert.strictEqual(code, 2, err)
      assert.isFalse(existsSync(join(files.folder, "scenarios")))
    },
    60_000
  )
})
