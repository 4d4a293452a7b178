import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/** Timeout of the calls in this context, their retries included (default 30 seconds). */
export const CallTimeout = Context.Reference<Duration.Input>("@remote-assist/core/CallTimeout", {
  defaultValue: () => "30 seconds"
})
