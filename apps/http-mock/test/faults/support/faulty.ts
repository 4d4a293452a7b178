import * as Effect from "effect/Effect"

import type { Fault } from "../../../src/faults/Fault.ts"
import { Control } from "../../../src/library/Control.ts"
import { until } from "./connection.ts"

/** Makes a fault, and yields its id. */
export const fault = (payload: Fault) =>
  Effect.flatMap(Control, ({ faults }) => Effect.map(faults.make({ payload }), ({ id }) => id))

/** Ends all faults. */
export const noFaults = Effect.flatMap(Control, ({ faults }) => faults.clear())

/** How often a fault hit; 0 when it stands no more. */
export const hitsOf = (id: string) =>
  Effect.flatMap(Control, ({ faults }) =>
    Effect.map(faults.list(), (all) => all.find((one) => one.id === id)?.hits ?? 0)
  )

/** Waits until a fault has hit a request. */
export const hit = (id: string) => until(Effect.map(hitsOf(id), (hits) => hits > 0))
