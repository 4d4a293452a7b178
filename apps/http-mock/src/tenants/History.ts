import type { State } from "./State.ts"

/** What there was before a change: what the change left alone is missing. */
export type Before = Partial<State>

/** The latest changes of a tenant, the oldest first. */
export type History = Array<Before>

/** How many changes can be taken back. */
export const mostChanges = 1000

/** Adds what there was before a change, and forgets the oldest when there are too many. */
export const add = (history: History, before: Before): void => {
  if (history.push(before) > mostChanges) history.shift()
}
