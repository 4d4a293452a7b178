import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { signals } from "./signals.ts"

// it throws where nobody of the group is left
const send = (group: number, signal: NodeJS.Signals) => Result.try(() => process.kill(-group, signal))

/** Has the group of a process get what this process is told by signals, until the scope closes. */
export const passOn = (group: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const told = new Set<NodeJS.Signals>()
      const pass = (signal: NodeJS.Signals) => {
        // what this process tells itself after these is not for others
        const isOwn = signal === "SIGTERM" && (told.has("SIGHUP") || told.has("SIGQUIT"))
        told.add(signal)
        if (!isOwn) send(group, signal)
      }
      // the group has no terminal, and would not stop on SIGTSTP
      const stop = () => {
        send(group, "SIGSTOP")
        process.kill(process.pid, "SIGSTOP")
      }
      const goOn = () => send(group, "SIGCONT")
      for (const signal of signals) process.on(signal, pass)
      process.on("SIGTSTP", stop).on("SIGCONT", goOn)
      return () => {
        for (const signal of signals) process.off(signal, pass)
        process.off("SIGTSTP", stop).off("SIGCONT", goOn)
      }
    }),
    (end) => Effect.sync(end)
  )
