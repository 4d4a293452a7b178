import { constants } from "node:os"

import * as Effect from "effect/Effect"

import { tell } from "../Output.ts"

const signals = ["SIGINT", "SIGTERM"] as const

/** Tells at the first signal that what is under way is finished; the second ends the process. */
const listening = Effect.acquireRelease(
  Effect.sync(() => {
    let count = 0
    const onSignal = (signal: NodeJS.Signals) => {
      count++
      if (count > 1) process.exit(128 + constants.signals[signal])
      process.stderr.write("\nFinishing the rows that are under way. Once more ends at once.\n")
    }
    for (const signal of signals) process.on(signal, onSignal)
    return onSignal
  }),
  (onSignal) =>
    Effect.sync(() => {
      for (const signal of signals) process.off(signal, onSignal)
    })
)

/** Runs what finishes what is under way when it is interrupted, and tells then what there is to say. */
export const untilDone =
  (said: () => string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.andThen(
        listening,
        Effect.onInterrupt(effect, () => Effect.suspend(() => tell(`Interrupted. ${said()}`)))
      )
    )
