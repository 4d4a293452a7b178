import type { Exchange, StepRecord } from "../recorder/Recorder.ts"
import type { Attempt, Result } from "./Result.ts"

/** What is being run: a scenario, and which of its repeats and attempts. */
export interface Running {
  readonly name: string
  readonly file: string
  readonly tags: ReadonlyArray<string>
  readonly repeat: number
  /** Counts from 1. */
  readonly attempt: number
}

/** A run as a whole. */
export interface Summary {
  /** Tells a run from others: what it creates begins with `e2e-<id>`. */
  readonly id: string
  readonly target: string
  readonly seed: number
  /** Names of the scenarios that are run, repeats included. */
  readonly total: number
  /** The machine's time, in milliseconds. */
  readonly startedAt: number
}

/** A request that was answered, or lost; what it carried is known once the attempt has ended, without secrets. */
export interface Sent extends Pick<Exchange, "id" | "step" | "operation" | "start" | "duration"> {
  /** None where it was lost. */
  readonly status: number | undefined
}

/** What happens in a run; reporters live on these. */
export type Event =
  | { readonly _tag: "RunStarted"; readonly run: Summary }
  | { readonly _tag: "AttemptStarted"; readonly running: Running }
  | { readonly _tag: "StepStarted" | "StepEnded"; readonly running: Running; readonly step: StepRecord }
  | { readonly _tag: "ExchangeEnded"; readonly running: Running; readonly exchange: Sent }
  | { readonly _tag: "AttemptEnded"; readonly running: Running; readonly attempt: Attempt }
  | { readonly _tag: "ScenarioEnded"; readonly result: Result }
  | {
      readonly _tag: "RunEnded"
      readonly run: Summary
      readonly results: ReadonlyArray<Result>
      /** In milliseconds. */
      readonly duration: number
      readonly wasInterrupted: boolean
    }

/** Takes what happens; never fails a run. */
export type Listener = (event: Event) => void
