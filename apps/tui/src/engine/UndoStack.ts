import type { Action } from "../actions/Action.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { pluralName } from "../resources/Resource.ts"
import type { Id } from "./lists/PageCache.ts"

/** A row that was changed, as it was afterwards. */
export interface Changed {
  readonly id: Id
  readonly row: unknown
}

/** A change that took place, to one row or to many at once: what was done, and what takes it back. */
export interface Change {
  readonly resource: AnyResource
  readonly rows: ReadonlyArray<Changed>
  readonly action: Action<AnyRow>
  readonly inverse: Action<AnyRow>
  /** What was done after it that nothing takes back: one is told before this is undone. */
  readonly lasting?: string | undefined
}

/** The changes that can be taken back, and those that were; the last is the next. */
export interface UndoStack {
  readonly done: ReadonlyArray<Change>
  readonly undone: ReadonlyArray<Change>
}

export const empty: UndoStack = { done: [], undone: [] }

const most = 100

/** A change that was made: what was taken back before it is not done again. */
export const push = ({ done }: UndoStack, change: Change): UndoStack =>
  change.rows.length === 0 ? { done, undone: [] } : { done: [...done, change].slice(-most), undone: [] }

/** Something was done, said as it was told, that nothing takes back. */
export const lasting = ({ done, undone }: UndoStack, what: string): UndoStack => ({
  done: done.map((change, at) => (at === done.length - 1 ? { ...change, lasting: what } : change)),
  undone
})

/** One was told of what nothing takes back: the change before it is next. */
export const toldLasting = ({ done, undone }: UndoStack): UndoStack => ({
  done: done.map((change, at) => (at === done.length - 1 ? { ...change, lasting: undefined } : change)),
  undone
})

/** Where a change was made, as its screen is called. */
export const screenOf = ({ resource }: Change): string => resource.group?.title ?? resource.title

/** What a change was, in a sentence: `deactivate grace@example.com`. */
export const nameOf = ({ action, resource, rows }: Change): string => {
  const [first] = rows
  const what =
    rows.length === 1 && first !== undefined ? resource.nameOf(first.row) : `${rows.length} ${pluralName(resource)}`
  return `${action.label} ${what}`
}

/** Takes rows out of a change; one without rows is none. */
const less = (changes: ReadonlyArray<Change>, change: Change, rows: ReadonlyArray<Changed>) => {
  const ids = new Set(rows.map(({ id }) => id))
  return changes.flatMap((other) => {
    if (other !== change) return [other]
    const left = other.rows.filter(({ id }) => !ids.has(id))
    return left.length === 0 ? [] : [{ ...other, rows: left }]
  })
}

const more = (changes: ReadonlyArray<Change>, change: Change, rows: ReadonlyArray<Changed>) =>
  rows.length === 0 ? changes : [...changes, { ...change, rows }].slice(-most)

/** Rows of a change were taken back; those that were not can still be. */
export const undone = ({ done, undone }: UndoStack, change: Change, rows: ReadonlyArray<Changed>): UndoStack => ({
  done: less(done, change, rows),
  undone: more(undone, change, rows)
})

/** Rows of a change that was taken back were changed again. */
export const redone = ({ done, undone }: UndoStack, change: Change, rows: ReadonlyArray<Changed>): UndoStack => ({
  done: more(done, change, rows),
  undone: less(undone, change, rows)
})

/** Changes to what is gone cannot be taken back. */
export const withoutRow = ({ done, undone }: UndoStack, resource: AnyResource, id: Id): UndoStack => {
  const others = (changes: ReadonlyArray<Change>) =>
    changes.reduce(
      (all, change) => (change.resource === resource ? less(all, change, [{ id, row: undefined }]) : all),
      changes
    )
  return { done: others(done), undone: others(undone) }
}
