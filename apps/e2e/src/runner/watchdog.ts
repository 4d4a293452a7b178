import { writeSync } from "node:fs"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"

import { currentName } from "./uncaught.ts"

// what a process ends with whose program did not come to its end: EX_SOFTWARE of sysexits
const unfinished = 70

// in milliseconds
const beat = 250

// in seconds, beyond what a scenario may take: a timeout that is late tells more
const grace = 5

const key = "@remote-assist/e2e/blocked"

/**
 * Looks from another thread whether the main one still does anything, by its own waking up, so that a machine that was
 * suspended counts for nothing. Where it does not, it is stopped where it is, to say so; where it cannot be, it is killed.
 */
const source = `
const { workerData: shared } = require("node:worker_threads")
const { writeSync } = require("node:fs")
const { Session } = require("node:inspector")
let last = -1
for (let missed = 0; missed * ${beat} < Atomics.load(shared, 1) * 1000; missed++) {
  Atomics.wait(shared, 2, 0, ${beat})
  const now = Atomics.load(shared, 0)
  if (now !== last) missed = 0
  last = now
}
const kill = () => {
  writeSync(2, "The process is blocked, and is killed. Run the scenarios one by one to find which does it.\\n")
  process.kill(process.pid, "SIGKILL")
}
setTimeout(kill, 5000)
const session = new Session()
session.connectToMainThread()
const urls = new Map()
session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url))
session.on("Debugger.paused", ({ params: { callFrames } }) => {
  const places = callFrames.map(({ location }) => [urls.get(location.scriptId) ?? "", location.lineNumber + 1])
  const expression = "globalThis[Symbol.for(" + JSON.stringify("${key}") + ")](" + JSON.stringify(places) + ")"
  session.post("Debugger.evaluateOnCallFrame", { callFrameId: callFrames[0].callFrameId, expression })
})
session.post("Debugger.enable")
session.post("Debugger.pause")
`

const isOfOthers = ([url]: readonly [string, number]) => url.startsWith("file:") && !url.includes("/node_modules/")

const own = new URL("..", import.meta.url).href

// called where the main thread was stopped
const blocked = (shared: Int32Array) => (places: ReadonlyArray<readonly [string, number]>) => {
  const place = places.find((place) => isOfOthers(place) && !place[0].startsWith(own))
  const name = currentName()
  const what = name === undefined ? "What is loaded or done" : `The scenario ${name}`
  const at = place === undefined ? "" : ` at ${fileURLToPath(place[0])}:${place[1]}`
  writeSync(
    2,
    `${what} blocks the process${at}: nothing could go on for ${Atomics.load(shared, 1)} s, and the run is ended without clean-up. Look there for a loop without an end; what is left is removed with remote-assist-e2e gc.\n`
  )
  process.removeAllListeners("exit")
  process.exit(unfinished)
}

let watched: Int32Array | undefined

/** Lets the process be blocked as long as something may take, in seconds, if it may be less now. */
export const allow = (seconds: number): void => {
  if (watched === undefined || !Number.isFinite(seconds)) return
  const most = Math.min(Math.ceil(seconds) + grace, 2 ** 31 - 1)
  if (most > Atomics.load(watched, 1)) Atomics.store(watched, 1, most)
}

/**
 * Ends the process where code that is not the runner's blocks it, which no timeout and no signal can. Not under a debugger,
 * which stops it as well.
 */
export const watch = (seconds: number): Effect.Effect<void> =>
  Effect.sync(() => {
    // loaded here, which keeps them out of the start of every other run
    const inspector = process.getBuiltinModule("node:inspector")
    const { Worker } = process.getBuiltinModule("node:worker_threads")
    if (watched !== undefined || inspector.url() !== undefined) return
    const shared = new Int32Array(new SharedArrayBuffer(12))
    watched = shared
    allow(seconds)
    Object.defineProperty(globalThis, Symbol.for(key), { value: blocked(shared), configurable: true })
    new Worker(source, { eval: true, workerData: shared, execArgv: [] }).unref()
    setInterval(() => Atomics.add(shared, 0, 1), beat).unref()
  })
