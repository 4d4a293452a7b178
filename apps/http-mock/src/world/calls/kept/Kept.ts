import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { memoize } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { isGuest } from "../model/Call.ts"
import type { CallRow } from "./CallRow.ts"
import { compare, firstOf } from "./order.ts"

/** The calls that are kept, by their position, and what is looked up in them. */
export interface Kept {
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

export const empty: Kept = {
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
  const place = firstOf(rows.length, (index) => {
    const other = rows[index]
    return other === undefined || compare(other, row) >= 0
  })
  if (rows[place]?.position === row.position) return rows.with(place, row)
  const known = rows.findIndex(({ position }) => position === row.position)
  const others = known < 0 ? rows : rows.toSpliced(known, 1)
  const next = others.findIndex((other) => compare(other, row) > 0)
  return others.toSpliced(next < 0 ? others.length : next, 0, row)
}

const rowsOf = (map: Kept["ofUser"], user: UserId): ReadonlyArray<CallRow> =>
  Option.getOrElse(HashMap.get(map, user), () => [])

/** Forgets what a call at a position was before, such as one that an undo took back, where the next one is not like it. */
const without = (
  kept: Kept,
  before: CallRow,
  row: CallRow,
  users: ReadonlySet<UserId>
): Pick<Kept, "ids" | "ofUser"> => ({
  ids: before.id === row.id ? kept.ids : HashMap.remove(kept.ids, before.id),
  ofUser: [...usersIn(before)]
    .filter((user) => !users.has(user))
    .reduce((map, user) => {
      const others = rowsOf(map, user).filter(({ position }) => position !== before.position)
      return others.length === 0 ? HashMap.remove(map, user) : HashMap.set(map, user, others)
    }, kept.ofUser)
})

/** Keeps a call, in place of what was kept of it; those whom the seed has in it are found there. */
export const put = (kept: Kept, row: CallRow, isOfSeed: (user: UserId) => boolean): Kept => {
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
const dueOf = memoize((kept: Kept): number => {
  let next = kept.departed ?? Number.POSITIVE_INFINITY
  for (const row of HashMap.values(kept.live)) next = Math.min(next, dueIn(row))
  return next
})

/** When something is due next in any of the calls, in milliseconds since the epoch. */
export const due = (kept: Kept): number => (kept === empty ? Number.POSITIVE_INFINITY : dueOf(kept))
