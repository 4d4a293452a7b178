import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "vitest"

import { serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** The exit code and the output of an emulator that answers one request. */
const ended = async (directory: string) => {
  const { end, printed, us } = serve(["--port", "0"], { ...process.env, REMOTE_ASSIST_MOCK_EVIDENCE: directory })
  await fetch(`${await us()}/api/v1r1/enterprise/pods`)
  const { code } = await end()
  return { code, text: printed.out + printed.err }
}

describe("the directory of REMOTE_ASSIST_MOCK_EVIDENCE", () => {
  it("is created with its parents", async () => {
    const folder = temporaryFolder()
    assert.strictEqual((await ended(join(folder, "a/b"))).code, 130)
    assert.lengthOf(readdirSync(join(folder, "a/b")), 1)
  })

  it.skipIf(process.platform !== "linux")("causes one warning without delay if it cannot be created", async () => {
    const { code, text } = await ended("/proc/no/such")
    assert.match(text, /The evidence cannot be written to \/proc\/no\/such: .*ENOENT.* Set REMOTE_ASSIST_/)
    assert.strictEqual(code, 1)
  })

  it("causes one warning if a part of its path is a file", async () => {
    const file = join(temporaryFolder(), "file")
    writeFileSync(file, "")
    const { code, text } = await ended(join(file, "below"))
    assert.match(text, /The evidence cannot be written to .*file\/below/)
    assert.strictEqual(code, 1)
  })
})
