import { spawnSync } from "node:child_process"
import fs, { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, it, vi } from "vitest"

import { program } from "../../../../tooling/programs.ts"
import * as Evidence from "../../src/tenants/Evidence.ts"
import { run, serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const main = program("apps/http-mock/src/main.ts")

const withEvidence = (directory: string) => ({ ...process.env, REMOTE_ASSIST_MOCK_EVIDENCE: directory })

/** Returns the exit code and the output of an emulator that answers one request. */
const ended = async (directory: string, beforeEnd = () => {}) => {
  const { end, printed, us } = serve(["--port", "0"], withEvidence(directory))
  await fetch(`${await us()}/api/v1r1/enterprise/pods`)
  beforeEnd()
  const { code } = await end()
  return { code, ...printed }
}

/** Puts a file in the place of a folder. */
const replaceByFile = (folder: string) => () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, "")
}

describe("the directory of REMOTE_ASSIST_MOCK_EVIDENCE", () => {
  it("is created with its parents", async () => {
    const folder = temporaryFolder()
    assert.strictEqual((await ended(join(folder, "a/b"))).code, 130)
    assert.lengthOf(readdirSync(join(folder, "a/b")), 1)
  })

  it("prevents the start in one sentence if it cannot be written", async () => {
    const file = join(temporaryFolder(), "file")
    writeFileSync(file, "")
    for (const directory of [file, join(file, "below"), ...(process.platform === "linux" ? ["/proc/no/such"] : [])])
      for (const args of [
        ["--port", "0"],
        ["exec", "--", "true"]
      ]) {
        const { code, err, out } = await run(args, { env: withEvidence(directory) })
        assert.deepStrictEqual([code, out], [1, ""])
        assert.match(
          err,
          /^The evidence cannot be written to \S+: .*\. [^.]+, or set REMOTE_ASSIST_MOCK_EVIDENCE to another directory\.\n$/
        )
      }
  })

  it("changes no exit code if it cannot be written at the end, and causes one sentence on standard error", async () => {
    const folder = join(temporaryFolder(), "evidence")
    const { code, err, out } = await ended(folder, replaceByFile(folder))
    assert.strictEqual(code, 130)
    assert.match(err, /^\S+ ERROR: The evidence cannot be written to [^\n]*\n$/)
    assert.notInclude(out, "ERROR")
  })

  it("is reported as on a full disk, and gets no unfinished file, if the disk is full", async () => {
    const folder = temporaryFolder()
    const evidence = Evidence.make()
    evidence.note({ operation: "Pods.list", status: 200, isFaulty: false, kind: "raw" })
    vi.spyOn(fs, "writeFileSync").mockImplementation(() => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
    })
    const logged: Array<unknown> = []
    const logger = Logger.map(Logger.formatStructured, ({ message }) => logged.push(message))
    await Effect.runPromise(Effect.provide(Evidence.write(folder, evidence), Logger.layer([logger])))
    assert.deepStrictEqual(logged, [
      `The evidence cannot be written to ${folder}: the disk is full. Free some space on it, or set REMOTE_ASSIST_MOCK_EVIDENCE to another directory.`
    ])
    assert.deepStrictEqual(readdirSync(folder), [])
  })

  it("keeps the exit code of a command of exec, and leaves no unfinished file, if the disk is full", () => {
    const folder = join(temporaryFolder(), "evidence")
    mkdirSync(folder)
    const script = "await fetch(`${process.env.REMOTE_ASSIST_US_URL}/api/v1r1/enterprise/pods`); process.exit(7)"
    const line = `ulimit -f 0; trap '' XFSZ; exec "$NODE" '${main}' exec -- "$NODE" --input-type=module -e '${script}'`
    const env = { ...withEvidence(folder), NODE: process.execPath }
    const { status, stderr, stdout } = spawnSync("sh", ["-c", line], { encoding: "utf8", env })
    assert.deepStrictEqual([status, stdout], [7, ""])
    assert.match(
      stderr,
      /^\S+ ERROR: The evidence cannot be written to \S+: it is larger than this process may write\. Raise [^\n]*\n$/
    )
    assert.deepStrictEqual(readdirSync(folder), [])
  })
})
