import { constants } from "node:os"

import * as Runtime from "effect/Runtime"

/** The signals that end a process. */
export const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const

/** Returns the exit code of a process ended by a signal, as in shells: 128 plus the number of the signal. */
export const signalExitCode = (signal: string): number =>
  128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0)

// Node would exit immediately; only SIGINT and SIGTERM interrupt a program
const likeSigterm = ["SIGHUP", "SIGQUIT"] as const

// opening a FIFO without a writer, or a file of a removed disk, may never end, and Node waits for it before it exits
const isOpening = () => process.getActiveResourcesInfo().includes("FSReqCallback")

// for files that do open
const openTimeoutMs = 500

let codeAfterSignal: number | undefined

/** Sets the exit code after SIGINT. */
export const endWith = (code: number): void => {
  codeAfterSignal = code
}

/** Acts like SIGHUP when the input from a terminal ends: a closed terminal sends SIGHUP only to the leader of its session. */
export const endWithInput = (terminal: NodeJS.ReadableStream): void => {
  // reading a closed terminal fails or finds its end
  terminal.on("error", () => undefined).once("close", () => process.emit("SIGHUP", "SIGHUP"))
}

/** Makes the next signal exit the process immediately, except SIGHUP, which a closed terminal sends more than once. */
export const endAtNext = (): void => {
  for (const signal of signals.filter((signal) => signal !== "SIGHUP"))
    process.once(signal, () => process.exit(signalExitCode(signal)))
}

/** Makes a teardown that exits with the code of the signal after cleanup. A closed terminal and SIGQUIT act like SIGTERM. */
export const teardown = (): Runtime.Teardown => {
  let received: (typeof signals)[number] | undefined
  for (const signal of signals)
    process.on(signal, () => {
      received ??= signal
    })
  // a process without its input may exit before it receives a signal of its own
  for (const signal of likeSigterm) process.once(signal, () => setImmediate(() => process.emit("SIGTERM", "SIGTERM")))
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) => {
      if (received === undefined) return onExit(code)
      const signal = received
      const end = () => onExit(code === signalExitCode("SIGINT") ? (codeAfterSignal ?? signalExitCode(signal)) : code)
      const endOrKill = () => {
        if (!isOpening()) return end()
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
      if (isOpening()) setTimeout(endOrKill, openTimeoutMs)
      else end()
    })
}
