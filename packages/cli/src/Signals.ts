import { constants } from "node:os"

import * as Runtime from "effect/Runtime"

const interrupted = 128 + constants.signals.SIGINT

const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const

// such as a terminal that is gone; what interrupts a program is SIGINT and SIGTERM
const asTerm = ["SIGHUP", "SIGQUIT"] as const

/**
 * How a process ends that tidies up after a signal: as a shell says it, with 128 and the number of the signal. A terminal
 * that is gone and SIGQUIT end it as SIGTERM does.
 */
export const teardown = (): Runtime.Teardown => {
  let received: (typeof signals)[number] | undefined
  for (const signal of signals)
    process.on(signal, () => {
      received ??= signal
    })
  for (const signal of asTerm) process.once(signal, () => process.kill(process.pid, "SIGTERM"))
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) =>
      onExit(code === interrupted && received !== undefined ? 128 + constants.signals[received] : code)
    )
}
