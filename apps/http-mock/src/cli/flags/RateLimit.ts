import * as Flag from "effect/cli/Flag"
import * as Result from "effect/Result"

import * as Limit from "../../faults/limits/Limit.ts"

/** How many requests pass in which time. */
export const rateLimit = Flag.String("rate-limit").pipe(
  Flag.withMetavar("n/time"),
  Flag.withDescription(
    "How many requests pass in which time, by the tenant's clock: 100/minute of each API key, '5/second by token' of each user token, '100/minute burst 20', '2/minute for Auth.logInV1R1'; repeatable; none unless given"
  ),
  Flag.filterMap(
    (text) => Result.getSuccess(Limit.read(text)),
    (text) =>
      Result.match(Limit.read(text), {
        // the value is told already
        onFailure: (why) => why.replace(/^.*? is no rate limit(?:: |\. Use )/s, "").replace(/\.$/, ""),
        onSuccess: () => ""
      })
  ),
  Flag.atLeast(0),
  Flag.map((limits) => limits.flat())
)
