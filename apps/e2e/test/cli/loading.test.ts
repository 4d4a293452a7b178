import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"

import { temporaryFolder } from "../support/program.ts"

const main = fileURLToPath(new URL("../../main.ts", import.meta.url))
const told = new URL("../support/loadedFiles.mjs", import.meta.url).href

const loaded = (args: ReadonlyArray<string>) => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", told, main, ...args], {
    cwd: temporaryFolder(),
    encoding: "utf8"
  })
  return { status, stderr }
}

describe("what is loaded", { timeout: 60_000 }, () => {
  it.each(["--help", "--list", "compare --help"])("%s loads neither the emulator nor what sub-commands do", (args) => {
    assert.deepStrictEqual(loaded(args.split(" ")), { status: 0, stderr: "" })
  })

  it("a scenario in this process loads the emulator, and of sub-commands nothing", () => {
    const { status, stderr } = loaded(["pods/one-pod-is-the-default"])
    assert.strictEqual(status, 0)
    assert.match(stderr, /^http-mock\//m)
    assert.notMatch(stderr, /^e2e\//m)
  })
})
