import type { Action } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { manyOf } from "../../resources/Resource.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Id } from "../Id.ts"
import type { Outcome } from "./Attempt.ts"

/** One action to many rows, and how far it is. */
export interface Group {
  readonly resource: AnyResource
  readonly action: Action<AnyRow>
  readonly rows: ReadonlyArray<AnyRow>
  /** What became of those that it was done to. */
  readonly results: ReadonlyMap<Id, Outcome>
  /** Why no further one is begun. */
  readonly stopped: string | undefined
  readonly isOver: boolean
}

export const begun = (action: Action<AnyRow>, resource: AnyResource, rows: ReadonlyArray<AnyRow>): Group => ({
  resource,
  action,
  rows,
  results: new Map(),
  stopped: undefined,
  isOver: false
})

/** Why no further row is begun after an outcome: what failed for this one would for each. */
export const reasonToStop = (outcome: Outcome): string | undefined => {
  if (outcome._tag === "Forgotten") return "nobody is logged in any more"
  if (outcome._tag !== "Failed") return undefined
  if (outcome.problem.kind === "offline") return "there is no connection"
  return outcome.problem.kind === "session" ? "the session has ended" : undefined
}

export interface Counts {
  readonly done: number
  readonly failed: number
  readonly left: number
}

export const counts = ({ results, rows }: Group): Counts => {
  let done = 0
  for (const { _tag } of results.values()) if (_tag === "Done") done++
  return { done, failed: results.size - done, left: rows.length - results.size }
}

/** The rows of which something became, or that are left. */
export const rowsWhere = (
  { resource, results, rows }: Group,
  isIt: (outcome: Outcome | undefined) => boolean
): ReadonlyArray<AnyRow> => rows.filter((row) => isIt(results.get(resource.idOf(row))))

const mostNamed = 3

const named = (names: ReadonlyArray<string>) =>
  names.length <= mostNamed
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more`

/** Says what became of it, with names: what was done, what failed and why, what was not begun and why. */
export const text = (group: Group): string => {
  const { action, resource, results, rows, stopped } = group
  const namesWhere = (isIt: (outcome: Outcome | undefined) => boolean) =>
    rowsWhere(group, isIt).map((row) => resource.nameOf(row))
  const done = namesWhere((outcome) => outcome?._tag === "Done")
  const unsure = namesWhere((outcome) => outcome?._tag === "Failed" && outcome.isUnsure)
  const failed = namesWhere((outcome) => outcome !== undefined && outcome._tag !== "Done").filter(
    (name) => !unsure.includes(name)
  )
  const left = rows.length - results.size
  const first = [...results.values()].find((outcome) => outcome._tag === "Failed")
  const parts = [
    done.length === 0 ? "none done" : `${done.length} done (${named(done)})`,
    ...(failed.length === 0 ? [] : [`${failed.length} failed (${named(failed)})`]),
    ...(unsure.length === 0 ? [] : [`${unsure.length} not known (${named(unsure)}): look before you try again`]),
    ...(left === 0 ? [] : [`${left} not begun${stopped === undefined ? "" : ` because ${stopped}`}`])
  ]
  const why = first === undefined ? "" : ` ${first.problem.what}`
  return `To ${action.label} ${rows.length} ${rows.length === 1 ? resource.one : manyOf(resource)}: ${parts.join("; ")}.${why}`
}
