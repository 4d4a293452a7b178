import { constants } from "node:os"

import * as Runtime from "effect/Runtime"

const interrupted = 128 + constants.signals.SIGINT

/**
 * How the process ends: after a signal as a shell says it, with 128 and the number of the signal. A terminal that is gone
 * ends it as SIGTERM does: node would end at once, and leave running what it started.
 */
export const teardown = (): Runtime.Teardown => {
  let received: "SIGHUP" | "SIGINT" | "SIGTERM" | undefined
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      received ??= signal
    })
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  return (exit, onExit) =>
    Runtime.defaultTeardown(exit, (code) =>
      onExit(code === interrupted && received !== undefined ? 128 + constants.signals[received] : code)
    )
}
