import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../control/Control.ts"
import { FaultEntry } from "./Fault.ts"
import type { Fault } from "./Fault.ts"

/** Has requests meet a fault from here on. */
export const make = (fault: Fault) =>
  Effect.flatMap(Control, ({ ask }) => ask({ method: "POST", path: "/faults", body: fault }, FaultEntry))

/** Ends a fault. */
export const remove = ({ id }: FaultEntry) =>
  Effect.flatMap(Control, ({ ask }) =>
    ask({ method: "DELETE", path: `/faults/${encodeURIComponent(id)}` }, Schema.Struct({ removed: Schema.Int }))
  )

export const list = Effect.flatMap(Control, ({ ask }) =>
  ask({ method: "GET", path: "/faults" }, Schema.Array(FaultEntry))
)
