import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { binarySearch } from "../lists/order.ts"
import type { Positions } from "../lists/paging.ts"
import { isGuest } from "./Call.ts"
import type { CallRow } from "./Call.ts"

/** The position of the first placed call; seeded calls lie below. */
export const firstPlacedPosition = 2 ** 31

export const isPlaced = (position: number): boolean => position >= firstPlacedPosition

interface Ordered {
  readonly position: number
  readonly startedAt: number
}

/** Orders calls, the newest first; of two that start together, the one that was placed later is first. */
export const compareCalls = (one: Ordered, other: Ordered): number => {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt
  return isPlaced(one.position) || isPlaced(other.position)
    ? other.position - one.position
    : one.position - other.position
}

/** Merges stored and seeded calls, the newest first. Creates only the seeded calls that a binary search looks at. */
export const merge = (
  stored: ReadonlyArray<Ordered>,
  seeded: Positions,
  seededAt: (position: number) => Ordered
): Positions => {
  const indexes = new Map<number, number>()
  const indexOf = (at: number, call: Ordered): number => {
    const known = indexes.get(at)
    if (known !== undefined) return known
    const index = at + binarySearch(seeded.total, (one) => compareCalls(seededAt(seeded.at(one)), call) > 0)
    indexes.set(at, index)
    return index
  }
  return {
    total: stored.length + seeded.total,
    at: (index) => {
      const before = binarySearch(stored.length, (at) => {
        const call = stored[at]
        return call === undefined || indexOf(at, call) >= index
      })
      const call = stored[before]
      return call !== undefined && indexOf(before, call) === index ? call.position : seeded.at(index - before)
    }
  }
}

/** The stored calls by position, with indexes. */
export interface StoredCalls {
  readonly rows: HashMap.HashMap<number, CallRow>
  readonly ids: HashMap.HashMap<string, number>
  /** The calls of each user that the seed does not have, the newest first. */
  readonly ofUser: HashMap.HashMap<UserId, ReadonlyArray<CallRow>>
  readonly placed: number
}

export const empty: StoredCalls = {
  rows: HashMap.empty(),
  ids: HashMap.empty(),
  ofUser: HashMap.empty(),
  placed: 0
}

export const isOver = ({ endedAt }: CallRow): boolean => endedAt !== undefined

/** Returns the calls in which time can change something. */
export const live = memoize(({ rows }: StoredCalls) =>
  HashMap.toValues(rows).filter((row) => !isOver(row) || row.steps.length > 0)
)

const usersIn = ({ dialer, participants, receiver }: CallRow): ReadonlySet<UserId> =>
  new Set([
    dialer,
    ...(receiver === undefined ? [] : [receiver]),
    ...participants.flatMap(({ who }) => (isGuest(who) ? [] : [who]))
  ])

const withRow = (rows: ReadonlyArray<CallRow>, row: CallRow): ReadonlyArray<CallRow> => {
  const index = binarySearch(rows.length, (at) => compareCalls(rows[at] ?? row, row) > 0)
  return rows.toSpliced(index, 0, row)
}

const rowsOf = (map: StoredCalls["ofUser"], user: UserId): ReadonlyArray<CallRow> =>
  Option.getOrElse(HashMap.get(map, user), () => [])

/** Removes the call at a position. */
export const remove = (stored: StoredCalls, position: number): StoredCalls =>
  Option.match(HashMap.get(stored.rows, position), {
    onNone: () => stored,
    onSome: (row) => ({
      ...stored,
      rows: HashMap.remove(stored.rows, position),
      ids: HashMap.remove(stored.ids, row.id),
      ofUser: [...usersIn(row)].reduce((map, user) => {
        const others = rowsOf(map, user).filter((other) => other.position !== position)
        return others.length === 0 ? HashMap.remove(map, user) : HashMap.set(map, user, others)
      }, stored.ofUser)
    })
  })

/** Stores a call, in place of the one at its position. */
export const put = (before: StoredCalls, row: CallRow, isSeeded: (user: UserId) => boolean): StoredCalls => {
  const stored = remove(before, row.position)
  return {
    ...stored,
    rows: HashMap.set(stored.rows, row.position, row),
    ids: HashMap.set(stored.ids, row.id, row.position),
    ofUser: [...usersIn(row)]
      .filter((user) => !isSeeded(user))
      .reduce((map, user) => HashMap.set(map, user, withRow(rowsOf(map, user), row)), stored.ofUser)
  }
}

/** Returns when something is due in a call: its next step, or the end of its ring time. */
export const dueIn = ({ endedAt, ringing, steps }: CallRow): number =>
  Math.min(
    steps[0]?.at ?? Number.POSITIVE_INFINITY,
    endedAt === undefined ? (ringing?.until ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  )

/** Returns when something is due next in any call, in milliseconds since the epoch. */
export const due = memoize((stored: StoredCalls): number =>
  live(stored).reduce((next, row) => Math.min(next, dueIn(row)), Number.POSITIVE_INFINITY)
)
