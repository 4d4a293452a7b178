import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** An id for a run, of which there are so many that none comes twice: `k3f9x2`. */
export const runId: Effect.Effect<string> = Effect.map(Random.nextIntBetween(0, 36 ** 6), (number) =>
  number.toString(36).padStart(6, "0")
)

/** What the names begin with of what a run creates. */
export const prefixOf = (id: string): string => `e2e-${id}`
