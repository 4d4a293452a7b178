import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

import { assert, describe, it, onTestFinished } from "vitest"

import { program } from "../../../../tooling/programs.ts"
import { variables } from "../../src/cli/start.ts"
import { serve } from "../support/command.ts"

const main = program("apps/http-mock/src/main.ts")

const firstLine = async (stream: NodeJS.ReadableStream) => {
  for await (const line of createInterface(stream)) return line
  return ""
}

describe("an emulator started by a program", () => {
  it("prints its settings in one line, also with --log, and exits with 0 when its input closes", async () => {
    const { ended, prints, stdin } = serve("--port 0 --banner json --log json --until-stdin-closes".split(" "))
    const [line] = await prints(/^.*\n/)
    const settings = JSON.parse(line)
    assert.deepStrictEqual(Object.keys(settings), variables)
    const health = await fetch(`${settings.REMOTE_ASSIST_MOCK_URL}/__mock/health`)
    assert.strictEqual(health.status, 200)
    stdin.write("what comes there is dropped\n")
    stdin.end()
    const { code, stdout } = await ended
    assert.deepStrictEqual([code, stdout], [0, line])
  })

  it("prints the variables that keep its clients from a proxy", async () => {
    const env = { ...process.env, HTTP_PROXY: "http://127.0.0.1:9", no_proxy: "", NO_PROXY: "a.example" }
    const [line] = await serve(["--port", "0", "--banner", "json"], env).prints(/^.*\n/)
    assert.deepInclude(JSON.parse(line), { no_proxy: "a.example,127.0.0.1", NO_PROXY: "a.example,127.0.0.1" })
  })

  it("says that nobody needs the control token on this machine", async () => {
    const { prints } = serve(["--port", "0", "--control-token", "tok"])
    const [note] = await prints(/The token of --control-token .*/)
    assert.strictEqual(note, "The token of --control-token is not used, as only this machine can connect to 127.0.0.1.")
  })

  it.skipIf(process.platform === "win32")("ends when that program is killed", async () => {
    const program = `
      const { spawn } = require("node:child_process")
      const args = [${JSON.stringify(main)}, "--port", "0", "--banner", "json", "--until-stdin-closes"]
      const child = spawn(process.execPath, args, { stdio: ["pipe", "inherit", "inherit"], detached: true })
      child.on("spawn", () => console.error(child.pid))
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "pipe"] })
    const [pid, settings] = await Promise.all([firstLine(parent.stderr), firstLine(parent.stdout)])
    assert.include(settings, "REMOTE_ASSIST_MOCK_URL")
    let isOver = false
    onTestFinished(() => {
      if (!isOver) process.kill(Number(pid), "SIGKILL")
    })
    // the pipe closes when the emulator, which has its other end, ends
    const closed = once(parent, "close")
    parent.kill("SIGKILL")
    await closed
    isOver = true
  })
})
