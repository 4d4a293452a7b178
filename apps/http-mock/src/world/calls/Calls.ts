import type { Annotation } from "@remote-assist/core/Calls"
import { CallId } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"

import { prng } from "../prng.ts"
import { epoch, firstId } from "../users/GeneratedRow.ts"
import { idAt } from "../users/Users.ts"

/** A call as the world keeps it: times in milliseconds, no end while it runs. */
export interface Call {
  readonly position: number
  readonly dialer: UserId
  readonly receiver: UserId
  readonly startedAt: number
  readonly endedAt: number | undefined
  /** How it ended; undefined while it runs. */
  readonly ending: "ended" | "missed" | undefined
  readonly recorded: boolean
  readonly rating: string | undefined
}

/**
 * The calls, the newest first. All but the named ones are made on demand from their position: each is between the
 * administrator and one of the others, in turn. No operation makes or ends a call, so only annotations are stored.
 */
export interface Calls {
  readonly seed: number
  readonly size: number
  /** How many users the calls were made for. */
  readonly users: number
  readonly annotations: HashMap.HashMap<number, Annotation>
}

const minute = 60_000
const day = 24 * 60 * minute

const [ada, grace, linus] = [idAt(0), idAt(1), idAt(2)]

const running: Omit<Call, "position"> = {
  dialer: ada,
  receiver: grace,
  startedAt: epoch - 5 * minute,
  endedAt: undefined,
  ending: undefined,
  recorded: false,
  rating: undefined
}

const missed: Omit<Call, "position"> = {
  dialer: grace,
  receiver: ada,
  startedAt: epoch - 60 * minute,
  endedAt: epoch - 59 * minute,
  ending: "missed",
  recorded: false,
  rating: undefined
}

const finished: Omit<Call, "position"> = {
  dialer: ada,
  receiver: linus,
  startedAt: epoch - day,
  endedAt: epoch - day + 754_000,
  ending: "ended",
  recorded: true,
  rating: "5"
}

const named = [running, missed, finished]

const namedIds = [3, 2, 1].map((last) => CallId.make(`call_00000000-0000-4000-8000-00000000000${last}`))

/** The fewest calls a world has. */
export const namedCalls = named.length

/** The most calls a world has; their past goes back 19 years. */
export const mostCalls = 1_000_000

export const make = (options: Pick<Calls, "seed" | "size" | "users">): Calls => ({
  ...options,
  annotations: HashMap.empty()
})

const others = ({ users }: Calls) => users - 1

const generated = (calls: Calls, position: number): Call => {
  const random = (salt: number) => prng(calls.seed, position, salt)
  const other = idAt(1 + ((position - namedCalls) % others(calls)))
  const outgoing = random(20) % 2 === 0
  const answered = random(21) % 8 !== 0
  const startedAt = epoch - 2 * day - (position - namedCalls) * 10 * minute
  return {
    position,
    dialer: outgoing ? ada : other,
    receiver: outgoing ? other : ada,
    startedAt,
    endedAt: startedAt + (answered ? 1000 * (20 + (random(22) % 520)) : minute),
    ending: answered ? "ended" : "missed",
    recorded: answered && random(23) % 3 === 0,
    rating: answered && random(24) % 2 === 0 ? String(1 + (random(25) % 5)) : undefined
  }
}

/** The call at a position below `size`. */
export const at = (calls: Calls, position: number): Call => {
  const one = named[position]
  return one === undefined ? generated(calls, position) : { ...one, position }
}

/** The id of the call at a position, which a generated id ends with. */
export const idOf = (calls: Calls, position: number): CallId => {
  const hex = [26, 27].map((salt) => prng(calls.seed, position, salt).toString(16).padStart(8, "0")).join("")
  return (
    namedIds[position] ??
    CallId.make(
      `call_${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(13, 16)}-0000${position.toString(16).padStart(8, "0")}`
    )
  )
}

/** The position that an id belongs to. */
export const positionOf = (calls: Calls, id: string): number | undefined => {
  const name = namedIds.findIndex((known) => known === id)
  if (name >= 0) return name < calls.size ? name : undefined
  const position = Number.parseInt(/[0-9a-f]{8}$/.exec(id)?.[0] ?? "", 16)
  return position < calls.size && idOf(calls, position) === id ? position : undefined
}

export const isIn = ({ dialer, receiver }: Call, user: UserId): boolean => dialer === user || receiver === user

/** The positions of a user's calls, the newest first. */
export interface Positions {
  readonly total: number
  readonly at: (index: number) => number
}

export const ofUser = (calls: Calls, user: UserId): Positions => {
  if (user === ada) return { total: calls.size, at: (index) => index }
  const first = named
    .slice(0, calls.size)
    .flatMap((call, position) => (isIn({ ...call, position }, user) ? [position] : []))
  const turn = user - firstId - 1
  const turns = Math.ceil((calls.size - namedCalls - turn) / others(calls))
  return {
    total: first.length + (turn < others(calls) ? Math.max(0, turns) : 0),
    at: (index) => first[index] ?? namedCalls + turn + (index - first.length) * others(calls)
  }
}
