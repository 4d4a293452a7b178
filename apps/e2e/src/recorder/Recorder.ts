import type { OperationId } from "@remote-assist/core/Contract"
import type { HttpResponse, HttpRequest } from "@remote-assist/core/Http"
import * as Context from "effect/Context"

/** A step of a scenario, running or ended. */
export interface StepRecord {
  /** Counts from 0 in order of start. */
  readonly id: number
  /** The enclosing step. */
  readonly parent: number | undefined
  readonly title: string
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined while it is running. */
  readonly duration: number | undefined
  readonly outcome: "running" | "passed" | "failed" | "interrupted"
}

/** A request and its answer. */
export interface Exchange {
  /** Counts from 0 in order of sending. */
  readonly id: number
  /** The step that sent it. */
  readonly step: number | undefined
  readonly operation: OperationId | undefined
  readonly request: HttpRequest
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined until it has ended. */
  readonly duration: number | undefined
  readonly answer: HttpResponse | undefined
  /** Why no answer arrived. */
  readonly lost: string | undefined
}

/** Data that a scenario created and could not remove. */
export interface Leftover {
  /** Such as `user`. */
  readonly kind: string
  /** Such as the e-mail address of a user or the id of a token. */
  readonly id: string
  readonly reason: string
}

/** Receives the events of a scenario while it runs. */
export interface Recorder {
  /** Starts a step. */
  readonly step: (title: string, parent: number | undefined) => Step
  /** Starts an exchange. Returns a function that ends it with the answer or the reason of its absence. */
  readonly exchange: (request: HttpRequest, step: number | undefined) => (end: HttpResponse | string) => void
  readonly leftover: (leftover: Leftover) => void
  /** Receives the location in the body of the scenario at which it failed, if it is known. */
  readonly failedAt: (location: string | undefined) => void
}

export interface Step {
  readonly id: number
  readonly end: (outcome: Exclude<StepRecord["outcome"], "running">, error?: unknown) => void
}

const ignore = () => {}

/** Records nothing. */
export const noRecorder: Recorder = {
  step: () => ({ id: 0, end: ignore }),
  exchange: () => ignore,
  leftover: ignore,
  failedAt: ignore
}

/** The recorder of the attempt, or {@link noRecorder} outside of one. */
export const CurrentRecorder = Context.Reference<Recorder>("@remote-assist/e2e/Recorder", {
  defaultValue: () => noRecorder
})

/** The step of the current fiber. */
export const CurrentStep = Context.Reference<number | undefined>("@remote-assist/e2e/Step", {
  defaultValue: () => undefined
})
