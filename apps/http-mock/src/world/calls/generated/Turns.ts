import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../../prng.ts"
import { epoch, firstId } from "../../users/GeneratedRow.ts"
import { idAt } from "../../users/Users.ts"
import type { Call } from "../model/Call.ts"
import type { Positions } from "../model/Positions.ts"
import { named, namedCalls, namedOf } from "./Named.ts"
import { SeededCall } from "./SeededCall.ts"
import type { Facts } from "./SeededCall.ts"

/** What the calls follow from. */
export interface Turns {
  readonly seed: number
  readonly size: number
  readonly users: number
}

const minute = 60_000
const day = 24 * 60 * minute

const ada = idAt(0)

const others = ({ users }: Turns) => users - 1

const factsAt = (calls: Turns, position: number): Facts => {
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
export const at = (calls: Turns, position: number): Call =>
  new SeededCall(calls.seed, position, named[position] ?? factsAt(calls, position))

/** The on-call groups that calls are to: none. */
export const onCall = (): ReadonlyArray<never> => []

/** The positions of a user's calls. */
export const ofUser = (calls: Turns, user: UserId): Positions => {
  if (user === ada) return { total: calls.size, at: (index) => index }
  const first = namedOf(user, calls.size)
  const turn = user - firstId - 1
  const turns = Math.ceil((calls.size - namedCalls - turn) / others(calls))
  return {
    total: first.length + (turn < others(calls) ? Math.max(0, turns) : 0),
    at: (index) => first[index] ?? namedCalls + turn + (index - first.length) * others(calls)
  }
}
