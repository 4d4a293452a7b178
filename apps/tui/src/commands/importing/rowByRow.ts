import type { Importing, ImportRow } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import { shownWith } from "../../resources/users/shownWith.ts"
import { users } from "../../resources/users/users.ts"
import { shownBy } from "./rows.ts"
import type { To } from "./running.ts"

/** So many rows are gone through, one by one. */
export const sending =
  (total: number): To =>
  (now) => ({ ...now, step: "sending", done: 0, total, ended: new Map() })

/** Whoever was created or changed is to be seen in these lists when they are looked at next, and counted in those of pods. */
export const noteUsers = ({ lists }: Pick<Model, "lists">): void => lists.age([users.name, ...shownWith])

/** One row more ended so. */
export const counted =
  (state: string): To =>
  (now) => ({ ...now, done: now.done + 1, ended: new Map([...now.ended, [state, (now.ended.get(state) ?? 0) + 1]]) })

/** What is under way is not given up. */
export const finishing: To = (now) => ({ ...now, problem: "Finishing the rows that are under way …" })

interface Ended {
  readonly rows: ReadonlyArray<ImportRow>
  readonly problem: string | undefined
  /** Whom an undo would deactivate. */
  readonly toUndo: Importing["toUndo"]
}

/** What became of the rows, as they stand in the file. */
export const ended = (now: Importing, { problem, rows, toUndo }: Ended): Importing =>
  shownBy(
    { ...now, step: "over", problem, toUndo },
    rows.toSorted((one, other) => one.told.line - other.told.line)
  )
