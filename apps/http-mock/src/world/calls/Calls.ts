import { CallId } from "@remote-assist/core/Calls"
import type { Annotation } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import * as Generated from "./generated/Generated.ts"
import type { CallRow } from "./kept/CallRow.ts"
import * as Kept from "./kept/Kept.ts"
import { isPlaced, merge } from "./kept/order.ts"
import { isIn } from "./model/Call.ts"
import type { Call, Positions } from "./model/Call.ts"

export { namedCalls } from "./generated/Generated.ts"
export { isIn } from "./model/Call.ts"
export type { Call } from "./model/Call.ts"
export type { Positions } from "./model/Call.ts"

/**
 * The calls. Those of the seed are made on demand from their position, the newest first. Only annotations are stored, and
 * the calls that are kept: those that were placed, whose positions lie beyond all others, and those in which something happened.
 */
export interface Calls extends Generated.Generated {
  readonly annotations: HashMap.HashMap<number, Annotation>
  readonly kept: Kept.Kept
}

/** The most calls a world has; their past goes back 19 years. */
export const mostCalls = 1_000_000

export const make = (options: Generated.Generated): Calls => ({
  ...options,
  annotations: HashMap.empty(),
  kept: Kept.empty
})

const isKept = ({ kept }: Calls) => kept !== Kept.empty

export const rowAt = ({ kept }: Calls, position: number): CallRow | undefined =>
  Option.getOrUndefined(HashMap.get(kept.rows, position))

export const at = (calls: Calls, position: number): Call =>
  (isKept(calls) ? rowAt(calls, position) : undefined) ?? Generated.at(calls, position)

export const idOf = (calls: Calls, position: number): CallId =>
  isPlaced(position) ? (rowAt(calls, position)?.id ?? CallId.make("call_")) : Generated.idOf(calls, position)

export const positionOf = (calls: Calls, id: string): number | undefined =>
  (isKept(calls) ? Option.getOrUndefined(HashMap.get(calls.kept.ids, id)) : undefined) ??
  Generated.positionOf(calls, id)

export const ofUser = (calls: Calls, user: UserId): Positions => {
  const seeded = Generated.ofUser(calls, user)
  if (!isKept(calls)) return seeded
  const kept = Option.getOrElse(HashMap.get(calls.kept.ofUser, user), (): ReadonlyArray<CallRow> => [])
  return kept.length === 0 ? seeded : merge(kept, seeded, (position) => Generated.at(calls, position))
}

export const put = (calls: Calls, row: CallRow): Calls => {
  const seeded = isPlaced(row.position) ? undefined : Generated.at(calls, row.position)
  return { ...calls, kept: Kept.put(calls.kept, row, (user) => seeded !== undefined && isIn(seeded, user)) }
}

/** Notes that somebody left the enterprise, or was deactivated: in what is due next they leave the calls that they are in. */
export const departing = (calls: Calls, at: number): Calls =>
  HashMap.isEmpty(calls.kept.live)
    ? calls
    : { ...calls, kept: { ...calls.kept, departed: Math.min(at, calls.kept.departed ?? at) } }

const mostInvited = 200

const withInvited = (row: CallRow, users: ReadonlyArray<UserId>, now: number): CallRow => {
  const at = Math.max(now, row.events.at(-1)?.at ?? row.startedAt)
  const noted = users.slice(0, Math.max(0, mostInvited - row.invited.length))
  return {
    ...row,
    invited: [...row.invited, ...noted],
    events: [...row.events, ...noted.map((who) => ({ at, type: "invited" as const, who }))]
  }
}

export const inviting = (calls: Calls, position: number, users: ReadonlyArray<UserId>, at: number): Calls => {
  const row = rowAt(calls, position)
  const more = users.filter((user) => row?.invited.includes(user) === false)
  return row === undefined || more.length === 0 ? calls : put(calls, withInvited(row, more, at))
}
