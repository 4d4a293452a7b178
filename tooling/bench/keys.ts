import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import { parseArgs } from "node:util"

import { key, logIn, median, pause, processorOf, residentOf, root, startEmulator } from "./measure.ts"

// Measures the latency of a key in the terminal UI, from the sent byte to the last byte of the frame, through a pseudo-terminal and
// with an emulator in another process, in turn with a minimal Ink list (list.tsx); also the processor time of a key, the first
// frame, and the memory after scrolling far down. Lists users, or with --screen calls the calls, whose number is unknown.

const require = createRequire(new URL("../../apps/tui/package.json", import.meta.url))
const pty: typeof import("@lydell/node-pty") = require("@lydell/node-pty")

const presses = Number(process.env["PRESSES"] ?? 300)
const starts = Number(process.env["STARTS"] ?? 5)
const scrolls = Number(process.env["SECONDS"] ?? 20) * 1000

const screens = {
  users: { keys: "", column: "STATE" },
  calls: { keys: "gc", column: "STARTED" }
} as const
const { values } = parseArgs({ options: { screen: { type: "string", default: "users" } } })
const screen = values.screen === "calls" ? "calls" : "users"

const sizes = [
  { cols: 80, rows: 24, count: 1000 },
  { cols: 110, rows: 32, count: 1000 },
  { cols: 110, rows: 32, count: 1_000_000 },
  { cols: 200, rows: 50, count: 1_000_000 }
]

const build = (entry: string, out: string) =>
  execFileSync(process.execPath, ["tooling/build.ts", entry, out], { cwd: root, stdio: "inherit" })

/** A program on a pseudo-terminal: what it writes, and how long it takes to fall silent after a key. */
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
    for (let waited = 0; !written.includes(text); waited += 1) {
      if (waited > 30_000) throw new Error(`${text} was not seen in ${written.slice(-2000)}`)
      await pause(1)
    }
  }
  /** Milliseconds from a key to the last byte that followed it within a while. */
  const latency = async (bytes: string) => {
    const sent = performance.now()
    seen.last = 0
    child.write(bytes)
    while (seen.last === 0) await pause(1)
    do await pause(12)
    while (performance.now() - seen.last < 12)
    return seen.last - sent
  }
  return { child, until, latency }
}

const percentile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

// what the terminal and this program take of it
const echo =
  "process.stdin.setRawMode(true); process.stdin.on('data', (d) => process.stdout.write('x')); process.stdout.write('ready')"

build("apps/tui/src/main.ts", "apps/tui/dist/tui.mjs")
build("tooling/bench/list.tsx", "apps/tui/dist/list.mjs")

type Terminal = ReturnType<typeof terminal>

interface Program {
  readonly name: string
  readonly open: () => Terminal
  readonly first: string
  readonly ready: (terminal: Terminal) => Promise<void>
}

/** How long a program takes to its first frame: the median of several starts, in turn with the others'. */
const firstFrames = async (programs: ReadonlyArray<Program>) => {
  const times = programs.map((): Array<number> => [])
  for (let round = 0; round <= starts; round++)
    for (const [at, { first, open }] of programs.entries()) {
      const begun = performance.now()
      const { child, until } = open()
      await until(first)
      // the first start compiles
      if (round > 0) times[at]?.push(performance.now() - begun)
      await pause(round === 0 ? 4000 : 100)
      child.kill("SIGKILL")
    }
  return times.map(median)
}

console.log(
  `size   ${screen.padStart(8)}             p50    p95    p99   processor   first frame   memory   (milliseconds, MiB; the terminal's own cost taken off)`
)
for (const { cols, rows, count } of sizes) {
  const bare = terminal(["-e", echo], { cols, rows }, {})
  await bare.until("ready")
  const own: Array<number> = []
  for (let press = 0; press < 100; press++) own.push(await bare.latency("j"))
  bare.child.kill()
  const cost = percentile(own, 0.5)

  const emulator = await startEmulator("apps/http-mock/src/main.ts", "--seed", `${screen}=${count}`)
  const env = {
    REMOTE_ASSIST_US_URL: `${emulator.origin}/us`,
    REMOTE_ASSIST_API_KEY: key["x-service-api-key"],
    REMOTE_ASSIST_EMAIL: JSON.parse(logIn.body).email,
    REMOTE_ASSIST_PASSWORD: JSON.parse(logIn.body).password
  }
  const programs: ReadonlyArray<Program> = [
    {
      name: "list",
      open: () => terminal(["apps/tui/dist/list.mjs", String(count)], { cols, rows }, {}),
      first: "List 1 of",
      ready: () => pause(500)
    },
    {
      name: "tui",
      open: () => terminal(["apps/tui/dist/tui.mjs", "--region", "us"], { cols, rows }, env),
      first: "remote-assist",
      ready: async ({ child, until }) => {
        await until("live")
        await pause(500)
        const { column, keys } = screens[screen]
        child.write(keys)
        await until(column)
        await pause(500)
      }
    }
  ]
  const frames = await firstFrames(programs)
  const opened = programs.map(({ open }) => open())
  for (const [at, { first, ready }] of programs.entries()) {
    const program = opened[at]
    if (program === undefined) continue
    await program.until(first)
    await ready(program)
    for (let press = 0; press < 30; press++) await program.latency(press % 2 === 0 ? "j" : "k")
  }
  const timesOf = () => Promise.all(opened.map(({ child }) => processorOf(child.pid)))
  const before = await timesOf()
  const times = opened.map((): Array<number> => [])
  for (let press = 0; press < presses; press++)
    for (const [at, { latency }] of opened.entries()) times[at]?.push((await latency("j")) - cost)
  const after = await timesOf()
  const end = performance.now() + scrolls
  while (performance.now() < end) {
    for (const { child } of opened) child.write("\u001B[6~")
    await pause(30)
  }
  for (const [at, { name }] of programs.entries()) {
    const { child } = opened[at] ?? {}
    const shown = [0.5, 0.95, 0.99]
      .map((share) =>
        percentile(times[at] ?? [], share)
          .toFixed(1)
          .padStart(6)
      )
      .join(" ")
    const processor = ((after[at] ?? 0) - (before[at] ?? 0)) / presses
    const memory = child === undefined ? 0 : await residentOf(child.pid)
    console.log(
      `${`${cols}x${rows}`.padEnd(8)} ${String(count).padStart(8)} ${name.padEnd(5)} ${shown} ${processor.toFixed(1).padStart(8)} ms ${(frames[at] ?? 0).toFixed(0).padStart(9)} ms ${memory.toFixed(0).padStart(7)}`
    )
    child?.kill("SIGKILL")
  }
  emulator.child.kill()
}
