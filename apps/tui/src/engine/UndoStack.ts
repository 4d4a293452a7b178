import * as Struct from "effect/Struct"

import { formatDone } from "../actions/Action.ts"
import type { Action, FormAction, FormValues } from "../actions/Action.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { pluralName } from "../resources/Resource.ts"
import type { Id } from "./lists/PageCache.ts"

/** A row after a change. */
export interface Changed {
  readonly id: Id
  readonly row: unknown
}

/** A change to one row or to many, and the action that undoes it. */
export interface Change {
  readonly resource: AnyResource
  readonly rows: ReadonlyArray<Changed>
  readonly action: Action<AnyRow>
  readonly inverse: Action<AnyRow>
  /** A later change that cannot be undone. The user is warned before this one is undone. */
  readonly blockedBy?: string | undefined
}

/** The changes to undo and to redo; the last is next. */
export interface UndoStack {
  readonly done: ReadonlyArray<Change>
  readonly undone: ReadonlyArray<Change>
}

export const empty: UndoStack = { done: [], undone: [] }

export const maxChanges = 100

/** Sets or clears the later change that blocks the next undo. */
export const blocked = ({ done, undone }: UndoStack, blockedBy: string | undefined): UndoStack => ({
  done: done.map((change, at) => (at === done.length - 1 ? { ...change, blockedBy } : change)),
  undone
})

/** Formats a change: `deactivate grace@example.com`. */
export const format = ({ action, resource, rows }: Omit<Change, "inverse">): string => {
  const [first] = rows
  const target =
    rows.length === 1 && first !== undefined ? resource.nameOf(first.row) : `${rows.length} ${pluralName(resource)}`
  return `${action.label} ${target}`
}

const withoutRows = (changes: ReadonlyArray<Change>, change: Change, rows: ReadonlyArray<Changed>) => {
  const ids = new Set(rows.map(({ id }) => id))
  return changes.flatMap((other) => {
    if (other !== change) return [other]
    const rest = other.rows.filter(({ id }) => !ids.has(id))
    return rest.length === 0 ? [] : [{ ...other, rows: rest }]
  })
}

/** Moves rows of a change from one stack to the other. */
export const moved = (
  stacks: UndoStack,
  from: keyof UndoStack,
  change: Change,
  rows: ReadonlyArray<Changed>
): UndoStack => {
  const to = from === "done" ? "undone" : "done"
  const added = rows.length === 0 ? stacks[to] : [...stacks[to], { ...change, rows }].slice(-maxChanges)
  return { ...stacks, [from]: withoutRows(stacks[from], change, rows), [to]: added }
}

/** How a change is undone and redone. */
export const directions = {
  undo: {
    stack: "done",
    action: ({ inverse }: Change) => inverse,
    nothing: "No change can be undone.",
    later: "Wait for the change in progress, then undo it.",
    label: "Undone"
  },
  redo: {
    stack: "undone",
    action: ({ action }: Change) => action,
    nothing: "No change can be redone.",
    later: "Wait for the undo in progress, then redo it.",
    label: "Done again"
  }
} as const

/** Removes a deleted row from all changes. */
export const withoutRow = ({ done, undone }: UndoStack, resource: AnyResource, id: Id): UndoStack => {
  const remove = (changes: ReadonlyArray<Change>) =>
    changes.reduce(
      (all, change) => (change.resource === resource ? withoutRows(all, change, [{ id, row: undefined }]) : all),
      changes
    )
  return { done: remove(done), undone: remove(undone) }
}

/** Converts a form with its values to an action on the row that it changes. */
export const toAction = (form: FormAction<AnyRow>, values: FormValues): Action<AnyRow> => ({
  ...Struct.pick(form, ["name", "keys", "label", "done", "pending", "shownIn"]),
  effect: "reversible",
  run: (row) => form.run(values, row),
  describeDone: (row) => formatDone(form, row, values)
})
