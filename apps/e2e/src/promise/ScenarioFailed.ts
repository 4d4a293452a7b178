import { reasonLines } from "../reporters/failureText.ts"
import type { Attempt, Failure } from "../runner/Result.ts"

/** A scenario that was run as a test did not pass. */
export class ScenarioFailed extends Error {
  override readonly name = "ScenarioFailed"
  /** All that is known of it, without secrets. */
  readonly attempt: Attempt | undefined
  constructor(message: string, attempt?: Attempt, at?: string) {
    super(message)
    this.attempt = attempt
    // where the scenario says it, not where its end was seen
    this.stack = `${this.name}: ${message}${at === undefined ? "" : `\n    at scenario (${at})`}`
  }
}

/** Tells of a failure as the reporters do. */
export const failedWith = (attempt: Attempt, failure: Failure): ScenarioFailed => {
  const lines = reasonLines(attempt, { ...failure, at: undefined })
  return new ScenarioFailed(["The scenario failed", ...lines].join("\n"), attempt, failure.at)
}
