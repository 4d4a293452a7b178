import type { World } from "../world/model/World.ts"
import type { Pace } from "./TenantClock.ts"

/** Both worlds of a tenant and how its time runs: references, whatever the size of the worlds. */
export interface State {
  readonly us: World
  readonly eu: World
  /** Nothing while the clock shows the machine's time. */
  readonly pace: Pace | undefined
}

/** What there was before a change: what the change left alone is missing. */
export type Change = Partial<State>

/** The latest changes of a tenant, the oldest first. */
export type History = Array<Change>

/** How many changes can be taken back. */
export const mostChanges = 1000

/** Adds a change, and forgets the oldest when there are too many. */
export const add = (history: History, change: Change): void => {
  if (history.push(change) > mostChanges) history.shift()
}
