import type { EnterpriseUsers } from "@remote-assist/core"

/** A change that took place: who it was made to, and whether they were active before. */
export interface Change {
  readonly id: EnterpriseUsers.UserId
  readonly who: string
  readonly wasActive: boolean
}

/** The changes that can be undone, oldest first. */
export type Undo = ReadonlyArray<Change>

export const limit = 100

export const done = (undo: Undo, change: Change): Undo => [...undo, change].slice(-limit)

/** Takes a change off again once it is undone. */
export const undone = (undo: Undo, change: Change): Undo => undo.filter((other) => other !== change)

/** A deleted user's changes cannot be undone. */
export const forgotten = (undo: Undo, id: EnterpriseUsers.UserId): Undo => undo.filter((change) => change.id !== id)
