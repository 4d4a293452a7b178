import type { PodId } from "@remote-assist/core/Pods"

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
}

export const rowAt = ({ seed }: Generated, position: number): GeneratedRow => new GeneratedRow(seed, position)

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
  (one.seed === other.seed && one.from === other.from && JSON.stringify(one.pods) === JSON.stringify(other.pods))
