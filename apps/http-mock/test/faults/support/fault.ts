import * as Effect from "effect/Effect"

import type { Fault } from "../../../src/faults/Fault.ts"
import { Control } from "../../../src/library/Control.ts"
import { until } from "./connection.ts"

/** Adds a fault, and returns its id. */
export const fault = (payload: Fault) =>
  Effect.flatMap(Control, ({ faults }) => Effect.map(faults.make({ payload }), ({ id }) => id))

/** Removes all faults. */
export const noFaults = Effect.flatMap(Control, ({ faults }) => faults.clear())

/** The hits of a fault, or 0 if it is removed. */
export const hitsOf = (id: string) =>
  Effect.flatMap(Control, ({ faults }) =>
    Effect.map(faults.list(), (all) => all.find((one) => one.id === id)?.hits ?? 0)
  )

/** Waits until a fault has hit a request. */
export const hit = (id: string) => until(Effect.map(hitsOf(id), (hits) => hits > 0))
