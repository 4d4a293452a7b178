import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** The effect of a retry: `safe` only reads, `idempotent` leaves the same state, `unsafe` (the default) acts again. */
export type Class = "safe" | "idempotent" | "unsafe"

/** How calls are retried. */
export interface Policy {
  /** Maximum number of retries of a call. */
  readonly times: number
  /** Delay before the first retry; doubles with each retry, minus up to half of it by chance. */
  readonly delay: Duration.Input
  /** Maximum `Retry-After` to wait for; an answer with a longer one is returned immediately. */
  readonly maxRetryAfter: Duration.Input
  /** Timeout of an attempt that can be retried. */
  readonly attemptTimeout: Duration.Input
  /** Retries that all calls of a client share, so that an outage is not made worse; ten answers restore one. */
  readonly budget: number
}

/** The retry policy of clients built in this context. */
export const Policy = Context.Reference<Policy>("@remote-assist/core/Retry/Policy", {
  defaultValue: () => ({
    times: 3,
    delay: "200 millis",
    maxRetryAfter: "20 seconds",
    attemptTimeout: "10 seconds",
    budget: 50
  })
})

/** Whether a value is a number or a duration, and at least `minimum` milliseconds. */
export const isDuration = (input: Duration.Input, minimum: number): boolean =>
  Option.exists(Duration.fromInput(input), (duration) => Duration.toMillis(duration) >= minimum)

/** Describes the first invalid field of a policy. */
export const problemOf = (policy: Policy): string | undefined => {
  const invalid = Object.entries(policy).find(([, value]) => !isDuration(value, 0))
  return invalid && `${invalid[0]} of Retry.Policy must be 0 or more: a number, or a duration such as "10 seconds".`
}
