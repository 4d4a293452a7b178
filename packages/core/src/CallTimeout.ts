import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/** Longest a call made in this context may take, its retries included; 30 seconds unless set. */
export const CallTimeout = Context.Reference<Duration.Input>("@remote-assist/core/CallTimeout", {
  defaultValue: () => "30 seconds"
})
