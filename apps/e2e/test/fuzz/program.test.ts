import { execFile } from "node:child_process"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

const root = join(import.meta.dirname, "../..")

const program = (...flags: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number | string | null; readonly text: string }>((resolve) => {
    execFile(process.execPath, ["main.ts", "fuzz", ...flags], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr })
    )
  })

describe("remote-assist-e2e fuzz", () => {
  it("ends with 0 where nothing differs, and says how to do the same again", async () => {
    const { code, text } = await program("--runs", "5", "--seed", "7")
    assert.strictEqual(code, 0, text)
    assert.match(text, /5 runs, \d+ commands: no difference\. Again: remote-assist-e2e fuzz --runs 5 --seed 7/)
  }, 60_000)

  it("refuses a live region, and says why", async () => {
    const { code, text } = await program("--target", "live")
    assert.strictEqual(code, 2, text)
    assert.match(text, /fuzz changes whatever it finds/)
  }, 60_000)
})
