import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { exitOf, start } from "../support/command.ts"

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs an emulator that answers one request, and ends it. */
const ended = async (directory: string) => {
  const child = start(["--port", "0"], { env: { ...process.env, REMOTE_ASSIST_MOCK_EVIDENCE: directory } })
  const exit = exitOf(child)
  const written = { all: "" }
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        written.all += text
        const [, us] = /US +(http:\S+)/.exec(written.all) ?? []
        if (us !== undefined) resolve(us)
      })
  })
  await fetch(`${await ready}/api/v1r1/enterprise/pods`)
  child.kill("SIGINT")
  return { code: await exit, text: written.all }
}

describe("the directory of REMOTE_ASSIST_MOCK_EVIDENCE", { timeout: 30_000 }, () => {
  it("is made with those around it", async () => {
    const folder = temporaryFolder()
    assert.strictEqual((await ended(join(folder, "a/b"))).code, 130)
    assert.lengthOf(readdirSync(join(folder, "a/b")), 1)
  })

  it.skipIf(process.platform !== "linux")("is told, and not waited for, where none can be made", async () => {
    const { code, text } = await ended("/proc/no/such")
    assert.match(
      text,
      /The evidence is lost, as it cannot be written to \/proc\/no\/such: .*ENOENT.* Set REMOTE_ASSIST_/
    )
    assert.strictEqual(code, 1)
  })

  it("is told where a part of its path is a file", async () => {
    const file = join(temporaryFolder(), "file")
    writeFileSync(file, "")
    const { code, text } = await ended(join(file, "below"))
    assert.match(text, /The evidence is lost, .*file\/below/)
    assert.strictEqual(code, 1)
  })
})
