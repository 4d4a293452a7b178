import { spawn } from "node:child_process"
import { mkdtemp, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

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

  it("says in one sentence what is wrong with a flag", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mock-"))
    const privateKey = join(folder, "key.pem")
    await writeFile(privateKey, "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n")
    const results = await Promise.all([
      run(["--prot", "1"]),
      run(["--port", "x"]),
      run(["--port", "65536"]),
      run(["--seed", "users=3"]),
      run(["--seed", "users=many"]),
      run(["--seed", "calls=2"]),
      run(["--seed", "users=5,users=6"]),
      run(["--seed", "pods=5"]),
      run(["--token-life", "soon"]),
      run(["--api-key-header", "a b"]),
      run(["--host", "256.0.0.1"]),
      run(["--gap", "refresh.reuze=once"]),
      run(["--gap", "page.maximum-size=50", "--gap", "refresh.reuse=twice"]),
      run(["--gap", "users.fields=some"]),
      run(["--partner-key", "absent.pem"]),
      run(["--partner-key", privateKey])
    ])
    const says = [
      "--prot",
      "--port",
      "65535",
      "users=3",
      "users=100000",
      "calls=N",
      "users=5",
      "calls=N",
      "10 seconds",
      "--api-key-header",
      "256.0.0.1",
      "refresh.reuse",
      "grace, once or always",
      "30 fields",
      "absent.pem",
      "private key"
    ]
    assert.notInclude(results.at(-1)?.err ?? "", "BEGIN")
    for (const [index, result] of results.entries()) assert.include(sentenceOf(result), says[index] ?? "")
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
