import type { Action } from "../actions/Action.ts"
import type { AnyResource } from "../resources/registry.ts"

/** A change that took place: what was done to which row, and what takes it back. */
export interface Change {
  readonly resource: AnyResource
  readonly row: unknown
  readonly id: string | number
  // oxlint-disable-next-line typescript/no-explicit-any -- actions and rows of a resource fit, which a list of all forgets
  readonly action: Action<any>
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly inverse: Action<any>
}

/** The changes that can be taken back, and those that were; the last is the next. */
export interface Undo {
  readonly done: ReadonlyArray<Change>
  readonly undone: ReadonlyArray<Change>
}

export const empty: Undo = { done: [], undone: [] }

const most = 100

/** A change that was made: what was taken back before it is not done again. */
export const made = ({ done }: Undo, change: Change): Undo => ({ done: [...done, change].slice(-most), undone: [] })

export const takenBack = ({ done, undone }: Undo, change: Change): Undo => ({
  done: done.filter((other) => other !== change),
  undone: [...undone, change]
})

export const madeAgain = ({ done, undone }: Undo, change: Change): Undo => ({
  done: [...done, change],
  undone: undone.filter((other) => other !== change)
})

/** Changes to what is gone cannot be taken back. */
export const forgotten = ({ done, undone }: Undo, resource: AnyResource, id: string | number): Undo => {
  const isOther = (change: Change) => change.resource !== resource || change.id !== id
  return { done: done.filter(isOther), undone: undone.filter(isOther) }
}
