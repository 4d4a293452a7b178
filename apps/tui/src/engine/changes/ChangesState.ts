import * as Group from "./Group.ts"
import * as Undo from "./Undo.ts"

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
  readonly undo: Undo.Undo
  /** What is done to many rows, or was last. */
  readonly group: Group.Group | undefined
}

export const none: ChangesState = { pending: new Map(), undo: Undo.empty, group: undefined }

/** How many changes are under way, those of many rows that are still to come among them. */
export const underWay = ({ group, pending }: ChangesState): number =>
  Math.max(pending.size, group?.isOver === false ? Math.max(1, Group.counts(group).left) : 0)

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
