import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Drift } from "./Errors.ts"

/**
 * What happens when an optional field of an answer has another type or an unknown value: `tolerant` leaves the field
 * out, `strict` fails the call with `Drifted`. A field that must be there, such as an id, fails the call in both.
 */
export type Mode = "tolerant" | "strict"

/** The mode of the calls made in this context; `tolerant` unless set. */
export const Mode = Context.Reference<Mode>("@remote-assist/core/Drift/Mode", { defaultValue: () => "tolerant" })

/** Called with the drift that tolerant decoding left out; writes a debug log unless set. */
export const Report = Context.Reference<(drift: Drift) => Effect.Effect<void>>("@remote-assist/core/Drift/Report", {
  defaultValue: () => (drift) =>
    Effect.logDebug(`${drift.operation} answered ${drift.got} at ${drift.path}: ${drift.expected}`)
})

/** Layer under which drift fails calls. */
export const layerStrict: Layer.Layer<never> = Layer.succeed(Mode, "strict")
