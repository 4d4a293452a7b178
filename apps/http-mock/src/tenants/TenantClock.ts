import type * as Clock from "effect/Clock"
import * as MutableRef from "effect/MutableRef"

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
export const make = (machine: Clock.Clock): TenantClock => {
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
