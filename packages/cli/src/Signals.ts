import { constants } from "node:os"

import * as Runtime from "effect/Runtime"

/** The signals that end a process. */
export const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const

/** The exit code of a process that a signal ended, as a shell has it: 128 and the number of the signal. */
export const exitCodeOf = (signal: string): number =>
  128 + (Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0)

// Node would end at once; what interrupts a program is SIGINT and SIGTERM
const asTerm = ["SIGHUP", "SIGQUIT"] as const

// to open a FIFO without a writer, or a file of a disk that is gone, may never end, and Node waits for it before it exits
const isOpening = () => process.getActiveResourcesInfo().includes("FSReqCallback")

// in milliseconds, for files that do open
const patience = 500

let codeInstead: number | undefined

/** Has the process end with this code after a signal. */
export const endWith = (code: number): void => {
  codeInstead = code
}

/** Has the next signal end the process at once. */
export const endAtNext = (): void => {
  for (const signal of signals) process.once(signal, () => process.exit(exitCodeOf(signal)))
}

/**
 * How a process ends that tidies up after a signal: with the code of the signal. A terminal that is gone, and SIGQUIT, end it
 * as SIGTERM does.
 */
export const teardown = (): Runtime.Teardown => {
  let received: (typeof signals)[number] | undefined
  for (const signal of signals)
    process.on(signal, () => {
      received ??= signal
    })
  for (const signal of asTerm) process.once(signal, () => process.kill(process.pid, "SIGTERM"))
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) => {
      if (received === undefined) return onExit(code)
      const signal = received
      const end = () => onExit(code === exitCodeOf("SIGINT") ? (codeInstead ?? exitCodeOf(signal)) : code)
      const endOrKill = () => {
        if (!isOpening()) return end()
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
      if (isOpening()) setTimeout(endOrKill, patience)
      else end()
    })
}
