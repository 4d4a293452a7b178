import type { RegionName } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import * as MutableRef from "effect/MutableRef"

import { rootBranch, nextBranch } from "../world/model/rows.ts"
import type { BranchId } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"

/** How the time of a tenant follows that of the machine: when this showed `since`, it was `at`; it runs `scale` times as fast. */
export interface Pace {
  readonly since: number
  readonly at: number
  /** 0 stands still. */
  readonly scale: number
}

/** A change of the pace: what is set, then how far it moves, then how fast it runs from there. */
export interface ClockChange {
  /** Milliseconds since the epoch. */
  readonly set?: number
  /** Milliseconds. */
  readonly advance?: number
  readonly scale?: number
}

/** The time that a tenant lives by, in milliseconds. */
export interface TenantClock {
  readonly now: () => number
  /** Nothing while it shows the machine's time. */
  readonly pace: () => Pace | undefined
  readonly change: (change: ClockChange) => void
  /** Puts back a pace that {@link TenantClock.pace} gave. */
  readonly restore: (pace: Pace | undefined) => void
}

// dates of four digits, which every format knows
const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

const within = (time: number) => Math.min(Math.max(time, earliest), latest)

/** A clock that shows the machine's time until it is changed, and never leaves the years 1 to 9999. */
export const makeClock = (machine: Clock.Clock): TenantClock => {
  const current = MutableRef.make<Pace | undefined>(undefined)
  const now = () => {
    const pace = current.current
    const real = machine.currentTimeMillisUnsafe()
    return pace === undefined ? real : within(pace.at + Math.floor((real - pace.since) * pace.scale))
  }
  return {
    now,
    pace: () => current.current,
    change: ({ advance = 0, scale = current.current?.scale ?? 1, set = now() }) => {
      MutableRef.set(current, { since: machine.currentTimeMillisUnsafe(), at: within(set + advance), scale })
    },
    restore: (pace) => {
      MutableRef.set(current, pace)
    }
  }
}

/** Both worlds of a tenant and how its time runs: references, whatever the size of the worlds. */
export interface State {
  readonly us: World
  readonly eu: World
  /** Nothing while the clock shows the machine's time. */
  readonly pace: Pace | undefined
}

/** The lines of history that both worlds of a tenant are of. */
export type Lines = Readonly<Record<RegionName, BranchId>>

/** The lines of a state. */
export const linesOf = ({ eu, us }: State): Lines => ({ us: us.line, eu: eu.line })

export const firstLines: Lines = { us: rootBranch, eu: rootBranch }

const inNewLine = (name: string, left: BranchId, world: World): World => ({
  ...world,
  line: nextBranch(left, name, world.line)
})

/** A state that a tenant of this name leaves its lines for. */
export const inNewLines = (name: string, left: Lines, { eu, pace, us }: State): State => ({
  us: inNewLine(name, left.us, us),
  eu: inNewLine(name, left.eu, eu),
  pace
})

/** The lines of history that tenants were of when they ended, by their names; the one that ended last stands last. */
export type EndedTenants = ReadonlyMap<string, Lines>

/** How many names of ended tenants are known. */
export const mostEnded = 10_000

/** Adds a tenant that ended, and forgets the one that ended before all others when there are too many. */
export const addEnded = (ended: Map<string, Lines>, name: string, lines: Lines): void => {
  ended.delete(name)
  ended.set(name, lines)
  const [oldest] = ended.keys()
  if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest)
}

/** The ended tenants with more that ended since. */
export const withMore = (ended: EndedTenants, more: Iterable<readonly [name: string, lines: Lines]>): EndedTenants => {
  const all = new Map(ended)
  for (const [name, lines] of more) addEnded(all, name, lines)
  return all
}

/** What there was before a change: what the change left alone is missing. */
export type Before = Partial<State>

/** The latest changes of a tenant, the oldest first. */
export type History = Array<Before>

/** How many changes can be taken back. */
export const mostChanges = 1000

/** Adds what there was before a change, and forgets the oldest when there are too many. */
export const addToHistory = (history: History, before: Before): void => {
  if (history.push(before) > mostChanges) history.shift()
}
