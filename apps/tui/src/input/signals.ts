import { constants } from "node:os"

const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const

/** Has the next signal end the process at once, where it only waits for what is under way. */
export const endAtNext = (): void => {
  for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
