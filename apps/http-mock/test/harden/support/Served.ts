import { fork } from "node:child_process"
import { once } from "node:events"

import { program } from "../../../../../tooling/programs.ts"

const main = program("apps/http-mock/src/main.ts")

const vitalsModule = new URL("vitals.mjs", import.meta.url).href

export interface Vitals {
  /** Milliseconds for which the event loop was blocked at the longest since the last question. */
  readonly stall: number
  readonly heap: number
  readonly rss: number
}

/** An emulator that listens. */
export interface Served extends AsyncDisposable {
  readonly origin: string
  /** What it has printed on standard error. */
  readonly errors: () => string
  readonly vitals: (options?: { readonly collected?: boolean }) => Promise<Vitals>
  readonly kill: () => Promise<void>
}

/** Starts the command of the emulator on a free port. */
export type Serve = (...args: ReadonlyArray<string>) => Promise<Served>

const ended = (args: ReadonlyArray<string>, text: string) =>
  new Error(`The emulator (${args.join(" ")}) ended before it served. It printed: ${text}`)

/** Starts it in a process of its own. */
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
    child.once("exit", () => reject(ended(args, text + errors)))
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
