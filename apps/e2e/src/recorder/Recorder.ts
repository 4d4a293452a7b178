import type { OperationId } from "@remote-assist/core/Contract"
import type { HttpResponse, HttpRequest } from "@remote-assist/core/Http"
import * as Context from "effect/Context"

/** A part of a scenario, under way or over. */
export interface StepRecord {
  /** Counts from 0 in the order of their starts. */
  readonly id: number
  /** The step around it. */
  readonly parent: number | undefined
  readonly title: string
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined while it is under way. */
  readonly duration: number | undefined
  readonly outcome: "running" | "passed" | "failed" | "interrupted"
}

/** A request, and what came of it. */
export interface Exchange {
  /** Counts from 0 in the order in which they were sent. */
  readonly id: number
  /** The step that sent it. */
  readonly step: number | undefined
  readonly operation: OperationId | undefined
  readonly request: HttpRequest
  /** In milliseconds since the attempt began. */
  readonly start: number
  /** In milliseconds; undefined while there is no answer. */
  readonly duration: number | undefined
  readonly answer: HttpResponse | undefined
  /** Why there is no answer. */
  readonly lost: string | undefined
}

/** Something that a scenario created and could not remove. */
export interface Leftover {
  /** Such as `user`. */
  readonly kind: string
  /** What finds it again: the e-mail address of a user, the id of a token. */
  readonly id: string
  /** Why it was not removed. */
  readonly reason: string
}

/** What is told of a scenario while it runs. */
export interface Recorder {
  /** Begins a step and yields what ends it. */
  readonly step: (title: string, parent: number | undefined) => Step
  /** Begins an exchange and yields what ends it. */
  readonly exchange: (request: HttpRequest, step: number | undefined) => (end: HttpResponse | string) => void
  readonly leftover: (leftover: Leftover) => void
}

export interface Step {
  readonly id: number
  /** With what it failed, where it did. */
  readonly end: (outcome: Exclude<StepRecord["outcome"], "running">, error?: unknown) => void
}

const nothing = () => {}

/** Tells nobody. */
export const silent: Recorder = {
  step: () => ({ id: 0, end: nothing }),
  exchange: () => nothing,
  leftover: nothing
}

/** Who is told; nobody outside of a run, as in a test of vitest. */
export const CurrentRecorder = Context.Reference<Recorder>("@remote-assist/e2e/Recorder", {
  defaultValue: () => silent
})

/** The step that the fiber is in. */
export const CurrentStep = Context.Reference<number | undefined>("@remote-assist/e2e/Step", {
  defaultValue: () => undefined
})
