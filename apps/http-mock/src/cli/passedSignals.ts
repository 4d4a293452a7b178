import { signals } from "@remote-assist/cli/Signals"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

// it throws where nobody of the group is left
const send = (group: number, signal: NodeJS.Signals) => Result.try(() => process.kill(-group, signal))

/** Passes on what this process is told by signals, until the scope closes; made before the process that is to be told. */
export const make = Effect.acquireRelease(
  Effect.sync(() => {
    let group: number | undefined
    const early: Array<(group: number) => void> = []
    const tell = (deliver: (group: number) => void) => {
      if (group === undefined) early.push(deliver)
      else deliver(group)
    }
    const told = new Set<NodeJS.Signals>()
    const pass = (signal: NodeJS.Signals) => {
      // what this process tells itself after these is not for others
      const isOwn = signal === "SIGTERM" && (told.has("SIGHUP") || told.has("SIGQUIT"))
      told.add(signal)
      if (!isOwn) tell((group) => send(group, signal))
    }
    // the group has no terminal, and would not stop on SIGTSTP
    const stop = () =>
      tell((group) => {
        send(group, "SIGSTOP")
        process.kill(process.pid, "SIGSTOP")
      })
    const goOn = () => tell((group) => send(group, "SIGCONT"))
    for (const signal of signals) process.on(signal, pass)
    process.on("SIGTSTP", stop).on("SIGCONT", goOn)
    /** Names the group of processes that is told from now on, and what came before. */
    const to = (named: number) => {
      group = named
      for (const deliver of early.splice(0)) deliver(named)
    }
    const end = () => {
      for (const signal of signals) process.off(signal, pass)
      process.off("SIGTSTP", stop).off("SIGCONT", goOn)
    }
    return { to, end }
  }),
  ({ end }) => Effect.sync(end)
)
