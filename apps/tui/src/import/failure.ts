import { Failure } from "@remote-assist/core"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

import * as Problem from "../Problem.ts"
import type { FilterIgnored } from "./Existing.ts"
import type { Row } from "./Row.ts"

/** The import stops: every other row would fail as this one did. */
export class Halted extends Data.TaggedError("Halted")<{
  readonly problem: Problem.Problem
  /** Why the session ended, if it did. */
  readonly ended?: string | undefined
}> {
  override get message() {
    return `${this.problem.what} ${this.problem.todo}`.trimEnd()
  }
}

/** Why a request about a row failed. */
export type RowFailure = Problem.Failure | Schema.SchemaError | FilterIgnored

/**
 * What a failed request means: the address is `taken`, the service `refused` the row, the answer is `lost` and the request
 * may have been done, it was `unsent`, the service is `busy`, or the `session` can send nothing more.
 */
export type Verdict = "taken" | "refused" | "lost" | "unsent" | "busy" | "session"

export const verdictOf = (error: RowFailure): Verdict => {
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
    case "FilterIgnored":
      return "lost"
    default:
      break
  }
  if (Failure.isRateLimited(error)) return "busy"
  if (error._tag === "UnexpectedAnswer") {
    if (error.notSent === true) return "unsent"
    return error.status >= 300 && error.status < 500 && error.status !== 408 ? "refused" : "lost"
  }
  if (Failure.isEmailTaken(error)) return "taken"
  if (Failure.isServerFault(error)) return "lost"
  return Problem.isOfSession(error) || Failure.isInvalidApiKey(error) ? "session" : "refused"
}

const problemOf = (doing: string, error: Problem.Failure | Schema.SchemaError): Problem.Problem =>
  Schema.isSchemaError(error)
    ? { kind: "refused", what: error.message, todo: "Correct the row." }
    : Problem.of(doing, error, "Correct the row, then import again.", "It is looked up when you import again.")

/** What happened to a row, and what to do about it. */
export const whyOf = (verb: string, row: Row, error: RowFailure): string => {
  if (!Schema.isSchemaError(error) && error._tag === "FilterIgnored") return error.message
  const { todo, what } = problemOf(`${verb} ${row.email}`, error)
  return `${what} ${todo}`
}

/** Stops the import: the session can send nothing more. */
export const haltedBy = (verb: string, row: Row, error: RowFailure): Halted => {
  const doing = `${verb} ${row.email}`
  if (Schema.isSchemaError(error) || error._tag === "FilterIgnored")
    return new Halted({ problem: { kind: "refused", what: error.message, todo: "" } })
  return new Halted({
    problem: Problem.isOfSession(error)
      ? Problem.ofSession(doing, error)
      : Problem.of(doing, error, "Check the API key."),
    ended: Problem.isEnd(error) ? error.reason : undefined
  })
}

const longestWait = 60

/** How many seconds a busy service asks to wait. */
export const retryAfterOf = (error: RowFailure): number => {
  const asked = "retryAfter" in error && typeof error.retryAfter === "number" ? error.retryAfter : 1
  return Math.min(longestWait, Math.max(0.2, asked))
}
