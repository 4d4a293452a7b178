import { Failure } from "@remote-assist/core"
import * as Schema from "effect/Schema"

import * as Problem from "../Problem.ts"

/**
 * What a failure to create a user means: the address is `taken`, the service `refused` the row, the answer is `lost` and
 * it may have happened all the same, it never left or was held back (`unsent`), there were too many requests (`busy`), or
 * nothing more can be sent by whoever is logged in, if anybody is (`session`).
 */
export type Verdict = "taken" | "refused" | "lost" | "unsent" | "busy" | "session"

/** Judges by the kind of failure, and where that says little by the words of the service. */
export const verdictOf = (error: Problem.Failure | Schema.SchemaError): Verdict => {
  if (Schema.isSchemaError(error)) return "refused"
  switch (error._tag) {
    case "SessionEnded":
    case "UnusableToken":
    case "TokenStoreFailed":
      return "session"
    case "InvalidRequest":
      return "refused"
    case "CircuitOpen":
      return "unsent"
    case "ConnectionFailed":
    case "TimedOut":
    case "BodyTooLarge":
      return error.mayHaveHappened ? "lost" : "unsent"
    case "Drifted":
      return "lost"
    default:
      break
  }
  if (Failure.isRateLimited(error)) return "busy"
  if (error._tag === "UnexpectedAnswer")
    return error.notSent === true
      ? "unsent"
      : error.status >= 300 && error.status < 500 && error.status !== 408
        ? "refused"
        : "lost"
  if (Failure.isEmailTaken(error)) return "taken"
  if (Failure.isServerFault(error)) return "lost"
  return Problem.isOfSession(error) || Failure.isInvalidApiKey(error) ? "session" : "refused"
}
