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

const isDuration = (input: Duration.Input) =>
  Option.exists(Duration.fromInput(input), (duration) => Duration.toMillis(duration) >= 0)

/** Describes the first invalid field of a policy. */
export const problemOf = (policy: Policy): string | undefined => {
  const count = (["times", "budget"] as const).find((name) => !(policy[name] >= 0))
  if (count !== undefined) return `${count} of Retry.Policy must be a number, 0 or more.`
  const duration = (["delay", "maxRetryAfter", "attemptTimeout"] as const).find((name) => !isDuration(policy[name]))
  return duration && `${duration} of Retry.Policy must be a duration, such as "10 seconds".`
}
