import type { PodId } from "@remote-assist/core/Pods"

import * as Workday from "../workday/Workday.ts"
import { firstId, GeneratedRow } from "./GeneratedRow.ts"
import { generatedEntry } from "./User.ts"
import type { User } from "./User.ts"

/** Users made on demand from their position: positions `from` to `to`, `to` excluded. */
export interface Generated {
  readonly seed: number
  readonly from: number
  readonly to: number
  /** Their pods, in turn: those of a position are at its remainder. */
  readonly pods: ReadonlyArray<ReadonlyArray<PodId>>
  /** How many calls of working days users up to `to` have, if they are of that shape: what is shown of users fits these. */
  readonly workday?: number
}

// users change while what they are generated from does not
const made = new WeakMap<Generated, Workday.Workday>()

const workdayOf = (users: Generated, calls: number): Workday.Workday => {
  const known = made.get(users) ?? Workday.make({ seed: users.seed, users: users.to, calls })
  made.set(users, known)
  return known
}

/** What the user at a position follows from. */
export const rowAt = (users: Generated, position: number): GeneratedRow => {
  const { seed, workday } = users
  return new GeneratedRow(seed, position, workday === undefined ? undefined : workdayOf(users, workday).spanOf)
}

/** The user at a position. */
export const at = (users: Generated, position: number): User => ({
  entry: generatedEntry(rowAt(users, position)),
  pods: users.pods[position % users.pods.length] ?? []
})

/** The position that a user name, in lower case, is generated from. */
export const positionOf = (users: Generated, username: string): number | undefined => {
  const position = Number(/\.(\d{1,9})$/.exec(username)?.[1]) - firstId
  return position >= users.from && position < users.to && rowAt(users, position).username === username
    ? position
    : undefined
}

/** Whether the users of two ranges are the same as far as both go. */
export const areAlike = (one: Generated, other: Generated): boolean =>
  one === other ||
  (one.seed === other.seed &&
    one.from === other.from &&
    one.workday === other.workday &&
    (one.workday === undefined || one.to === other.to) &&
    JSON.stringify(one.pods) === JSON.stringify(other.pods))
