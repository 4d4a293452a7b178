import type { CallEvents } from "@remote-assist/core/Calls"

import { shown } from "./texts.ts"
import { timeOf } from "./times.ts"

type Stats = NonNullable<CallEvents["stats"]>
type Network = NonNullable<NonNullable<NonNullable<Stats["participantStats"]>[number]["network"]>>

/** A point as the service sends it. */
export type Point = NonNullable<Network["bandwidth"]>[number]

export type Media = "audio" | "video"

/** What was measured of a person, in the order of time, one of each moment. What is not given is not a number. */
export interface Readings {
  readonly times: Float64Array
  readonly audio: Float64Array
  readonly video: Float64Array
  /** What the service says of it, in its words; empty where it says nothing. */
  readonly results: ReadonlyArray<string>
  /** Milliseconds from one to the next, mostly; 0 of fewer than two. */
  readonly usual: number
  /** How many points say no time that can be read. */
  readonly timeless: number
  /** How many points are of the moment of a later one, which counts. */
  readonly repeated: number
}

const numberOf = (value: number | null | undefined) =>
  typeof value === "number" && Number.isFinite(value) ? value : Number.NaN

const medianStep = (times: Float64Array): number => {
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  return steps.toSorted()[Math.floor(steps.length / 2)] ?? 0
}

/** The points that have a time, by their index, in the order of time; of the same moment, as they came. */
const inOrder = (times: Float64Array): ReadonlyArray<number> => {
  const timed: Array<number> = []
  let isSorted = true
  for (const [index, at] of times.entries()) {
    if (Number.isNaN(at)) continue
    if (at < (times[timed.at(-1) ?? -1] ?? at)) isSorted = false
    timed.push(index)
  }
  return isSorted ? timed : timed.toSorted((one, other) => (times[one] ?? 0) - (times[other] ?? 0))
}

/** Reads points in whatever order and state they come. */
export const readingsOf = (points: ReadonlyArray<Point> | null | undefined): Readings => {
  const given = points ?? []
  const at = Float64Array.from(given, ({ timestamp }) => timeOf(timestamp) ?? Number.NaN)
  const timed = inOrder(at)
  const kept = timed.filter((index, place) => at[index] !== at[timed[place + 1] ?? -1])
  const times = Float64Array.from(kept, (index) => at[index] ?? 0)
  return {
    times,
    audio: Float64Array.from(kept, (index) => numberOf(given[index]?.audio)),
    video: Float64Array.from(kept, (index) => numberOf(given[index]?.video)),
    results: kept.map((index) => shown(given[index]?.result ?? "")),
    usual: medianStep(times),
    timeless: given.length - timed.length,
    repeated: timed.length - kept.length
  }
}

/** Times that are further apart than this have a gap between them: more than one is missing. */
export const gapOf = ({ usual }: Pick<Readings, "usual">): number => usual * 1.9

/** How many of some times, which are in order, are before a moment. */
export const countBefore = (times: Float64Array, at: number): number => {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The last reading at or before a moment that still says something of it, by its index. */
export const indexAt = (readings: Readings, at: number): number | undefined => {
  const index = countBefore(readings.times, at + 1) - 1
  const time = readings.times[index]
  return time !== undefined && at - time <= gapOf(readings) ? index : undefined
}
