import type { Exchange, Leftover, StepRecord } from "../recorder/Recorder.ts"

/** Why an attempt failed. */
export interface Failure {
  /** Such as `Unmet`, or the kind of an error of the SDK. */
  readonly kind: string
  readonly message: string
  /** What was expected and what was seen, where two values were compared. */
  readonly compared?: { readonly expected: string; readonly actual: string } | undefined
  /** Where in the scenario: `scenarios/users/deactivate.ts:20:5`. */
  readonly at?: string | undefined
  /** The step that failed first. */
  readonly step?: number | undefined
  /** The exchanges that it is about, by their ids: those of the step, or else the last one before it. */
  readonly exchanges?: ReadonlyArray<number> | undefined
  /** Why the clean-up failed, where it did. */
  readonly cleanUp?: string | undefined
}

export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly failure: Failure }
  | { readonly _tag: "Skipped"; readonly reason: string }
  | { readonly _tag: "Interrupted" }

/** What the emulator's journal says of a request that was refused. */
export interface JournalNote {
  /** Of the exchange. */
  readonly exchange: number
  /** Its number in the journal. */
  readonly id: number
  readonly reason?: string | undefined
  readonly hint?: string | undefined
  /** The id of the fault that took the answer, where one did. */
  readonly takenBy?: string | undefined
  /** The gaps whose choice the answer relies on, by their ids. */
  readonly gaps: ReadonlyArray<string>
  /** What it changed, as a JSON Patch. */
  readonly changes: ReadonlyArray<unknown>
}

/** One attempt at a scenario. */
export interface Attempt {
  readonly outcome: Outcome
  /** In milliseconds, the making of its target included. */
  readonly duration: number
  readonly steps: ReadonlyArray<StepRecord>
  readonly exchanges: ReadonlyArray<Exchange>
  readonly journal: ReadonlyArray<JournalNote>
  readonly leftovers: ReadonlyArray<Leftover>
}

/** How a scenario ended: `Flaky` passed after it had failed. */
export type Verdict = "Passed" | "Flaky" | "Failed" | "Skipped" | "Interrupted"

/** A scenario, and all attempts at it. */
export interface Result {
  /** Path of its file below its folder, without the ending. */
  readonly name: string
  /** Counts from 1; more where a run repeats each. */
  readonly repeat: number
  readonly tags: ReadonlyArray<string>
  readonly file: string
  readonly verdict: Verdict
  readonly attempts: ReadonlyArray<Attempt>
  /** The command line that runs it again. */
  readonly again?: string | undefined
}

export const lastAttempt = ({ attempts }: Result): Attempt | undefined => attempts.at(-1)

/** The failure that a result is to be told with: of the last attempt that failed. */
export const failureOf = ({ attempts }: Result): Failure | undefined => {
  const failed = attempts.findLast(({ outcome }) => outcome._tag === "Failed")
  return failed?.outcome._tag === "Failed" ? failed.outcome.failure : undefined
}

/** How long all attempts took, in milliseconds. */
export const durationOf = ({ attempts }: Result): number => attempts.reduce((sum, { duration }) => sum + duration, 0)

export const count = (results: ReadonlyArray<Result>, verdict: Verdict): number =>
  results.filter((result) => result.verdict === verdict).length
