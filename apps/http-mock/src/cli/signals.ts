import { constants } from "node:os"

import * as Runtime from "effect/Runtime"

const interrupted = 128 + constants.signals.SIGINT

/** What tells a process to end. */
export const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const

// node would end at once, and leave running what it started
const endAtOnce = ["SIGHUP", "SIGQUIT"] as const

// to open a FIFO without a writer, or a file of a disk that is gone, may never end, and node waits for it before it exits
const isOpening = () => process.getActiveResourcesInfo().includes("FSReqCallback")

// in milliseconds, for what does end
const patience = 500

const endBy = (signal: NodeJS.Signals) => {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

let told: number | undefined

/** Has the process end with this code after a signal. */
export const endWith = (code: number): void => {
  told = code
}

/**
 * How the process ends: after a signal as a shell says it, with 128 and the number of the signal. A terminal that is gone
 * or asks to quit ends it as SIGTERM does.
 */
export const teardown = (): Runtime.Teardown => {
  let received: (typeof signals)[number] | undefined
  for (const signal of signals)
    process.on(signal, () => {
      received ??= signal
    })
  for (const signal of endAtOnce) process.once(signal, () => process.kill(process.pid, "SIGTERM"))
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) => {
      if (received === undefined) return onExit(code)
      const signal = received
      const end = () => onExit(code === interrupted ? (told ?? 128 + constants.signals[signal]) : code)
      if (isOpening()) setTimeout(() => (isOpening() ? endBy(signal) : end()), patience)
      else end()
    })
}
