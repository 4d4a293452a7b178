import { execFileSync, spawn } from "node:child_process"
import { mkdtemp, open, rm } from "node:fs/promises"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { exitOf, run, runProcess, start, textOf, until } from "./support/command.ts"

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
  })

  it.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends on %s while it reads what never ends",
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), "waits-"))
      onTestFinished(() => rm(folder, { recursive: true }))
      const seed = join(folder, "seed.json")
      execFileSync("mkfifo", [seed])
      const child = start(["--port", "0", "--seed", seed])
      const exit = exitOf(child)
      // opened when both sides are there
      const writer = await open(seed, "w")
      onTestFinished(() => writer.close())
      child.kill(signal)
      await exit
      // by its code where the signal came between two steps of the reading
      assert.include([signal, 128 + constants.signals[signal]], child.signalCode ?? child.exitCode)
    }
  )

  it.each([
    ["127.0.0.1", [], /^(?!.*It listens)/s],
    ["0.0.0.0", [], /It listens on 0\.0\.0\.0, .* is closed, here too: start it with --control-token/],
    ["0.0.0.0", ["--control-token", "t"], /It listens on 0\.0\.0\.0, .* asks for the token of --control-token\./]
  ] as const)("says on %s with %j who uses the control plane", async (host, more, says) => {
    const child = start(["--port", "0", "--host", host, ...more])
    assert.match(await until(child.stdout, /curl .*\n/), says)
  })

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("ends on %s with %i, although clients are connected, listen and wait", async (signal, code) => {
    const child = start(["--port", "0"])
    const [, origin = ""] = /US +(http:\S+)\/us/.exec(await until(child.stdout, /US .*\n/)) ?? []
    const control = `${origin}/__mock`
    const fault = { operations: ["*"], latency: { fixed: 3_600_000 } }
    await fetch(`${control}/faults`, { method: "POST", body: JSON.stringify(fault) })
    const followed = (await fetch(`${control}/journal/stream`)).body?.getReader()
    await followed?.read()
    const waiting = [
      fetch(`${control}/outbox/wait?to=nobody%40example.com&timeout=1%20minute`),
      fetch(`${origin}/us/api/v1r1/auth`, { method: "POST", body: "{}" })
    ]
    while (((await (await fetch(`${control}/faults`)).json()) as ReadonlyArray<{ hits: number }>)[0]?.hits === 0);
    const [exit, settled] = [exitOf(child), Promise.allSettled([...waiting, followed?.closed])]
    child.kill(signal)
    assert.strictEqual(await exit, code)
    // nobody was answered before the end
    for (const end of await settled)
      if (end.status === "fulfilled") assert.strictEqual(end.value?.status, 503, JSON.stringify(end.value?.url))
  })

  it("goes on serving when whoever read its output and its log went away", async () => {
    const child = start(["--port", "0", "--log", "json"])
    const [, origin = ""] = /"us":"(http:\S+)\/us"/.exec(await until(child.stderr, /"us":.*\n/)) ?? []
    child.stdout?.destroy()
    child.stderr?.destroy()
    for (let count = 0; count < 5; count += 1)
      assert.strictEqual((await fetch(`${origin}/us/api/v1r1/enterprise/users`)).status, 400)
    assert.isNull(child.exitCode)
    child.kill("SIGTERM")
    assert.strictEqual(await exitOf(child), 143)
  })

  it("says in one sentence that the port is taken", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    assert.include(sentenceOf(await run(["--port", String(port)])), `127.0.0.1:${port}: the port is taken`)
  })

  it.each(["", " "])("says in one sentence that the token in the environment is empty, as %j", async (token) => {
    const env = { ...process.env, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: token }
    assert.include(sentenceOf(await run(["--port", "0"], { env })), "TOKEN, is empty. Give one")
  })

  it("tells in its help what is taken unless a flag is given, and what exec exports", async () => {
    const [start, exec, env] = await Promise.all(["start", "exec", "env"].map((name) => run([name, "--help"])))
    for (const [flag, unlessGiven] of [
      ["port", "4010"],
      ["host", "127.0.0.1"],
      ["seed", "users=4,calls=3"],
      ["state", "none"],
      ["api-key-header", "x-service-api-key"],
      ["cors", "\\*"],
      ["token-life", "30 days"],
      ["partner-key", "none"],
      ["site-id", "8888"],
      ["issuer", "emulator"],
      ["audience", "emulator"],
      ["frozen-at", "none"],
      ["journal", "1000"],
      ["control-token", "none"],
      ["log", "none"]
    ])
      assert.match(start?.out ?? "", new RegExp(`--${flag}[ ,].*[ (]${unlessGiven} unless given`))
    assert.match(exec?.out ?? "", /--port.* 0 unless given/)
    assert.match(env?.out ?? "", /--tenant.* none unless given/)
    assert.match(env?.out ?? "", /--shell.* sh unless given/)
    const exported = await runProcess(["exec", "--", "env"])
    const names = exported.out.split("\n").flatMap((line) => /^REMOTE_ASSIST_\w+/.exec(line)?.[0] ?? [])
    assert.isAbove(names.length, 8)
    // which a run of all tests has from outside
    const ofTests = "REMOTE_ASSIST_MOCK_EVIDENCE"
    for (const name of names) if (name !== ofTests) assert.include(exec?.out ?? "", name)
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
