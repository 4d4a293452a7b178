import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"

import { epoch } from "../../users/GeneratedRow.ts"
import { idAt, positionOf } from "../../users/Users.ts"
import * as Groups from "../../workday/Groups.ts"
import * as Workday from "../../workday/Workday.ts"
import type { Call } from "../model/Call.ts"
import type { Positions } from "../model/Positions.ts"
import { namedCalls, namedLate, namedOf } from "./Named.ts"
import { SeededCall } from "./SeededCall.ts"
import { WorkdayCall } from "./WorkdayCall.ts"

/** What the calls follow from. */
export interface WorkingDays {
  readonly seed: number
  readonly size: number
  readonly users: number
}

/** The id of the on-call group with a number, which counts from 0. */
export const groupId = (group: number): OnCallGroupId => OnCallGroupId.make(11 + group)

// the named calls of a user come after all others
const takenAgo = (size: number) => (user: number) =>
  namedOf(idAt(user), size).reduce(
    (ago, position) => Math.max(ago, epoch - (namedLate[position]?.startedAt ?? epoch)),
    0
  )

const made = new WeakMap<WorkingDays, Workday.Workday>()

// regions and tenants begin alike
let latest: { readonly of: WorkingDays; readonly workday: Workday.Workday } | undefined

const isLike = (one: WorkingDays, other: WorkingDays) =>
  one.seed === other.seed && one.size === other.size && one.users === other.users

const make = ({ seed, size, users }: WorkingDays): Workday.Workday => {
  const of = { seed, size, users }
  if (latest !== undefined && isLike(latest.of, of)) return latest.workday
  const workday = Workday.make({ seed, users, calls: Math.max(0, size - namedCalls), takenAgo: takenAgo(size) })
  latest = { of, workday }
  return workday
}

const workdayOf = (calls: WorkingDays): Workday.Workday => {
  const known = made.get(calls) ?? make(calls)
  made.set(calls, known)
  return known
}

/** An on-call group that calls are to. */
export interface OnCall {
  readonly id: OnCallGroupId
  readonly name: string
  readonly members: ReadonlyArray<UserId>
}

/** The on-call groups that calls are to. */
export const onCall = (calls: WorkingDays): ReadonlyArray<OnCall> =>
  (calls.size === 0 ? [] : Groups.namesOf(calls.users)).map((name, group) => ({
    id: groupId(group),
    name,
    members: workdayOf(calls)
      .groups.members(group)
      .flatMap((position) => (position < calls.users ? [idAt(position)] : []))
  }))

/** The call at a position below `size`. */
export const at = (calls: WorkingDays, position: number): Call => {
  const facts = namedLate[position]
  if (facts !== undefined) return new SeededCall(calls.seed, position, facts)
  const workday = workdayOf(calls)
  return new WorkdayCall({
    seed: calls.seed,
    position,
    met: workday.at(position - namedCalls),
    groupOf: (user) => {
      const group = workday.groups.of(user)
      return group === undefined ? undefined : groupId(group)
    }
  })
}

/** The positions of a user's calls. */
export const ofUser = (calls: WorkingDays, user: UserId): Positions => {
  const first = namedOf(user, calls.size)
  const { at, total } = workdayOf(calls).ofUser(positionOf(user))
  return { total: first.length + total, at: (index) => first[index] ?? namedCalls + at(index - first.length) }
}
