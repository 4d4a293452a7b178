import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import type { Report } from "../../actions/Report.ts"
import type { Problem } from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Account } from "../account/Account.ts"
import * as Cell from "../Cell.ts"
import type { Lists } from "../lists/Lists.ts"
import type { Notices } from "../Notices.ts"
import * as Attempt from "./Attempt.ts"
import type { Target } from "./Attempt.ts"
import * as ChangesState from "./ChangesState.ts"
import * as Doing from "./doing.ts"
import type * as Fill from "./Fill.ts"
import type * as Group from "./Group.ts"
import * as Groups from "./Groups.ts"
import * as Making from "./making.ts"
import * as Memory from "./Memory.ts"
import * as TakingBack from "./takingBack.ts"
import * as Undo from "./Undo.ts"

export interface Changes {
  readonly state: Cell.Cell<ChangesState.ChangesState>
  readonly perform: (action: Action<AnyRow>, target: Target) => Effect.Effect<void>
  /** Does an action to many rows, few at a time; undone as one change. Gives what became of it, once it is over. */
  readonly performAll: (
    action: Action<AnyRow>,
    resource: AnyResource,
    rows: ReadonlyArray<AnyRow>
  ) => Effect.Effect<Group.Group | undefined>
  /** Begins no further row; those under way are waited for. */
  readonly stop: () => void
  /** Does what a form does, to the row that it changes where it does; the problem where there is one. */
  readonly fill: (
    form: FormAction<AnyRow>,
    values: Fill.Values,
    resource: AnyResource,
    row: AnyRow
  ) => Effect.Effect<Problem | undefined>
  readonly undo: Effect.Effect<void>
  readonly redo: Effect.Effect<void>
  /** What is said of a row while something is under way with it. */
  readonly pendingOf: (resource: AnyResource, row: AnyRow) => string | undefined
  readonly forget: () => void
}

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly notices: Notices
  /** Why nothing may be changed, such as `the profile is read-only`, where that is so. */
  readonly whyReadOnly?: () => string | undefined
  /** Whether a resource is on screen; it is unless set. */
  readonly isHere?: (resource: AnyResource) => boolean
  /** What key undoes, as it is named in a text. */
  readonly undoKey?: string
  /** Shows what is to be read of what was made. */
  readonly onReport?: (report: Report) => void
}

const keyOf = ({ resource, row }: Target) => `${resource.name} ${resource.idOf(row)}`

/** Makes changes, one at a time to each row, and remembers how to take them back. */
export const make = ({
  account,
  isHere = () => true,
  lists,
  notices,
  onReport,
  undoKey = "undo",
  whyReadOnly = () => undefined
}: Needs): Changes => {
  const state = Cell.make(ChangesState.none)
  const memory = Memory.make(state)
  const pendingOf = (target: Target) => state.get().pending.get(keyOf(target))?.said

  const mark = (key: string, pending: ChangesState.Pending | undefined) =>
    state.update(ChangesState.marked(key, pending))
  const markRow = (target: Target, said: string | undefined) =>
    mark(keyOf(target), said === undefined ? undefined : { said, of: target.resource.nameOf(target.row) })

  const tryOnce = Attempt.make({ account, lists, mark: markRow, pendingOf })
  const attempt = (action: Action<AnyRow>, target: Target) =>
    Effect.map(tryOnce(action, target), (outcome) => {
      const { resource, row } = target
      if (outcome._tag === "Done" && outcome.row === undefined)
        memory.change((undo) => Undo.forgotten(undo, resource, resource.idOf(row)))
      return outcome
    })

  const groups = Groups.make(attempt, (group) => state.update((now) => ({ ...now, group })))
  const needs = { account, attempt, groups, isHere, lists, memory, notices, state, undoKey }
  const makeRow = Making.make({ ...needs, mark, onReport })

  const hint = (text: string) =>
    Effect.as(
      Effect.sync(() => notices.tell("hint", text)),
      undefined
    )

  /** Does something that changes, unless nothing may be changed now. */
  const unlessBarred = <A>(isMany: boolean, change: () => Effect.Effect<A>): Effect.Effect<A | undefined> =>
    Effect.suspend((): Effect.Effect<A | undefined> => {
      const why = whyReadOnly()
      if (why !== undefined) return hint(`Nothing was done: ${why}.`)
      const { group } = state.get()
      return isMany && group?.isOver === false
        ? hint(`Still ${group.action.pending} ${group.rows.length}: wait for it, or stop it.`)
        : change()
    })

  return {
    state,
    perform: (action, target) => unlessBarred(false, () => Doing.doOne(needs, action, target)),
    performAll: (action, resource, rows) => unlessBarred(true, () => Doing.doAll(needs, action, resource, rows)),
    stop: groups.stop,
    fill: (form, values, resource, row) =>
      unlessBarred(false, () =>
        row === undefined ? makeRow(form, values, resource) : Doing.changeRow(needs, form, values, { resource, row })
      ),
    undo: unlessBarred(true, () => TakingBack.takeBack(needs, TakingBack.undoing)),
    redo: unlessBarred(true, () => TakingBack.takeBack(needs, TakingBack.redoing)),
    pendingOf: (resource, row) => pendingOf({ resource, row }),
    forget: () => {
      groups.forget()
      state.update(() => ChangesState.none)
    }
  }
}
