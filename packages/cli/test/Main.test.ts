import { spawn, spawnSync } from "node:child_process"
import { openSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"

const fixture = fileURLToPath(new URL("endingFixture.ts", import.meta.url))

const invoke = (program: string, stdout: "pipe" | number = "pipe") => {
  const ended = spawnSync(process.execPath, [fixture, program], { stdio: ["ignore", stdout, "pipe"] })
  return { status: ended.status, stdout: String(ended.stdout ?? ""), stderr: String(ended.stderr) }
}

const waits = "The program waits for something that cannot come any more, which is a fault in it: it is ended.\n"

describe("a program that is not done", { timeout: 30_000 }, () => {
  it("tidies up and ends with 70 where nothing is left that could go on", () => {
    assert.deepStrictEqual(invoke("waits"), { status: 70, stdout: "tidied up\n", stderr: waits })
    assert.deepStrictEqual(invoke("waits for a promise"), { status: 70, stdout: "", stderr: waits })
  })

  it("ends so even where what tidies up waits as well", () => {
    assert.deepStrictEqual(invoke("waits and tidies up for ever"), { status: 70, stdout: "", stderr: waits })
  })

  it("does not end with 0 where something exits", () => {
    const zero = invoke("exits with 0")
    assert.match(zero.stderr, /^The program is not done, and something in it ended the process with 0/)
    assert.strictEqual(zero.status, 70)
    const three = invoke("exits with 3")
    assert.match(three.stderr, /^The program is not done, and something in it ended the process with 3/)
    assert.strictEqual(three.status, 3)
  })

  it("ends with 1 where the output cannot be written, whether it is done or not", () => {
    const sentence = "The output cannot be written (ENOSPC).\n"
    const full = openSync("/dev/full", "w")
    assert.deepStrictEqual(invoke("writes and ends", full), { status: 1, stdout: "", stderr: sentence })
    const goesOn = invoke("writes and goes on", full)
    assert.deepStrictEqual(goesOn, { status: 1, stdout: "", stderr: `${sentence}tidied up\n` })
  })

  it("is interrupted by a signal, and says nothing of it", async () => {
    const child = spawn(process.execPath, [fixture, "is interrupted"], { stdio: ["ignore", "pipe", "pipe"] })
    let told = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text))
    child.stdout.once("data", () => child.kill("SIGINT"))
    const code = await new Promise((resolve) => child.once("close", resolve))
    assert.deepStrictEqual([code, told], [130, ""])
  })
})
