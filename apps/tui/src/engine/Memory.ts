import type { Action } from "../actions/Action.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import * as Batch from "./Batch.ts"
import type * as Observable from "./Observable.ts"
import * as UndoStack from "./UndoStack.ts"

/** Something that is under way. */
export interface Pending {
  /** What is said of the row: `deactivating`. */
  readonly said: string
  /** What it is done to, by its name. */
  readonly of: string
}

export interface ChangesState {
  /** What is under way, by resource and id. */
  readonly pending: ReadonlyMap<string, Pending>
  readonly undo: UndoStack.UndoStack
  /** What is done to many rows, or was last. */
  readonly group: Batch.Batch | undefined
}

export const none: ChangesState = { pending: new Map(), undo: UndoStack.empty, group: undefined }

/** How many changes are under way, those of many rows that are still to come among them. */
export const underWay = ({ group, pending }: ChangesState): number =>
  Math.max(pending.size, group?.isOver === false ? Math.max(1, Batch.counts(group).left) : 0)

export const isUnderWay = (state: ChangesState): boolean => underWay(state) > 0

/** Notes what is under way under a key, or that nothing is any more. */
export const marked =
  (key: string, pending: Pending | undefined) =>
  (now: ChangesState): ChangesState => {
    const next = new Map(now.pending)
    if (pending === undefined) next.delete(key)
    else next.set(key, pending)
    return { ...now, pending: next }
  }

/** What was done to rows, and what takes it back, where anything does. */
type Made = Omit<UndoStack.Change, "inverse"> & { readonly inverse?: UndoStack.Change["inverse"] | undefined }

/** Keeps what was done, to take it back. */
export interface Memory {
  /** Notes how what was done to rows is taken back; without an inverse, that it is not. */
  readonly remember: (made: Made) => void
  readonly change: (undo: (now: UndoStack.UndoStack) => UndoStack.UndoStack) => void
}

export const makeMemory = (state: Observable.Observable<ChangesState>): Memory => {
  const change: Memory["change"] = (undo) => state.update((now) => ({ ...now, undo: undo(now.undo) }))
  return {
    change,
    remember: ({ inverse, ...made }) => {
      if (made.rows.length === 0) return
      change((undo) =>
        inverse === undefined
          ? UndoStack.lasting(undo, UndoStack.nameOf({ ...made, inverse: made.action }))
          : UndoStack.push(undo, { ...made, inverse })
      )
    }
  }
}

/** What takes an action or a form of a resource back, by the name that it gives; nothing where it gives none. */
export const inverseNamed = (
  { inverse }: { readonly inverse?: string },
  { actions, inverses = [] }: AnyResource
): Action<AnyRow> | undefined => [...actions, ...inverses].find(({ name }) => name === inverse)
