import { spawn as spawnTerminal } from "@lydell/node-pty"

import { inTurn, logIn, startServer, stopServer } from "./measure.ts"
import type { Question } from "./measure.ts"

const rounds = 9

const emulator = "apps/http-mock/dist/http-mock.mjs"
const tui = "apps/tui/dist/tui.mjs"
const bareModule = "tooling/bench/bare.mjs"
const bareScript = "tooling/bench/bare.cjs"

const index: Question = { path: "/" }

/** Measures the time from spawn to the first answer, in milliseconds. */
const firstAnswer = async (question: Question, args: (port: string) => ReadonlyArray<string>) => {
  const { child, took } = await startServer(question, args)
  await stopServer(child)
  return took
}

/** Measures the time from spawn to the first frame in a terminal, in milliseconds. */
const firstFrame = (url: string) =>
  new Promise<number>((resolve, reject) => {
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
    let time: number | undefined
    terminal.onData((data) => {
      screen += data
      if (time !== undefined || !screen.includes("Password")) return
      time = performance.now() - start
      terminal.kill("SIGTERM")
    })
    // a process that ends would slow down the next one
    terminal.onExit(() => (time === undefined ? reject(new Error("ended without a form")) : resolve(time)))
  })

const emulated = (question: Question, ...more: ReadonlyArray<string>) =>
  firstAnswer(question, (port) => [emulator, "--port", port, ...more])

const measures: ReadonlyArray<readonly [string, () => Promise<number>]> = [
  ["bare node:http, ES module", () => firstAnswer(index, (port) => [bareModule, port])],
  ["bare node:http, CommonJS", () => firstAnswer(index, (port) => [bareScript, port])],
  ["emulator bundled, GET /", () => emulated(index)],
  ["emulator bundled, first log-in", () => emulated(logIn)],
  ["the same, users=1000000", () => emulated(logIn, "--seed", "users=1000000")],
  ["terminal UI bundled, first frame", () => firstFrame("http://127.0.0.1:1/us")]
]

const times = await inTurn(
  measures.map(([, measure]) => measure),
  rounds
)

const [ofModule = 0, ofScript = 0] = times
console.log(`${"".padEnd(42)}            of ESM  of CommonJS`)
for (const [index, [what]] of measures.entries()) {
  const time = times[index] ?? 0
  console.log(
    `${what.padEnd(42)} ${time.toFixed(0).padStart(5)} ms   ${(time / ofModule).toFixed(2)}x   ${(time / ofScript).toFixed(2)}x`
  )
}
process.exit()
