import { CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../../prng.ts"
import { epoch, firstId } from "../../users/GeneratedRow.ts"
import { idAt } from "../../users/Users.ts"
import type { Call, Positions } from "../model/Call.ts"
import { SeededCall, named, namedCalls, namedIds, namedOf } from "./SeededCall.ts"
import type { Facts } from "./SeededCall.ts"

export interface Generated {
  readonly seed: number
  readonly size: number
  /** How many users the calls were made for. */
  readonly users: number
}

const minute = 60_000
const day = 24 * 60 * minute

const ada = idAt(0)

const others = ({ users }: Generated) => users - 1

const factsAt = (calls: Generated, position: number): Facts => {
  const random = (salt: number) => prng(calls.seed, position, salt)
  const other = idAt(1 + ((position - namedCalls) % others(calls)))
  const outgoing = random(20) % 2 === 0
  const answered = random(21) % 8 !== 0
  const startedAt = epoch - 2 * day - (position - namedCalls) * 10 * minute
  return {
    dialer: outgoing ? ada : other,
    receiver: outgoing ? other : ada,
    startedAt,
    endedAt: startedAt + (answered ? 1000 * (20 + (random(22) % 520)) : minute),
    ending: answered ? "ended" : "missed",
    recorded: answered && random(23) % 3 === 0,
    rating: answered && random(24) % 2 === 0 ? String(1 + (random(25) % 5)) : undefined
  }
}

/** The call at a position below `size`: each but the named ones is between the administrator and one of the others, in turn. */
export const at = (calls: Generated, position: number): Call =>
  new SeededCall(calls.seed, position, named[position] ?? factsAt(calls, position))

export const ofUser = (calls: Generated, user: UserId): Positions => {
  if (user === ada) return { total: calls.size, at: (index) => index }
  const first = namedOf(user, calls.size)
  const turn = user - firstId - 1
  const turns = Math.ceil((calls.size - namedCalls - turn) / others(calls))
  return {
    total: first.length + (turn < others(calls) ? Math.max(0, turns) : 0),
    at: (index) => first[index] ?? namedCalls + turn + (index - first.length) * others(calls)
  }
}

export const idOf = ({ seed }: Generated, position: number): CallId => {
  const hex = [26, 27].map((salt) => prng(seed, position, salt).toString(16).padStart(8, "0")).join("")
  return (
    namedIds[position] ??
    CallId.make(
      `call_${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(13, 16)}-0000${position.toString(16).padStart(8, "0")}`
    )
  )
}

export const positionOf = (calls: Generated, id: string): number | undefined => {
  const name = namedIds.findIndex((known) => known === id)
  if (name >= 0) return name < calls.size ? name : undefined
  const position = Number.parseInt(/[0-9a-f]{8}$/.exec(id)?.[0] ?? "", 16)
  return position < calls.size && idOf(calls, position) === id ? position : undefined
}
