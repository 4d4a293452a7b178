import { CallId } from "@remote-assist/core/Calls"
import type { Annotation } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Choices, OptionLookup } from "../gaps/options.ts"
import type { Users } from "../users/Users.ts"
import { isIn } from "./Call.ts"
import type { Call, Positions } from "./Call.ts"
import type { CallRow } from "./CallRow.ts"
import * as SeededCalls from "./SeededCalls.ts"
import * as StoredCalls from "./StoredCalls.ts"
import { isPlaced, merge } from "./StoredCalls.ts"

export { namedCalls } from "./SeededCalls.ts"
export { isIn } from "./Call.ts"
export type { Call } from "./Call.ts"
export type { Positions } from "./Call.ts"

/**
 * The calls. Those of the seed are made on demand from their position, the newest first. Only annotations are stored, and
 * the calls that are kept: those that were placed, whose positions lie beyond all others, and those in which something happened.
 */
export interface Calls extends SeededCalls.SeededCalls {
  readonly annotations: HashMap.HashMap<number, Annotation>
  readonly kept: StoredCalls.StoredCalls
}

/** The most calls a world has; their past goes back 19 years. */
export const mostCalls = 1_000_000

export const make = (options: SeededCalls.SeededCalls): Calls => ({
  ...options,
  annotations: HashMap.empty(),
  kept: StoredCalls.empty
})

const isKept = ({ kept }: Calls) => kept !== StoredCalls.empty

export const rowAt = ({ kept }: Calls, position: number): CallRow | undefined =>
  Option.getOrUndefined(HashMap.get(kept.rows, position))

export const at = (calls: Calls, position: number): Call =>
  (isKept(calls) ? rowAt(calls, position) : undefined) ?? SeededCalls.at(calls, position)

export const idOf = (calls: Calls, position: number): CallId =>
  isPlaced(position) ? (rowAt(calls, position)?.id ?? CallId.make("call_")) : SeededCalls.idOf(calls, position)

export const positionOf = (calls: Calls, id: string): number | undefined =>
  (isKept(calls) ? Option.getOrUndefined(HashMap.get(calls.kept.ids, id)) : undefined) ??
  SeededCalls.positionOf(calls, id)

export const ofUser = (calls: Calls, user: UserId): Positions => {
  const seeded = SeededCalls.ofUser(calls, user)
  if (!isKept(calls)) return seeded
  const kept = Option.getOrElse(HashMap.get(calls.kept.ofUser, user), (): ReadonlyArray<CallRow> => [])
  return kept.length === 0 ? seeded : merge(kept, seeded, (position) => SeededCalls.at(calls, position))
}

export const put = (calls: Calls, row: CallRow): Calls => {
  const seeded = isPlaced(row.position) ? undefined : SeededCalls.at(calls, row.position)
  return { ...calls, kept: StoredCalls.put(calls.kept, row, (user) => seeded !== undefined && isIn(seeded, user)) }
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

export interface CallContext {
  readonly world: {
    readonly calls: Calls
    readonly users: Users
    readonly onCallGroups: ReadonlyArray<{ readonly id: OnCallGroupId; readonly name?: string | null | undefined }>
    readonly favorites: HashMap.HashMap<UserId, ReadonlyArray<OnCallGroupId>>
    readonly settings: { readonly choices: Partial<Choices>; readonly enterprise?: { readonly id: number } }
  }
  readonly option: OptionLookup
}

export interface ShownContext extends CallContext {
  readonly world: CallContext["world"] & { readonly settings: { readonly key: Uint8Array } }
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  /** Where they find the region, such as `http://127.0.0.1:4010/us`. */
  readonly base: () => string
}
