import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Drift } from "./Errors.ts"

/**
 * How to treat an optional field of another type or with an unknown value: `tolerant` omits the field, `strict` fails the call
 * with `Drifted`. An invalid required field, such as an id, fails the call in both modes.
 */
export type Mode = "tolerant" | "strict"

/** The mode of the calls in this context (default `tolerant`). */
export const Mode = Context.Reference<Mode>("@remote-assist/core/Drift/Mode", { defaultValue: () => "tolerant" })

/** Called with each omitted field (default: writes a debug log). */
export const Report = Context.Reference<(drift: Drift) => Effect.Effect<void>>("@remote-assist/core/Drift/Report", {
  defaultValue: () => (drift) =>
    Effect.logDebug(`${drift.operation} answered ${drift.got} at ${drift.path} instead of ${drift.expected}.`)
})

/** Layer under which drift fails calls. */
export const layerStrict: Layer.Layer<never> = Layer.succeed(Mode, "strict")
