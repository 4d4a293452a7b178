import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

// long enough to remove what was created
const grace = 15_000

const signals = ["SIGINT", "SIGTERM"] as const

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const killed = Console.error(
  "The run did not end when it was told to, and was killed: a scenario of it may loop. Look for what is left with remote-assist-e2e gc."
)

/** Tells a run to end; it is killed, with what it started, where it does not within a while, or this process is told again. */
const ended = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) return resume(Effect.void)
    let wasKilled = false
    const kill = () => {
      if (wasKilled || hasEnded(child) || child.pid === undefined) return
      wasKilled = true
      process.kill(-child.pid, "SIGKILL")
    }
    const timer = setTimeout(kill, grace)
    for (const signal of signals) process.on(signal, kill)
    child.once("close", () => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, kill)
      resume(wasKilled ? killed : Effect.void)
    })
    child.kill("SIGINT")
  })

/** Runs this program anew; interrupted, it is told so and may clean up. In a group of its own: a Ctrl-C comes to it once. */
export const runAnew = (args: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const [main = ""] = process.argv.slice(1)
    const child = spawn(process.execPath, [...process.execArgv, main, ...args], { stdio: "inherit", detached: true })
    child.once("error", () => resume(Effect.void))
    child.once("close", () => resume(Effect.void))
    return ended(child)
  })
