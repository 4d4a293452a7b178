import { memoize } from "effect/Function"

import { binarySearch } from "../lists/order.ts"

/** A persistent set of positions as ascending ranges, each with a gap before it. */
export interface PositionSet {
  readonly count: number
  /** The first position of each range, and the position after its last. */
  readonly ranges: ReadonlyArray<Range>
}

type Range = readonly [first: number, end: number]

export const capacity = 2 ** 30

export const empty: PositionSet = { count: 0, ranges: [] }

const firstOf = ({ ranges }: PositionSet, at: number) => ranges[at]?.[0] ?? Number.POSITIVE_INFINITY

const endOf = ({ ranges }: PositionSet, at: number) => ranges[at]?.[1] ?? 0

export const has = (set: PositionSet, position: number): boolean => {
  const at = binarySearch(set.ranges.length, (at) => endOf(set, at) > position)
  return firstOf(set, at) <= position
}

/** Adds the positions `from` to `to`, exclusive, at a cost independent of their number. */
export const addRange = (set: PositionSet, from: number, to: number): PositionSet => {
  if (from >= to) return set
  const { count, ranges } = set
  // the ranges from `start` to `end`, exclusive, overlap the new one or touch it
  const start = binarySearch(ranges.length, (at) => endOf(set, at) >= from)
  const end = binarySearch(ranges.length, (at) => firstOf(set, at) > to)
  const joined = ranges.slice(start, end)
  const [first, last] = [Math.min(from, ...joined.slice(0, 1).flat()), Math.max(to, ...joined.slice(-1).flat())]
  const known = joined.reduce((sum, [first, end]) => sum + end - first, 0)
  return { count: count + last - first - known, ranges: ranges.toSpliced(start, end - start, [first, last]) }
}

export const add = (set: PositionSet, position: number): PositionSet => addRange(set, position, position + 1)

// for each range, the number of positions in the ranges before it
const countsBefore = memoize(({ ranges }: PositionSet): ReadonlyArray<number> => {
  let count = 0
  return ranges.map(([first, end]) => {
    const before = count
    count += end - first
    return before
  })
})

/** Returns the position outside of the set with `rank` such positions before it. */
export const select = (set: PositionSet, rank: number): number => {
  const before = countsBefore(set)
  const at = binarySearch(before.length, (at) => firstOf(set, at) - (before[at] ?? 0) > rank)
  return rank + (before[at] ?? set.count)
}

/** Returns the positions that are in one of two sets only, in order. */
export function* difference(one: PositionSet, other: PositionSet): Generator<number> {
  if (one === other) return
  // a bound that both sets have bounds nothing in the difference
  const bounds = [...one.ranges, ...other.ranges].flat().toSorted((less, more) => less - more)
  const own = bounds.filter((bound, at) => bound !== bounds[at - 1] && bound !== bounds[at + 1])
  for (let at = 0; at < own.length; at += 2)
    for (let position = own[at] ?? 0; position < (own[at + 1] ?? 0); position++) yield position
}

/** Returns the positions in order: a single one, or the first and the last of consecutive ones. */
export const ranges = (set: PositionSet): ReadonlyArray<number | Range> =>
  set.ranges.map(([first, end]) => (end === first + 1 ? first : [first, end - 1]))
