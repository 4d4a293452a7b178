import type { Action } from "../../actions/Action.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Notices } from "../Notices.ts"
import type { Outcome, Target } from "./Attempt.ts"
import * as Group from "./Group.ts"

/** Tells what became of what was done to a row, behind what is `said` before. */
export const tellOne = (
  notices: Notices,
  action: Action<AnyRow>,
  { resource, row }: Target,
  outcome: Outcome,
  said = ""
): void => {
  const name = resource.nameOf(row)
  if (outcome._tag === "Busy") notices.tell("hint", `Still ${outcome.doing} ${name}: wait for the answer.`)
  if (outcome._tag === "Done")
    notices.tell(
      "done",
      `${said}${name} ${outcome.row === undefined ? action.done : (action.said?.(outcome.row) ?? action.done)}`
    )
  if (outcome._tag !== "Failed") return
  const { kind, todo, what } = outcome.problem
  notices.tell("problem", `${kind === "refused" ? "" : `Could not ${action.label} ${name}. `}${what} ${todo}`)
}

/** Tells what became of what was done to many rows, behind what is `said` before. */
export const tellAll = (notices: Notices, group: Group.Group, said = ""): void =>
  notices.tell(Group.counts(group).done === group.rows.length ? "done" : "problem", `${said}${Group.text(group)}`)
