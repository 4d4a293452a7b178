import * as Data from "effect/Data"

import type * as Problem from "../Problem.ts"
import type { State } from "./JournalLine.ts"

/** What became of a row that was sent, or that was not as there is somebody already. */
export interface Outcome {
  readonly state: Exclude<State, "sending">
  readonly id?: number | undefined
  readonly why?: string | undefined
}

/** The import stops: no further row is begun, as it would end as this one did. */
export class Halted extends Data.TaggedError("Halted")<{
  readonly problem: Problem.Problem
  /** Why nobody is logged in any more, where that is why it stops. */
  readonly ended?: string | undefined
}> {
  override get message() {
    const { todo, what } = this.problem
    return todo === "" ? what : `${what} ${todo}`
  }
}
