import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Measures the calls of an operation, of which attributes tell: what each failed with, if it did, and its seconds. */
export type Measure = (
  attributes: Readonly<Record<string, string>>
) => (errorType: string | undefined, seconds: number) => Effect.Effect<void>

/** How the calls of clients built in this context are measured; not at all unless set. */
export const Measure = Context.Reference<Measure>("@remote-assist/core/Metrics/Measure", {
  defaultValue: () => () => () => Effect.void
})
