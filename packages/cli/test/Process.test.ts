import { spawn, spawnSync } from "node:child_process"
import { openSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"

const fixture = fileURLToPath(new URL("endingFixture.ts", import.meta.url))

const invoke = (program: string, stdout: "pipe" | number = "pipe") => {
  const ended = spawnSync(process.execPath, [fixture, program], { stdio: ["pipe", stdout, "pipe"] })
  return { status: ended.status, stdout: String(ended.stdout ?? ""), stderr: String(ended.stderr) }
}

const waits = "The program waits for an event that cannot happen. Please report this defect.\n"

describe("Process", { timeout: 30_000 }, () => {
  it("cleans up and exits with 70 if nothing can continue", () => {
    assert.deepStrictEqual(invoke("waits"), { status: 70, stdout: "cleaned up\n", stderr: waits })
    assert.deepStrictEqual(invoke("waits for a promise"), { status: 70, stdout: "", stderr: waits })
  })

  it("cleans up and exits like after SIGHUP if its input ends", () => {
    assert.deepStrictEqual(invoke("waits for input"), { status: 129, stdout: "cleaned up\n", stderr: "" })
  })

  it("exits with 70 if the cleanup waits as well", () => {
    assert.deepStrictEqual(invoke("waits and cleans up forever"), { status: 70, stdout: "", stderr: waits })
  })

  it("exits with 70 instead of 0 if code calls process.exit", () => {
    const zero = invoke("exits with 0")
    assert.match(zero.stderr, /^The process exited with 0 before the program finished/)
    assert.strictEqual(zero.status, 70)
    const three = invoke("exits with 3")
    assert.match(three.stderr, /^The process exited with 3 before the program finished/)
    assert.strictEqual(three.status, 3)
  })

  it("exits with 1 if the output cannot be written, finished or not", () => {
    const sentence = "Cannot write the output: the disk is full. Free some space on it.\n"
    const full = openSync("/dev/full", "w")
    assert.deepStrictEqual(invoke("writes and ends", full), { status: 1, stdout: "", stderr: sentence })
    const continuing = invoke("writes and continues", full)
    assert.deepStrictEqual(continuing, { status: 1, stdout: "", stderr: `${sentence}cleaned up\n` })
  })

  it("is interrupted by a signal, and prints no message", async () => {
    const child = spawn(process.execPath, [fixture, "is interrupted"], { stdio: ["ignore", "pipe", "pipe"] })
    let errors = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
    child.stdout.once("data", () => child.kill("SIGINT"))
    const code = await new Promise((resolve) => child.once("close", resolve))
    assert.deepStrictEqual([code, errors], [130, ""])
  })
})
