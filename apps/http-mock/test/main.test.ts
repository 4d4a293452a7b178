import { execFileSync } from "node:child_process"
import { open } from "node:fs/promises"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { constants } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { execTable, startTable } from "../src/cli/flagTable.ts"
import type { FlagHelp } from "../src/cli/flagTable.ts"
import { exitOf, run, serve, start, until } from "./support/command.ts"
import { temporaryFolder } from "./support/temporaryFolder.ts"

const sentenceOf = ({ code, err, out }: Awaited<ReturnType<typeof run>>) => {
  assert.strictEqual(code, 1)
  assert.strictEqual(out, "")
  assert.strictEqual(err.trim().split("\n").length, 1, err)
  assert.notMatch(err, /\bat .*:\d+:\d+/)
  return err
}

describe("remote-assist-mock", () => {
  it("prints the base addresses, the credentials and a working curl command", async () => {
    const { prints, printed, us } = serve(["--port", "0", "--seed", "users=100000,calls=5000"])
    const [, curl = ""] = await prints(/^ +(curl .*)\n/m)
    const text = printed.out
    assert.match(text, /EU +http:\/\/127\.0\.0\.1:\d+\/eu/)
    for (const known of ["demo-api-key", "ada@example.com", "correct-horse", "pat-demo-ada"])
      assert.include(text, known)
    const [, url = "", body = ""] = /curl -s (\S+) .* -d '(.*)'$/.exec(curl) ?? []
    const sent = Array.from(curl.matchAll(/-H '(\S+): (\S+)'/g), ([, name = "", value = ""]): [string, string] => [
      name,
      value
    ])
    const logIn = await fetch(url, { method: "POST", headers: sent, body })
    const { token } = (await logIn.json()) as { readonly token: string }
    const headers = { authorization: token, "x-service-api-key": "demo-api-key" }
    const list = await fetch(`${await us()}/api/v1r1/enterprise/users`, { headers })
    assert.deepInclude(await list.json(), { total_entries: 100_000 })
    const calls = await fetch(`${await us()}/api/v1/calls?page=250`, { headers })
    assert.lengthOf((await calls.json()) as ReadonlyArray<unknown>, 20)
  })

  it.each([
    ["127.0.0.1", [], /^(?!.*It listens)/s],
    ["0.0.0.0", [], /It listens on 0\.0\.0\.0, .* is closed\. Use --control-token/],
    ["0.0.0.0", ["--control-token", "t"], /It listens on 0\.0\.0\.0, .* needs the token of --control-token\./]
  ] as const)("prints on %s with %j who can use the control plane", async (host, more, says) => {
    const { prints, printed } = serve(["--port", "0", "--host", host, ...more])
    await prints(/curl .*\n/)
    assert.match(printed.out, says)
  })

  it("prints in one sentence that the port is in use", async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    assert.include(sentenceOf(await run(["--port", String(port)])), `127.0.0.1:${port}: the port is taken`)
  })

  it.each(["", " "])("prints in one sentence that the token in the environment is empty: %j", async (token) => {
    const env = { ...process.env, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: token }
    assert.include(sentenceOf(await run(["--port", "0"], { env })), "TOKEN, is empty. Set it, or remove both")
  })

  it.each([
    ["start", startTable],
    ["exec", execTable]
  ])("shows the flags of %s with their defaults in its help", async (command, table) => {
    const { out } = await run([command, "--help"])
    const lines = out.split("\n")
    for (const { name, shown } of Object.values<FlagHelp>(table)) {
      const line = lines.find((line) => line.startsWith(`  --${name} `) || line.startsWith(`  --${name},`)) ?? ""
      assert.strictEqual(/ \(default (.*)\)$/.exec(line)?.[1], shown, `--${name}: ${line}`)
    }
  })

  it("has help, a version and shell completions", async () => {
    const [help, version, completions] = await Promise.all([
      run(["--help"]),
      run(["--version"]),
      run(["--completions", "bash"])
    ])
    assert.include(help.out, "SUBCOMMANDS")
    assert.match(version.out, /remote-assist-mock v\d+\.\d+\.\d+/)
    assert.include(completions.out, "--token-life")
    assert.deepStrictEqual([help.code, version.code, completions.code], [0, 0, 0])
  })
})

describe("the process of remote-assist-mock", () => {
  it.skipIf(process.platform === "win32")("ends on a signal while it reads an endless input", async () => {
    const seed = join(temporaryFolder(), "seed.json")
    execFileSync("mkfifo", [seed])
    const child = start(["--port", "0", "--seed", seed])
    const exit = exitOf(child)
    // the open completes when both sides have opened
    const writer = await open(seed, "w")
    onTestFinished(() => writer.close())
    child.kill("SIGINT")
    await exit
    // with the exit code if the signal arrived between two reads
    assert.include(["SIGINT", 128 + constants.signals.SIGINT], child.signalCode ?? child.exitCode)
  })

  it("ends on SIGTERM with 143 while clients are connected and wait", async () => {
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
    child.kill("SIGTERM")
    assert.strictEqual(await exit, 143)
    // no client got a response before the end
    for (const end of await settled)
      if (end.status === "fulfilled") assert.strictEqual(end.value?.status, 503, JSON.stringify(end.value?.url))
  })

  it("continues after the readers of its output and its log have closed them", async () => {
    const child = start(["--port", "0", "--log", "json"])
    const [, origin = ""] = /US +(http:\S+)\/us/.exec(await until(child.stdout, /US .*\n/)) ?? []
    child.stdout?.destroy()
    child.stderr?.destroy()
    for (let count = 0; count < 5; count += 1)
      assert.strictEqual((await fetch(`${origin}/us/api/v1r1/enterprise/users`)).status, 400)
    assert.isNull(child.exitCode)
    child.kill("SIGTERM")
    assert.strictEqual(await exitOf(child), 143)
  })
})
