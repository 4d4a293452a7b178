import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"

const fixture = fileURLToPath(new URL("fixture.ts", import.meta.url))

const invoke = (...flags: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [fixture, ...flags], { encoding: "utf8" })
  return { status, stderr, stdout }
}

describe("Cli.run", () => {
  it("prints one sentence about an unknown flag, with a suggestion", () => {
    assert.deepStrictEqual(invoke("--prot", "3"), {
      status: 1,
      stdout: "",
      stderr: "Unrecognized flag: --prot in command fixture. Did you mean this? --port. See fixture --help.\n"
    })
  })

  it("prints one sentence about a value of the wrong type", () => {
    const { status, stderr, stdout } = invoke("--port", "x")
    assert.deepStrictEqual([status, stdout], [1, ""])
    assert.strictEqual(stderr, 'Invalid value for flag --port: "x". Expected: a number. See fixture --help.\n')
  })

  it("exits with the usage code for usage errors only", () => {
    const statuses = [["--prot", "3"], ["--port", "x"], ["extra"], ["--port", "1"], ["--port", "2"], ["--help"]].map(
      (flags) => spawnSync(process.execPath, [fixture, ...flags], { env: { ...process.env, USAGE_CODE: "64" } }).status
    )
    assert.deepStrictEqual(statuses, [64, 64, 64, 1, 7, 0])
  })

  it("prints the message of a typed failure, without a stack trace", () => {
    assert.deepStrictEqual(invoke("--port", "1"), {
      status: 1,
      stdout: "",
      stderr: "Port 1 is taken. Choose another with --port.\n"
    })
  })

  it("exits with the code of an Exit, without a message", () => {
    assert.deepStrictEqual(invoke("--port", "2"), { status: 7, stdout: "", stderr: "" })
  })

  it("exits while a thread of V8 waits for the main thread to collect garbage", { timeout: 30_000 }, () => {
    const flags = ["--stress-concurrent-allocation", "--max-old-space-size=64"]
    const { signal, status } = spawnSync(process.execPath, [...flags, fixture, "--port", "2"], {
      timeout: 20_000,
      killSignal: "SIGKILL"
    })
    assert.deepStrictEqual([status, signal], [7, null])
  })

  it("says that the wizard needs a terminal", () => {
    const stderr = "--wizard needs a terminal. Write the flags instead; --help lists them.\n"
    assert.deepStrictEqual(invoke("--wizard"), { status: 1, stdout: "", stderr })
  })

  it("prints its version and its completions", () => {
    assert.strictEqual(invoke("--version").stdout.trim(), "fixture v1.2.3")
    assert.match(invoke("--completions", "bash").stdout, /fixture/)
  })
})
