import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/** What a repeat does: `safe` reads, `idempotent` leaves the same state, `unsafe`, the default, acts again. */
export type Class = "safe" | "idempotent" | "unsafe"

/** How calls are repeated. */
export interface Policy {
  /** Repeats of one call at the most. */
  readonly times: number
  /** Delay before the first repeat; doubles with each, and up to half of it is left out by chance. */
  readonly delay: Duration.Input
  /** Longest `Retry-After` that is waited for; the answer with a longer one goes to the caller at once. */
  readonly maxRetryAfter: Duration.Input
  /** Longest an attempt may take where it can be repeated. */
  readonly attemptTimeout: Duration.Input
  /** Repeats that all calls of a client share; ten answers earn one back. So an outage is not made worse. */
  readonly budget: number
}

/** The policy of clients built in this context. */
export const Policy = Context.Reference<Policy>("@remote-assist/core/Retry/Policy", {
  defaultValue: () => ({
    times: 3,
    delay: "200 millis",
    maxRetryAfter: "20 seconds",
    attemptTimeout: "10 seconds",
    budget: 50
  })
})
