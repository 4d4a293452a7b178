import * as Effect from "effect/Effect"
import { capitalize } from "effect/String"

import type { Action, FormAction } from "../actions/Action.ts"
import { formatDone } from "../actions/Action.ts"
import type { Report } from "../actions/Report.ts"
import type { Problem } from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import type { Account } from "./Account.ts"
import type * as Batch from "./Batch.ts"
import type { Groups, Outcome, Target } from "./Batch.ts"
import { changedRows, makeAttempt, makeGroups, tellAll, tellOne } from "./Batch.ts"
import * as Fill from "./Fill.ts"
import type { Lists } from "./lists/Lists.ts"
import * as Memory from "./Memory.ts"
import { inverseNamed, isUnderWay, marked, none } from "./Memory.ts"
import type { ChangesState, Pending } from "./Memory.ts"
import type { Notices } from "./Notices.ts"
import * as Observable from "./Observable.ts"
import * as UndoStack from "./UndoStack.ts"

interface DoNeeds {
  readonly account: Account["Service"]
  readonly attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>
  readonly groups: Groups
  readonly memory: Memory.Memory
  readonly notices: Notices
}

const rowsOf = ({ resource, row }: Target, changed: AnyRow) => [{ row: changed ?? row, id: resource.idOf(row) }]

/** Does an action to a row. */
const doOne = (
  { account, attempt, memory, notices }: DoNeeds,
  action: Action<AnyRow>,
  target: Target
): Effect.Effect<void> => {
  const { resource, row } = target
  const needless = action.needless?.(row)
  if (needless !== undefined) return Effect.sync(() => notices.tell("hint", `${resource.nameOf(row)} ${needless}.`))
  // of an ended session it would not be known any more
  const inverse = account.isMe(resource, row) ? undefined : inverseNamed(action, resource)
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Done") memory.remember({ resource, rows: rowsOf(target, outcome.row), action, inverse })
    tellOne(notices, action, target, outcome)
  })
}

/** Does an action to many rows; nothing where that was forgotten meanwhile. */
const doAll = (
  { account, groups, memory, notices }: DoNeeds,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>
): Effect.Effect<Batch.Batch | undefined> => {
  // of an ended session it would not be known any more
  const mine = new Set(rows.filter((row) => account.isMe(resource, row)).map(resource.idOf))
  return Effect.map(groups.run(action, resource, rows), (group) => {
    if (group === undefined) return undefined
    const changed = changedRows(group)
    memory.remember({ resource, rows: changed.filter(({ id }) => mine.has(id)), action })
    memory.remember({
      resource,
      rows: changed.filter(({ id }) => !mine.has(id)),
      action,
      inverse: inverseNamed(action, resource)
    })
    tellAll(notices, group)
    return group
  })
}

/** Changes a row by a form; the problem where there is one. */
const changeRow = (
  { attempt, memory, notices }: DoNeeds,
  form: FormAction<AnyRow>,
  values: Fill.Values,
  target: Target
): Effect.Effect<Problem | undefined> => {
  const { resource, row } = target
  const action = Fill.actionOf(form, values)
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Failed") return outcome.problem
    const inverse = Fill.inverseOf(form, values, row) ?? inverseNamed(form, resource)
    if (outcome._tag === "Done") memory.remember({ resource, rows: rowsOf(target, outcome.row), action, inverse })
    tellOne(notices, action, target, outcome)
    return undefined
  })
}

interface MakeNeeds {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly memory: Memory.Memory
  readonly notices: Notices
  readonly isHere: (resource: AnyResource) => boolean
  /** Notes what is under way under a key. */
  readonly mark: (key: string, pending: Pending | undefined) => void
  readonly onReport: ((report: Report) => void) | undefined
}

/** Makes what makes a row of what a form holds: what it gives is the problem where there is one. */
const makeNew = ({ account, isHere, lists, mark, memory, notices, onReport }: MakeNeeds) => {
  let count = 0

  /** Reads the lists again that show or count what was made: those that were read, when they are looked at. */
  const readAgain = ({ isListed, shownIn = [] }: FormAction<AnyRow>, made: AnyResource) => {
    const others = resources.filter(({ name }) => shownIn.includes(name))
    for (const resource of isListed === true ? [made, ...others] : others) {
      const list = lists.of(resource)
      if (isHere(resource)) list.refresh()
      else list.age()
    }
  }

  const note = (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource, row: AnyRow) => {
    const action = Fill.actionOf(form, values)
    const inverse = inverseNamed(form, resource)
    if (row === undefined)
      memory.change((undo) => UndoStack.lasting(undo, `${form.label} ${targetName(form, resource, row)}`))
    else memory.remember({ resource, rows: [{ row, id: resource.idOf(row) }], action, inverse })
  }

  const show = (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource, row: AnyRow) => {
    const name = row === undefined ? capitalize(form.object ?? `the ${resource.one}`) : resource.nameOf(row)
    if (resource.group !== undefined) lists.refreshGroup(resource.group)
    notices.tell("done", `${name} ${formatDone(form, values, row)}`)
    readAgain(form, resource)
    if (row !== undefined && form.report !== undefined) onReport?.(form.report(row))
  }

  return (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource): Effect.Effect<Problem | undefined> => {
    const dataOf = account.state.get().dataOf
    const isForgotten = () => account.state.get().dataOf !== dataOf
    const key = `${resource.name} new ${++count}`
    mark(key, { said: form.pending, of: targetName(form, resource, undefined) })
    return lists.provided(form.run(values, undefined)).pipe(
      Effect.mapError(Fill.unmade(form, resource)),
      Effect.match({
        onSuccess: (row) => {
          if (isForgotten()) return undefined
          note(form, values, resource, row)
          show(form, values, resource, row)
          return undefined
        },
        onFailure: ({ error, problem }) => (isForgotten() ? undefined : account.advised(problem, error))
      }),
      Effect.ensuring(Effect.sync(() => mark(key, undefined)))
    )
  }
}

interface UndoNeeds {
  readonly state: Observable.Observable<ChangesState>
  readonly memory: Memory.Memory
  readonly attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>
  readonly groups: Groups
  readonly notices: Notices
  readonly isHere: (resource: AnyResource) => boolean
  readonly undoKey: string
}

/** Which way: what was done is taken back, or what was taken back is done again. */
interface Way {
  readonly of: "done" | "undone"
  /** What is done now to the rows of a change. */
  readonly pick: (change: UndoStack.Change) => Action<AnyRow>
  /** Said where there is nothing. */
  readonly nothing: string
  /** Said before what became of it. */
  readonly said: string
  readonly move: (
    undo: UndoStack.UndoStack,
    change: UndoStack.Change,
    rows: ReadonlyArray<UndoStack.Changed>
  ) => UndoStack.UndoStack
}

const undoing: Way = {
  of: "done",
  pick: ({ inverse }) => inverse,
  nothing: "Nothing to undo.",
  said: "Undone",
  move: UndoStack.undone
}

const redoing: Way = {
  of: "undone",
  pick: ({ action }) => action,
  nothing: "Nothing to redo.",
  said: "Done again",
  move: UndoStack.redone
}

/** Does something to the rows of a change once more, and moves those it was done to. */
const doAgain = (
  { attempt, groups, memory, notices }: UndoNeeds,
  way: Way,
  last: UndoStack.Change,
  first: UndoStack.Changed,
  told: string
) => {
  const { resource, rows } = last
  const action = way.pick(last)
  const moved = (changed: ReadonlyArray<UndoStack.Changed>) => memory.change((undo) => way.move(undo, last, changed))
  if (rows.length > 1)
    return Effect.map(
      groups.run(
        action,
        resource,
        rows.map(({ row }) => row)
      ),
      (group) => {
        if (group === undefined) return
        moved(changedRows(group))
        tellAll(notices, group, told)
      }
    )
  const target = { resource, row: first.row }
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Done") moved([{ id: first.id, row: outcome.row ?? first.row }])
    tellOne(notices, action, target, outcome, told)
  })
}

/** Takes back what was done last, or does again what was taken back last. */
const takeBack = (needs: UndoNeeds, way: Way): Effect.Effect<void> => {
  const { isHere, memory, notices, state, undoKey } = needs
  const hint = (text: string) => Effect.sync(() => notices.tell("hint", text))
  const last = state.get().undo[way.of].at(-1)
  const first = last?.rows[0]
  if (last === undefined || first === undefined)
    return hint(isUnderWay(state.get()) ? `${way.nothing} What is under way can be once it is answered.` : way.nothing)
  const place = isHere(last.resource) ? undefined : UndoStack.screenOf(last)
  if (way.of === "done" && last.lasting !== undefined) {
    memory.change(UndoStack.toldLasting)
    return hint(
      `What was done last cannot be undone: ${last.lasting}. ${undoKey} once more undoes what was done before: ${UndoStack.nameOf(last)}${place === undefined ? "" : `, on ${place}`}.`
    )
  }
  return doAgain(needs, way, last, first, `${way.said}${place === undefined ? "" : ` on ${place}`}: `)
}

export interface Changes {
  readonly state: Observable.Observable<ChangesState>
  readonly perform: (action: Action<AnyRow>, target: Target) => Effect.Effect<void>
  /** Does an action to many rows, few at a time; undone as one change. Gives what became of it, once it is over. */
  readonly performAll: (
    action: Action<AnyRow>,
    resource: AnyResource,
    rows: ReadonlyArray<AnyRow>
  ) => Effect.Effect<Batch.Batch | undefined>
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
  const state = Observable.make(none)
  const memory = Memory.makeMemory(state)
  const pendingOf = (target: Target) => state.get().pending.get(keyOf(target))?.said

  const mark = (key: string, pending: Pending | undefined) => state.update(marked(key, pending))
  const markRow = (target: Target, said: string | undefined) =>
    mark(keyOf(target), said === undefined ? undefined : { said, of: target.resource.nameOf(target.row) })

  const tryOnce = makeAttempt({ account, lists, mark: markRow, pendingOf })
  const attempt = (action: Action<AnyRow>, target: Target) =>
    Effect.map(tryOnce(action, target), (outcome) => {
      const { resource, row } = target
      if (outcome._tag === "Done" && outcome.row === undefined)
        memory.change((undo) => UndoStack.withoutRow(undo, resource, resource.idOf(row)))
      return outcome
    })

  const groups = makeGroups(attempt, (group) => state.update((now) => ({ ...now, group })))
  const needs = { account, attempt, groups, isHere, lists, memory, notices, state, undoKey }
  const makeRow = makeNew({ ...needs, mark, onReport })

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
    perform: (action, target) => unlessBarred(false, () => doOne(needs, action, target)),
    performAll: (action, resource, rows) => unlessBarred(true, () => doAll(needs, action, resource, rows)),
    stop: groups.stop,
    fill: (form, values, resource, row) =>
      unlessBarred(false, () =>
        row === undefined ? makeRow(form, values, resource) : changeRow(needs, form, values, { resource, row })
      ),
    undo: unlessBarred(true, () => takeBack(needs, undoing)),
    redo: unlessBarred(true, () => takeBack(needs, redoing)),
    pendingOf: (resource, row) => pendingOf({ resource, row }),
    forget: () => {
      groups.forget()
      state.update(() => none)
    }
  }
}
