import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"

import { freePort, key, logIn } from "./measure.ts"

// Latency of a key in the terminal UI, from the sent byte to the last byte of the frame, through a pseudo-terminal and with an
// emulator in another process; and the memory after scrolling far down. Lists users, or with --screen calls the calls, whose
// number is unknown.

const require = createRequire(new URL("../../apps/tui/package.json", import.meta.url))
const pty: typeof import("@lydell/node-pty") = require("@lydell/node-pty")

const presses = Number(process.env["PRESSES"] ?? 300)
const screens = {
  users: { keys: "", title: "[gu Users]" },
  calls: { keys: "gc", title: "[gc Calls]" }
} as const
const { values } = parseArgs({ options: { screen: { type: "string", default: "users" } } })
const screen = values.screen === "calls" ? "calls" : "users"

const scrolls = Number(process.env["SECONDS"] ?? 20) * 1000

const root = new URL("../../", import.meta.url).pathname
const sizes = [
  { cols: 80, rows: 24, count: 1000 },
  { cols: 110, rows: 32, count: 1000 },
  { cols: 110, rows: 32, count: 1_000_000 },
  { cols: 200, rows: 50, count: 1_000_000 }
]

const build = async (entry: string, out: string) => {
  const child = spawn(process.execPath, ["tooling/build.ts", entry, out], { cwd: root, stdio: "inherit" })
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`${entry} was not built`)
}

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

const serve = async (count: number) => {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ["apps/http-mock/src/main.ts", "--port", port, "--seed", `${screen}=${count}`],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  await once(createInterface(child.stdout), "line")
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") }
}

/** A program on a pseudo-terminal, with its output and its latency. */
const terminal = (args: ReadonlyArray<string>, size: { cols: number; rows: number }, env: Record<string, string>) => {
  const child = pty.spawn(process.execPath, [...args], {
    ...size,
    cwd: root,
    name: "xterm-256color",
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env }
  })
  let written = ""
  const seen = { last: 0 }
  child.onData((data) => {
    written += data
    seen.last = performance.now()
  })
  const until = async (text: string) => {
    for (let waited = 0; !written.includes(text); waited += 5) {
      if (waited > 30_000) throw new Error(`Timeout while waiting for ${text} in ${written.slice(-2000)}`)
      await pause(5)
    }
  }
  /** Measures the time from a key to the last byte of its frame, in milliseconds. */
  const latency = async (bytes: string) => {
    const sent = performance.now()
    seen.last = 0
    child.write(bytes)
    while (seen.last === 0) await pause(1)
    do await pause(12)
    while (performance.now() - seen.last < 12)
    return seen.last - sent
  }
  return { child, until, latency, written: () => written }
}

const percentile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const residentOf = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

// cost of the terminal and of this program
const echo =
  "process.stdin.setRawMode(true); process.stdin.on('data', (d) => process.stdout.write('x')); process.stdout.write('ready')"

await build("apps/tui/src/main.ts", "apps/tui/dist/tui.mjs")

console.log(
  `size   ${screen.padStart(8)}      p50    p95    p99   first frame   memory   (milliseconds, MiB, without the cost of the terminal)`
)
for (const { cols, rows, count } of sizes) {
  const bare = terminal(["-e", echo], { cols, rows }, {})
  await bare.until("ready")
  const own: Array<number> = []
  for (let press = 0; press < 100; press++) own.push(await bare.latency("j"))
  bare.child.kill()
  const cost = percentile(own, 0.5)

  const { origin, stop } = await serve(count)
  const begun = performance.now()
  const ui = terminal(
    ["apps/tui/dist/tui.mjs", "--region", "us"],
    { cols, rows },
    {
      REMOTE_ASSIST_US_URL: `${origin}/us`,
      REMOTE_ASSIST_API_KEY: key["x-service-api-key"],
      REMOTE_ASSIST_EMAIL: JSON.parse(logIn.body).email,
      REMOTE_ASSIST_PASSWORD: JSON.parse(logIn.body).password
    }
  )
  await ui.until("remote-assist")
  const frame = performance.now() - begun
  await ui.until("live")
  await pause(500)
  const { keys, title } = screens[screen]
  ui.child.write(keys)
  await ui.until(title)
  await pause(500)
  for (let press = 0; press < 30; press++) await ui.latency(press % 2 === 0 ? "j" : "k")
  const times: Array<number> = []
  for (let press = 0; press < presses; press++) times.push((await ui.latency("j")) - cost)
  const end = performance.now() + scrolls
  while (performance.now() < end) {
    ui.child.write("\u001B[6~")
    await pause(30)
  }
  const memory = await residentOf(ui.child.pid)
  ui.child.write("q")
  stop()
  await pause(200)
  ui.child.kill("SIGKILL")
  const shown = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1).padStart(6)).join(" ")
  console.log(
    `${`${cols}x${rows}`.padEnd(8)} ${String(count).padStart(8)} ${shown} ${frame.toFixed(0).padStart(9)} ms ${memory.toFixed(0).padStart(7)}`
  )
}
