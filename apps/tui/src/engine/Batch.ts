import * as Effect from "effect/Effect"

import type { Action } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { pluralName } from "../resources/Resource.ts"
import type { Account } from "./Account.ts"
import type { Lists } from "./lists/Lists.ts"
import type { Id } from "./lists/PageCache.ts"
import type { Notices } from "./Notices.ts"
import type { Changed } from "./UndoStack.ts"

/** What an action is done to: a row as it was when the key went down. */
export interface Target {
  readonly resource: AnyResource
  readonly row: AnyRow
}

/** What became of an action to a row. */
export type Outcome =
  /** The row as it is now; nothing where it is gone. */
  | { readonly _tag: "Done"; readonly row: AnyRow }
  /** `isUnsure` where it may have happened all the same. */
  | { readonly _tag: "Failed"; readonly problem: Problem.Problem; readonly isUnsure: boolean }
  /** Something else is under way with the row. */
  | { readonly _tag: "Busy"; readonly doing: string }
  /** Who began it is not logged in any more: of that nothing is shown. */
  | { readonly _tag: "Forgotten" }

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly pendingOf: (target: Target) => string | undefined
  /** Notes what is said of a row while something is under way with it. */
  readonly mark: (target: Target, pending: string | undefined) => void
}

const refused = "Refresh to see how things are, then try again."

/** Makes what does an action to a row, once, and notes in its list how it is then. */
export const makeAttempt =
  ({ account, lists, mark, pendingOf }: Needs) =>
  (action: Action<AnyRow>, target: Target): Effect.Effect<Outcome> =>
    Effect.suspend((): Effect.Effect<Outcome> => {
      const { resource, row } = target
      const doing = pendingOf(target)
      if (doing !== undefined) return Effect.succeed({ _tag: "Busy", doing })
      mark(target, action.pending)
      const dataOf = account.state.get().dataOf
      return lists.provided(action.run(row)).pipe(
        Effect.match({
          onSuccess: (changed): Outcome => {
            if (account.state.get().dataOf !== dataOf) return { _tag: "Forgotten" }
            if (resource.group === undefined || changed === undefined)
              lists.of(resource).change(resource.idOf(row), changed)
            if (resource.group !== undefined) lists.refreshGroup(resource.group)
            lists.age(action.shownIn ?? [])
            return { _tag: "Done", row: changed }
          },
          onFailure: (error): Outcome => {
            if (account.state.get().dataOf !== dataOf) return { _tag: "Forgotten" }
            const problem = account.advised(
              Problem.describe(`${action.label} ${resource.nameOf(row)}`, error, action.refused ?? refused),
              error
            )
            return { _tag: "Failed", problem, isUnsure: Problem.mayHaveHappened(error) }
          }
        }),
        Effect.ensuring(Effect.sync(() => mark(target, undefined)))
      )
    })

/** One action to many rows, and how far it is. */
export interface Batch {
  readonly resource: AnyResource
  readonly action: Action<AnyRow>
  readonly rows: ReadonlyArray<AnyRow>
  /** What became of those that it was done to. */
  readonly results: ReadonlyMap<Id, Outcome>
  /** Why no further one is begun. */
  readonly stopped: string | undefined
  readonly isOver: boolean
}

const begun = (action: Action<AnyRow>, resource: AnyResource, rows: ReadonlyArray<AnyRow>): Batch => ({
  resource,
  action,
  rows,
  results: new Map(),
  stopped: undefined,
  isOver: false
})

/** Why no further row is begun after an outcome: what failed for this one would for each. */
const reasonToStop = (outcome: Outcome): string | undefined => {
  if (outcome._tag === "Forgotten") return "nobody is logged in any more"
  if (outcome._tag !== "Failed") return undefined
  if (outcome.problem.kind === "offline") return "there is no connection"
  return outcome.problem.kind === "session" ? "the session has ended" : undefined
}

interface Counts {
  readonly done: number
  readonly failed: number
  readonly left: number
}

export const counts = ({ results, rows }: Batch): Counts => {
  let done = 0
  for (const { _tag } of results.values()) if (_tag === "Done") done++
  return { done, failed: results.size - done, left: rows.length - results.size }
}

/** The rows of which something became, or that are left. */
export const rowsWhere = (
  { resource, results, rows }: Batch,
  isIt: (outcome: Outcome | undefined) => boolean
): ReadonlyArray<AnyRow> => rows.filter((row) => isIt(results.get(resource.idOf(row))))

const mostNamed = 3

const named = (names: ReadonlyArray<string>) =>
  names.length <= mostNamed
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more`

/** Says what became of it, with names: what was done, what failed and why, what was not begun and why. */
const text = (group: Batch): string => {
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
  return `To ${action.label} ${rows.length} ${rows.length === 1 ? resource.one : pluralName(resource)}: ${parts.join("; ")}.${why}`
}

/** How many rows are under way at once. */
const atOnce = 3

/** Does an action to many rows, one such group at a time. */
export interface Groups {
  /** Gives what became of it; nothing where it was forgotten meanwhile. */
  readonly run: (
    action: Action<AnyRow>,
    resource: AnyResource,
    rows: ReadonlyArray<AnyRow>
  ) => Effect.Effect<Batch | undefined>
  readonly stop: () => void
  readonly forget: () => void
}

export const makeGroups = (
  attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>,
  note: (group: Batch) => void
): Groups => {
  let current: Batch | undefined
  let runs = 0

  const update = (change: (now: Batch) => Batch) => {
    if (current === undefined) return
    current = change(current)
    note(current)
  }

  return {
    run: (action, resource, rows) =>
      Effect.suspend(() => {
        const run = ++runs
        // one for the whole run: to copy it with each row would take ever longer
        const results = new Map<Id, Outcome>()
        const isForgotten = () => current === undefined || run !== runs
        current = { ...begun(action, resource, rows), results }
        note(current)
        const one = (row: AnyRow) =>
          Effect.suspend((): Effect.Effect<void> => {
            if (isForgotten() || current?.stopped !== undefined) return Effect.void
            return Effect.map(attempt(action, { resource, row }), (outcome) => {
              if (isForgotten()) return
              results.set(resource.idOf(row), outcome)
              update((now) => ({ ...now, stopped: now.stopped ?? reasonToStop(outcome) }))
            })
          })
        return Effect.forEach(rows, one, { concurrency: atOnce, discard: true }).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              if (!isForgotten()) update((now) => ({ ...now, isOver: true }))
            })
          ),
          Effect.map(() => (isForgotten() ? undefined : current))
        )
      }),
    stop: () => update((now) => (now.isOver ? now : { ...now, stopped: now.stopped ?? "it was stopped" })),
    forget: () => {
      current = undefined
    }
  }
}

/** The rows that were changed, each as it is now; one that is gone as it was. */
export const changedRows = (group: Batch): ReadonlyArray<Changed> =>
  group.rows.flatMap((row) => {
    const id = group.resource.idOf(row)
    const outcome = group.results.get(id)
    return outcome?._tag === "Done" ? [{ id, row: outcome.row ?? row }] : []
  })

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
      `${said}${name} ${outcome.row === undefined ? action.done : (action.describeDone?.(outcome.row) ?? action.done)}`
    )
  if (outcome._tag !== "Failed") return
  const { kind, todo, what } = outcome.problem
  notices.tell("problem", `${kind === "refused" ? "" : `Could not ${action.label} ${name}. `}${what} ${todo}`)
}

/** Tells what became of what was done to many rows, behind what is `said` before. */
export const tellAll = (notices: Notices, group: Batch, said = ""): void =>
  notices.tell(counts(group).done === group.rows.length ? "done" : "problem", `${said}${text(group)}`)
