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

/** A scenario, and how it ended. */
export interface Result {
  /** Path of its file below its folder, without the ending. */
  readonly name: string
  readonly file: string
  readonly tags: ReadonlyArray<string>
  readonly attempt: Attempt
}

/** Why a scenario failed, if it did. */
export const failureOf = ({ attempt: { outcome } }: Result): Failure | undefined =>
  outcome._tag === "Failed" ? outcome.failure : undefined
