import { CallId } from "@remote-assist/core/Calls"
import type { Annotation } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Choices, OptionLookup } from "../gaps/options.ts"
import type { Positions } from "../lists/paging.ts"
import type { Users } from "../users/Users.ts"
import { isIn } from "./Call.ts"
import type { Call, CallRow } from "./Call.ts"
import * as SeededCalls from "./SeededCalls.ts"
import * as StoredCalls from "./StoredCalls.ts"

export { namedCalls } from "./SeededCalls.ts"
export { isIn } from "./Call.ts"
export type { Call } from "./Call.ts"

/**
 * The calls. Seeded calls are created on demand from their position, the newest first. Stored are annotations, the placed
 * calls, whose positions follow all others, and the seeded calls in which something happened.
 */
export interface Calls extends SeededCalls.SeededCalls {
  readonly annotations: HashMap.HashMap<number, Annotation>
  readonly stored: StoredCalls.StoredCalls
}

/** The maximum number of calls in a world; their past goes back 19 years. */
export const maxCalls = 1_000_000

export const make = (options: SeededCalls.SeededCalls): Calls => ({
  ...options,
  annotations: HashMap.empty(),
  stored: StoredCalls.empty
})

export const rowAt = ({ stored }: Calls, position: number): CallRow | undefined =>
  Option.getOrUndefined(HashMap.get(stored.rows, position))

export const at = (calls: Calls, position: number): Call => rowAt(calls, position) ?? SeededCalls.at(calls, position)

export const idOf = (calls: Calls, position: number): CallId =>
  StoredCalls.isPlaced(position)
    ? (rowAt(calls, position)?.id ?? CallId.make("call_"))
    : SeededCalls.idOf(calls, position)

export const positionOf = (calls: Calls, id: string): number | undefined =>
  Option.getOrUndefined(HashMap.get(calls.stored.ids, id)) ?? SeededCalls.positionOf(calls, id)

export const ofUser = (calls: Calls, user: UserId): Positions => {
  const seeded = SeededCalls.ofUser(calls, user)
  const rows = Option.getOrElse(HashMap.get(calls.stored.ofUser, user), (): ReadonlyArray<CallRow> => [])
  return rows.length === 0 ? seeded : StoredCalls.merge(rows, seeded, (position) => SeededCalls.at(calls, position))
}

export const put = (calls: Calls, row: CallRow): Calls => {
  const seeded = StoredCalls.isPlaced(row.position) ? undefined : SeededCalls.at(calls, row.position)
  const stored = StoredCalls.put(calls.stored, row, (user) => seeded !== undefined && isIn(seeded, user))
  return { ...calls, stored }
}

const maxInvited = 200

const withInvited = (row: CallRow, users: ReadonlyArray<UserId>, now: number): CallRow => {
  const at = Math.max(now, row.events.at(-1)?.at ?? row.startedAt)
  const added = users.slice(0, Math.max(0, maxInvited - row.invited.length))
  return {
    ...row,
    invited: [...row.invited, ...added],
    events: [...row.events, ...added.map((who) => ({ at, type: "invited" as const, who }))]
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
  /** Returns the region's address as the caller sees it, such as `http://127.0.0.1:4010/us`. */
  readonly base: () => string
}
