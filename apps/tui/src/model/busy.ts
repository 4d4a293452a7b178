import { underWay } from "../engine/changes/ChangesState.ts"
import type { Model } from "./Model.ts"

/** What has to be over before one leaves an account, a profile or the program. */
export interface Busy {
  /** A part of a sentence: `A change is under way`. */
  readonly what: string
  /** What there is then. */
  readonly until: string
}

/** What is under way; nothing where one can leave at once. */
export const busyWith = ({ changes, exporting }: Pick<Model, "changes" | "exporting">): Busy | undefined => {
  const count = underWay(changes.state.get())
  if (count > 0)
    return { what: `${count === 1 ? "A change is" : `${count} changes are`} under way`, until: "the answer is there" }
  return exporting.get() === undefined ? undefined : { what: "A file is being written", until: "it is there" }
}
