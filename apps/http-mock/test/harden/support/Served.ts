import { fork } from "node:child_process"
import { once } from "node:events"

import { program } from "../../../../../tooling/programs.ts"

const main = program("apps/http-mock/src/main.ts")

const vitalsModule = new URL("vitals.mjs", import.meta.url).href

export interface Vitals {
  /** The longest block of the event loop since the last request for vitals, in milliseconds. */
  readonly stall: number
  readonly heap: number
  readonly rss: number
}

/** A running emulator. */
export interface Served extends AsyncDisposable {
  readonly origin: string
  /** Returns the output on standard error. */
  readonly errors: () => string
  readonly vitals: (options?: { readonly collected?: boolean }) => Promise<Vitals>
  readonly kill: () => Promise<void>
}

/** Starts the command of the emulator on a free port. */
export type Serve = (...args: ReadonlyArray<string>) => Promise<Served>

const exitError = (args: ReadonlyArray<string>, text: string) =>
  new Error(`The emulator (${args.join(" ")}) exited before it was ready. Its output: ${text}`)

/** Starts the emulator in its own process. */
export const serveProcess: Serve = async (...args) => {
  const child = fork(main, ["--port", "0", ...args], {
    execArgv: ["--expose-gc", "--import", vitalsModule],
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })
  let errors = ""
  child.stderr?.setEncoding("utf8").on("data", (chunk) => (errors += String(chunk)))
  const exit = once(child, "exit")
  const kill = async () => {
    child.kill("SIGKILL")
    await exit
  }
  const origin = await new Promise<string>((resolve, reject) => {
    let text = ""
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      text += String(chunk)
      const url = /US +(http:\S+)\/us/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", () => reject(exitError(args, text + errors)))
  })
  return {
    origin,
    errors: () => errors,
    vitals: async ({ collected = false } = {}) => {
      child.send(collected ? "collected vitals" : "vitals")
      const [vitals] = (await once(child, "message")) as [Vitals]
      return vitals
    },
    kill,
    [Symbol.asyncDispose]: kill
  }
}
