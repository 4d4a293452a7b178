import { spawn } from "node:child_process"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import { assert, describe, it } from "vitest"

import { exitOf, run, start, textOf, until } from "./support/command.ts"

const sentenceOf = ({ code, err, out }: Awaited<ReturnType<typeof run>>) => {
  assert.strictEqual(code, 1)
  assert.strictEqual(out, "")
  assert.strictEqual(err.trim().split("\n").length, 1, err)
  assert.notMatch(err, /\bat .*:\d+:\d+/)
  return err
}

describe("remote-assist-mock", { timeout: 30_000 }, () => {
  it("prints the base addresses, the credentials and a curl that works", async () => {
    const child = start(["--port", "0", "--seed", "users=100000,calls=5000"])
    const text = await until(child.stdout, /curl .*\n/)
    const [, us = ""] = /US +(http:\S+)/.exec(text) ?? []
    assert.match(text, /EU +http:\/\/127\.0\.0\.1:\d+\/eu/)
    for (const known of ["demo-api-key", "ada@example.com", "correct-horse", "pat-demo-ada"])
      assert.include(text, known)
    const [, curl = ""] = /^ +(curl .*)$/m.exec(text) ?? []
    const shell = spawn("sh", ["-c", curl])
    const { token } = JSON.parse(await textOf(shell.stdout))
    const list = await fetch(`${us}/api/v1r1/enterprise/users`, {
      headers: { authorization: token, "x-service-api-key": "demo-api-key" }
    })
    assert.deepInclude(await list.json(), { total_entries: 100_000 })
    const calls = await fetch(`${us}/api/v1/calls?page=250`, {
      headers: { authorization: token, "x-service-api-key": "demo-api-key" }
    })
    assert.lengthOf((await calls.json()) as ReadonlyArray<unknown>, 20)
    child.kill("SIGTERM")
    await exitOf(child)
  })

  it.each(["SIGINT", "SIGTERM"] as const)("ends on %s with 130, although a client is connected", async (signal) => {
    const child = start(["--port", "0"])
    const [, us = ""] = /US +(http:\S+)/.exec(await until(child.stdout, /US .*\n/)) ?? []
    await fetch(us).then((answer) => answer.text())
    child.kill(signal)
    assert.strictEqual(await exitOf(child), 130)
  })

  it("says in one sentence that the port is taken", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const { port } = other.address() as AddressInfo
    assert.include(sentenceOf(await run(["--port", String(port)])), `127.0.0.1:${port}: the port is taken`)
    other.close()
  })

  it.each(["", " "])("says in one sentence that the token in the environment is empty, as %j", async (token) => {
    const env = { ...process.env, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: token }
    assert.include(sentenceOf(await run(["--port", "0"], { env, timeout: 20_000 })), "TOKEN, is empty. Give one")
  })

  it("has help, a version and shell completions", async () => {
    const [help, version, completions] = await Promise.all([
      run(["--help"]),
      run(["--version"]),
      run(["--completions", "bash"])
    ])
    for (const flag of ["--port", "--host", "--seed", "--api-key-header", "--token-life", "--gap"])
      assert.include(help.out, flag)
    assert.match(version.out, /remote-assist-mock v\d+\.\d+\.\d+/)
    assert.include(completions.out, "--token-life")
    assert.deepStrictEqual([help.code, version.code, completions.code], [0, 0, 0])
  })
})
