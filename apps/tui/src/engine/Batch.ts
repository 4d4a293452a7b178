import * as Effect from "effect/Effect"
import { capitalize } from "effect/String"

import type { Action } from "../actions/Action.ts"
import type * as Observable from "../Observable.ts"
import type * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { countRows } from "../resources/Resource.ts"
import { numberFormat } from "../text/format.ts"
import type { Id } from "./lists/PageCache.ts"
import type { Changed } from "./UndoStack.ts"

/** The target of an action: the row when the user pressed the key. */
export interface Target {
  readonly resource: AnyResource
  readonly row: AnyRow
}

/** The outcome of an action on a row. */
export type Outcome =
  /** The changed row, or `undefined` if it is deleted. */
  | { readonly _tag: "Done"; readonly row: AnyRow }
  /** `isUnsure` if the change may have happened anyway. */
  | { readonly _tag: "Failed"; readonly problem: Problem.Problem; readonly isUnsure: boolean }
  /** Another change of the row is pending. */
  | { readonly _tag: "Busy"; readonly operation: string }
  /** The user who started it has logged out: nothing is shown. */
  | { readonly _tag: "Forgotten" }

/** An action on many rows, and its progress. */
export interface Batch {
  readonly resource: AnyResource
  readonly action: Action<AnyRow>
  readonly rows: ReadonlyArray<AnyRow>
  readonly results: ReadonlyMap<Id, Outcome>
  /** Why no further row is started. */
  readonly stopped: string | undefined
  readonly isOver: boolean
}

/** Returns why the next rows would fail as well, or `undefined`. */
const reasonToStop = (outcome: Outcome): string | undefined => {
  if (outcome._tag === "Forgotten") return "nobody is logged in any more"
  if (outcome._tag !== "Failed") return undefined
  if (outcome.problem.kind === "offline") return "there is no connection"
  return outcome.problem.kind === "session" ? "the session has ended" : undefined
}

export const counts = ({ results, rows }: Batch) => {
  const done = [...results.values()].filter(({ _tag }) => _tag === "Done").length
  return { done, failed: results.size - done, left: rows.length - results.size }
}

/** Returns the rows whose outcome matches; `undefined` is that of rows without one. */
export const rowsWhere = (
  { resource, results, rows }: Batch,
  matches: (outcome: Outcome | undefined) => boolean
): ReadonlyArray<AnyRow> => rows.filter((row) => matches(results.get(resource.idOf(row))))

/** Returns the changed rows; a deleted one as it was. */
export const changedRows = ({ resource, results, rows }: Batch): ReadonlyArray<Changed> =>
  rows.flatMap((row) => {
    const id = resource.idOf(row)
    const outcome = results.get(id)
    return outcome?._tag === "Done" ? [{ id, row: outcome.row ?? row }] : []
  })

const maxNames = 3

/** Formats names: the first ones, and how many more there are. */
export const formatNames = (names: ReadonlyArray<string>) =>
  names.length <= maxNames
    ? names.join(", ")
    : `${names.slice(0, maxNames).join(", ")} and ${numberFormat.format(names.length - maxNames)} more`

const irregular: Readonly<Record<string, string>> = { undo: "Undone", forget: "Forgotten", put: "Put" }

const pastTense = ({ label }: Pick<Action<AnyRow>, "label">) =>
  label.replace(/^[a-z]+/, (verb) => irregular[verb] ?? capitalize(verb.replace(/e?$/, "ed")))

/** Formats the outcome: which rows are done, which failed and why, and which were not started. */
export const format = (batch: Batch): string => {
  const { action, resource, results, rows, stopped } = batch
  const part = (words: string, matches: (outcome: Outcome | undefined) => boolean) => {
    const names = rowsWhere(batch, matches).map((row) => resource.nameOf(row))
    return names.length === 0
      ? []
      : [words.replace("N", numberFormat.format(names.length)).replace("names", formatNames(names))]
  }
  const isUnsure = (outcome: Outcome | undefined) => outcome?._tag === "Failed" && outcome.isUnsure
  const { done, left } = counts(batch)
  const first = [...results.values()].find((outcome) => outcome._tag === "Failed")
  const parts = [
    ...(done === 0 ? ["none done"] : part("N done (names)", (outcome) => outcome?._tag === "Done")),
    ...part("N failed (names)", (outcome) => outcome !== undefined && outcome._tag !== "Done" && !isUnsure(outcome)),
    ...part("N not known (names): look before you try again", isUnsure),
    ...(left === 0 ? [] : [`${left} not begun${stopped === undefined ? "" : ` because ${stopped}`}`])
  ]
  if (done === rows.length)
    return `${pastTense(action)} ${countRows(done, resource)}: ${formatNames(rows.map((row) => resource.nameOf(row)))}.`
  const why = first === undefined ? "" : ` ${first.problem.what}`
  return `To ${action.label} ${countRows(rows.length, resource)}: ${parts.join("; ")}.${why}`
}

/** Starts no further row, unless it has stopped already. */
export const stopped = (batch: Batch, why: string | undefined): Batch =>
  batch.isOver ? batch : { ...batch, stopped: batch.stopped ?? why }

/** The number of rows that are changed at once. */
const concurrency = 3

/** Runs an action on many rows. Returns the finished batch, or `undefined` if it was forgotten meanwhile. */
export const run = <State extends { readonly batch: Batch | undefined }>(
  state: Observable.Observable<State>,
  attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>
): Effect.Effect<Batch | undefined> =>
  Effect.suspend(() => {
    // one map for the run, which also identifies it: a copy for each row would be quadratic
    const results = new Map<Id, Outcome>()
    const set = (batch: Batch) => state.update((now) => ({ ...now, batch }))
    const current = () => {
      const { batch } = state.get()
      return batch?.results === results ? batch : undefined
    }
    const runRow = (row: AnyRow) =>
      Effect.suspend((): Effect.Effect<void> => {
        const batch = current()
        if (batch === undefined || batch.stopped !== undefined) return Effect.void
        return Effect.map(attempt(action, { resource, row }), (outcome) => {
          results.set(resource.idOf(row), outcome)
          const now = current()
          if (now !== undefined) set(stopped(now, reasonToStop(outcome)))
        })
      })
    const end = () => {
      const batch = current()
      if (batch !== undefined) set({ ...batch, isOver: true })
    }
    set({ resource, action, rows, results, stopped: undefined, isOver: false })
    return Effect.forEach(rows, runRow, { concurrency, discard: true }).pipe(
      Effect.ensuring(Effect.sync(end)),
      Effect.map(current)
    )
  })
