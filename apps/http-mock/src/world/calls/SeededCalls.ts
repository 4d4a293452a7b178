import { CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import type { Positions } from "../lists/paging.ts"
import { prng } from "../prng.ts"
import { epoch, firstId } from "../users/GeneratedUser.ts"
import { idAt } from "../users/Users.ts"
import type { Call, Participant } from "./Call.ts"
import { deviceTypes } from "./CallScript.ts"
import type { Ending } from "./CallScript.ts"

interface Facts {
  readonly dialer: UserId
  readonly receiver: UserId
  readonly startedAt: number
  readonly endedAt?: number
  readonly ending?: Ending
  readonly recorded?: boolean
  readonly rating?: string | undefined
}

const minute = 60_000
const day = 24 * 60 * minute

const [ada, grace, linus] = [idAt(0), idAt(1), idAt(2)]

const named: ReadonlyArray<Facts> = [
  { dialer: ada, receiver: grace, startedAt: epoch - 5 * minute },
  {
    dialer: grace,
    receiver: ada,
    startedAt: epoch - 60 * minute,
    endedAt: epoch - 59 * minute,
    ending: "missed"
  },
  {
    dialer: ada,
    receiver: linus,
    startedAt: epoch - day,
    endedAt: epoch - day + 754_000,
    ending: "ended",
    recorded: true,
    rating: "5"
  }
]

const namedIds = [3, 2, 1].map((last) => CallId.make(`call_00000000-0000-4000-8000-00000000000${last}`))

export const namedCalls = named.length

const namedOf = (user: UserId, size: number): ReadonlyArray<number> =>
  named
    .slice(0, size)
    .flatMap(({ dialer, receiver }, position) => (dialer === user || receiver === user ? [position] : []))

export interface SeededCalls {
  readonly seed: number
  readonly size: number
  /** The number of users that the calls were generated for. */
  readonly users: number
}

const others = ({ users }: SeededCalls) => users - 1

const factsAt = (calls: SeededCalls, position: number): Facts => {
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

/** Returns the call at a position. All but the named ones are between the administrator and one of the others, in turn. */
export const at = (calls: SeededCalls, position: number): Call => {
  const { rating, recorded = false, ...facts } = named[position] ?? factsAt(calls, position)
  const { dialer, endedAt, ending, receiver, startedAt } = facts
  const isAnswered = ending === undefined || ending === "ended"
  const participant = (who: UserId, salt: number): Participant => ({
    who,
    device: deviceTypes[prng(calls.seed, position, salt) % deviceTypes.length] ?? deviceTypes[0],
    network: [],
    stays: isAnswered ? [{ from: startedAt, ...(endedAt === undefined ? {} : { to: endedAt }) }] : []
  })
  return {
    ...facts,
    position,
    ...(isAnswered ? { answeredAt: startedAt } : {}),
    participants: [participant(dialer, 40), participant(receiver, 60)],
    ...(recorded && endedAt !== undefined ? { recording: { startedAt, stoppedAt: endedAt } } : {}),
    ratings: rating === undefined ? [] : [{ by: dialer, rating }],
    tags: []
  }
}

export const ofUser = (calls: SeededCalls, user: UserId): Positions => {
  if (user === ada) return { total: calls.size, at: (index) => index }
  const first = namedOf(user, calls.size)
  const offset = user - firstId - 1
  const count = Math.ceil((calls.size - namedCalls - offset) / others(calls))
  return {
    total: first.length + (offset < others(calls) ? Math.max(0, count) : 0),
    at: (index) => first[index] ?? namedCalls + offset + (index - first.length) * others(calls)
  }
}

export const idOf = ({ seed }: SeededCalls, position: number): CallId => {
  const hex = [26, 27].map((salt) => prng(seed, position, salt).toString(16).padStart(8, "0")).join("")
  return (
    namedIds[position] ??
    CallId.make(
      `call_${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(13, 16)}-0000${position.toString(16).padStart(8, "0")}`
    )
  )
}

export const positionOf = (calls: SeededCalls, id: string): number | undefined => {
  const name = namedIds.findIndex((known) => known === id)
  if (name >= 0) return name < calls.size ? name : undefined
  const position = Number.parseInt(/[0-9a-f]{8}$/.exec(id)?.[0] ?? "", 16)
  return position < calls.size && idOf(calls, position) === id ? position : undefined
}
