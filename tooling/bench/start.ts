import { spawn } from "node:child_process"
import { once } from "node:events"
import { get } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import { spawn as spawnTerminal } from "@lydell/node-pty"

const rounds = 9

const emulator = "apps/http-mock/dist/http-mock.mjs"
const tui = "apps/tui/dist/tui.mjs"
const bare = `require("node:http").createServer((_, response) => response.end("{}")).listen(process.argv[1])`

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    get(url, (response) => {
      response.resume()
      resolve(true)
    }).on("error", () => setTimeout(resolve, 1, false))
  })

/** Milliseconds from spawn to the first answer. */
const firstAnswer = async (path: string, args: (port: string) => ReadonlyArray<string>) => {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, args(String(port)), { stdio: "ignore" })
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode}`)
  }
  const time = performance.now() - start
  child.kill("SIGKILL")
  await once(child, "exit")
  return time
}

/** Milliseconds from spawn to the first frame in a terminal. */
const firstFrame = (url: string) =>
  new Promise<number>((resolve) => {
    const { CI: _, ...environment } = process.env
    const env = {
      ...environment,
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: url,
      REMOTE_ASSIST_API_KEY: "demo-api-key"
    }
    const start = performance.now()
    const terminal = spawnTerminal(process.execPath, [tui], { cols: 100, rows: 30, env })
    let screen = ""
    terminal.onData((data) => {
      screen += data
      if (!screen.includes("Password")) return
      resolve(performance.now() - start)
      terminal.kill("SIGKILL")
    })
  })

const median = async (measure: () => Promise<number>) => {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) times.push(await measure())
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

const row = (what: string, time: number, base: number) =>
  console.log(`${what.padEnd(42)} ${time.toFixed(0).padStart(5)} ms   ${(time / base).toFixed(2)}x`)

const base = await median(() => firstAnswer("/", (port) => ["-e", bare, port]))
row("bare node:http, first answer", base, base)
row("emulator bundled, first answer", await median(() => firstAnswer("/", (port) => [emulator, "--port", port])), base)
row(
  "emulator bundled, users=1000000",
  await median(() => firstAnswer("/", (port) => [emulator, "--port", port, "--seed", "users=1000000"])),
  base
)
row("terminal UI bundled, first frame", await median(() => firstFrame("http://127.0.0.1:1/us")), base)
process.exit()
