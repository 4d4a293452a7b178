import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { isGuest } from "./Call.ts"
import type { Positions } from "./Call.ts"
import type { CallRow } from "./CallRow.ts"

/** Where placed calls begin; those of the seed lie below. */
export const firstPlacedPosition = 2 ** 31

export const isPlaced = (position: number): boolean => position >= firstPlacedPosition

interface Placed {
  readonly position: number
  readonly startedAt: number
}

/** How two calls are listed, the newest first; of two that began at once the one that was placed later. */
export const compareCalls = (one: Placed, other: Placed): number => {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt
  return isPlaced(one.position) || isPlaced(other.position)
    ? other.position - one.position
    : one.position - other.position
}

/** The first number below `end` that is far enough, by halves; `end` where none is. */
export const binarySearch = (end: number, isFarEnough: (index: number) => boolean): number => {
  let [from, to] = [0, end]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isFarEnough(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Both lists as one, the newest first. Of the seed's calls only those are made that a place is looked for among. */
export const merge = (
  kept: ReadonlyArray<Placed>,
  seeded: Positions,
  seededAt: (position: number) => Placed
): Positions => {
  const places = new Map<number, number>()
  const placeOf = (index: number, call: Placed): number => {
    const known = places.get(index)
    if (known !== undefined) return known
    const place = index + binarySearch(seeded.total, (at) => compareCalls(seededAt(seeded.at(at)), call) > 0)
    places.set(index, place)
    return place
  }
  return {
    total: kept.length + seeded.total,
    at: (index) => {
      const before = binarySearch(kept.length, (at) => {
        const call = kept[at]
        return call === undefined || placeOf(at, call) >= index
      })
      const call = kept[before]
      return call !== undefined && placeOf(before, call) === index ? call.position : seeded.at(index - before)
    }
  }
}

/** The calls that are kept, by their position, and what is looked up in them. */
export interface StoredCalls {
  readonly rows: HashMap.HashMap<number, CallRow>
  readonly ids: HashMap.HashMap<string, number>
  /** Where else users are in a call than the seed has them, the newest first. */
  readonly ofUser: HashMap.HashMap<UserId, ReadonlyArray<CallRow>>
  /** Those in which something can happen by itself. */
  readonly live: HashMap.HashMap<number, CallRow>
  /** How many were placed. */
  readonly given: number
  /** Since when somebody may have left the enterprise who is in a call. */
  readonly departed?: number | undefined
}

export const empty: StoredCalls = {
  rows: HashMap.empty(),
  ids: HashMap.empty(),
  ofUser: HashMap.empty(),
  live: HashMap.empty(),
  given: 0
}

export const isOver = ({ endedAt }: CallRow): boolean => endedAt !== undefined

const isLive = (row: CallRow) => !isOver(row) || row.steps.length > 0

/** The users in a call. */
const usersIn = ({ dialer, participants, receiver }: CallRow): ReadonlySet<UserId> =>
  new Set([
    dialer,
    ...(receiver === undefined ? [] : [receiver]),
    ...participants.flatMap(({ who }) => (isGuest(who) ? [] : [who]))
  ])

const withRow = (rows: ReadonlyArray<CallRow>, row: CallRow): ReadonlyArray<CallRow> => {
  const place = binarySearch(rows.length, (index) => {
    const other = rows[index]
    return other === undefined || compareCalls(other, row) >= 0
  })
  if (rows[place]?.position === row.position) return rows.with(place, row)
  const known = rows.findIndex(({ position }) => position === row.position)
  const others = known < 0 ? rows : rows.toSpliced(known, 1)
  const next = others.findIndex((other) => compareCalls(other, row) > 0)
  return others.toSpliced(next < 0 ? others.length : next, 0, row)
}

const rowsOf = (map: StoredCalls["ofUser"], user: UserId): ReadonlyArray<CallRow> =>
  Option.getOrElse(HashMap.get(map, user), () => [])

/** Forgets what a call at a position was before, such as one that an undo took back, where the next one is not like it. */
const without = (
  kept: StoredCalls,
  before: CallRow,
  row: CallRow,
  users: ReadonlySet<UserId>
): Pick<StoredCalls, "ids" | "ofUser"> => ({
  ids: before.id === row.id ? kept.ids : HashMap.remove(kept.ids, before.id),
  ofUser: [...usersIn(before)]
    .filter((user) => !users.has(user))
    .reduce((map, user) => {
      const others = rowsOf(map, user).filter(({ position }) => position !== before.position)
      return others.length === 0 ? HashMap.remove(map, user) : HashMap.set(map, user, others)
    }, kept.ofUser)
})

/** Keeps a call, in place of what was kept of it; those whom the seed has in it are found there. */
export const put = (kept: StoredCalls, row: CallRow, isOfSeed: (user: UserId) => boolean): StoredCalls => {
  const users = usersIn(row)
  const before = Option.getOrUndefined(HashMap.get(kept.rows, row.position))
  const { ids, ofUser } = before === undefined ? kept : without(kept, before, row, users)
  return {
    ...kept,
    rows: HashMap.set(kept.rows, row.position, row),
    ids: HashMap.set(ids, row.id, row.position),
    ofUser: [...users]
      .filter((user) => !isOfSeed(user))
      .reduce((map, user) => HashMap.set(map, user, withRow(rowsOf(map, user), row)), ofUser),
    live: isLive(row) ? HashMap.set(kept.live, row.position, row) : HashMap.remove(kept.live, row.position)
  }
}

/** When something is due in a call: its next step, or that nobody answers. */
export const dueIn = ({ endedAt, ringing, steps }: CallRow): number =>
  Math.min(
    steps[0]?.at ?? Number.POSITIVE_INFINITY,
    endedAt === undefined ? (ringing?.until ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  )

// what is kept never changes, so what is due next in it holds as long as it lives
const dueOf = memoize((kept: StoredCalls): number => {
  let next = kept.departed ?? Number.POSITIVE_INFINITY
  for (const row of HashMap.values(kept.live)) next = Math.min(next, dueIn(row))
  return next
})

/** When something is due next in any of the calls, in milliseconds since the epoch. */
export const due = (kept: StoredCalls): number => (kept === empty ? Number.POSITIVE_INFINITY : dueOf(kept))
