import { prng } from "../prng.ts"

const hour = 3_600_000

const day = 24 * hour

const dial = (at: number, middle: number, width: number) => Math.exp(-(((at - middle) / width) ** 2))

/** How many calls begin at an hour: most before and after lunch, few at night, and none before midnight. */
const density = (at: number) => 0.012 + dial(at, 10.5, 2) + 0.95 * dial(at, 15, 1.9)

const quarters = 90

/** The share of a day's calls that have begun by each quarter of an hour. */
const begun = (() => {
  const shares = [0]
  for (let quarter = 0; quarter < quarters; quarter++)
    shares.push((shares[quarter] ?? 0) + density((quarter + 0.5) / 4))
  const all = shares[quarters] ?? 1
  return shares.map((share) => share / all)
})()

/** When in a day a share of its calls has begun, in milliseconds. */
const timeOf = (share: number): number => {
  let [low, high] = [0, quarters]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((begun[middle] ?? 1) <= share) low = middle
    else high = middle
  }
  const [from, to] = [begun[low] ?? 0, begun[high] ?? 1]
  return (low + (share - from) / (to - from)) * (hour / 4)
}

// the day before the epoch is a Wednesday
const weekdays = { wed: 1, tue: 1, mon: 1, sun: 0.03, sat: 0.06, fri: 0.85, thu: 1 }

/** How many calls there are on a full day of so many users. */
export const perDay = (users: number): number => Math.max(100, 20 * users)

/** Tells how many milliseconds before the epoch each of so many calls begins, the newest first. */
export const make = (seed: number, users: number, calls: number): ((call: number) => number) => {
  const planned = Object.values(weekdays).map((share) => Math.round(share * perDay(users)))
  const starts = planned.map((_, index) => planned.slice(0, index).reduce((sum, count) => sum + count, 0))
  const week = planned.reduce((sum, count) => sum + count, 0)
  return (call) => {
    const weeks = Math.floor(call / week)
    const within = call - weeks * week
    const index = starts.findLastIndex((start) => start <= within)
    const first = starts[index] ?? 0
    // the oldest day has those that are left, and is a whole day nevertheless
    const count = Math.min(planned[index] ?? 1, calls - weeks * week - first)
    const later = within - first + prng(seed, call, 75) / 2 ** 32
    return (7 * weeks + index + 1) * day - Math.floor(timeOf(1 - later / count))
  }
}
