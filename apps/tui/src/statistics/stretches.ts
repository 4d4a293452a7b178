import { countBefore, gapOf } from "./Readings.ts"
import type { Media, Readings } from "./Readings.ts"
import type { Person } from "./Statistics.ts"

/** Readings in a row of which the service says the same; of a gap it says nothing, and there are none. */
export interface Stretch {
  /** Empty where the service says nothing of what was measured. */
  readonly result: string
  readonly isGap: boolean
  readonly from: number
  readonly to: number
}

/** Words for a connection from the best to the worst. The interface has no list of them. */
const known = ["excellent", "good", "fair", "poor", "bad"]

/** How bad a result is: the higher, the worse; a word that is not known counts as the worst. */
export const badness = (result: string): number => {
  const at = known.indexOf(result.toLowerCase())
  return at === -1 ? known.length : at
}

/** Whether a result needs no explanation. */
export const isFine = (result: string): boolean => badness(result) <= badness("good")

const worse = (one: string, other: string) =>
  one === "" || (other !== "" && badness(other) > badness(one)) ? other : one

interface Moment {
  readonly at: number
  readonly result: string
}

const resultAt = ({ results, times }: Readings, index: number, at: number) =>
  times[index] === at ? (results[index] ?? "") : ""

/** What the service says of a person at each moment: of bandwidth and loss, the worse. */
function* momentsOf({ bandwidth, loss }: Person): Generator<Moment> {
  let [one, other] = [0, 0]
  while (one < bandwidth.times.length || other < loss.times.length) {
    const at = Math.min(bandwidth.times[one] ?? Infinity, loss.times[other] ?? Infinity)
    yield { at, result: worse(resultAt(bandwidth, one, at), resultAt(loss, other, at)) }
    if (bandwidth.times[one] === at) one += 1
    if (loss.times[other] === at) other += 1
  }
}

const split = (person: Person): ReadonlyArray<Stretch> => {
  const usual = Math.max(person.bandwidth.usual, person.loss.usual)
  const gap = gapOf({ usual })
  const found: Array<Stretch> = []
  let [begun, last]: [Moment | undefined, number] = [undefined, 0]
  for (const moment of momentsOf(person)) {
    const { at } = moment
    const isAfterGap = begun !== undefined && at - last > gap
    if (begun === undefined || isAfterGap || begun.result !== moment.result) {
      const end = isAfterGap ? last + usual : at
      if (begun !== undefined) found.push({ result: begun.result, isGap: false, from: begun.at, to: end })
      if (isAfterGap) found.push({ result: "", isGap: true, from: end, to: at })
      begun = moment
    }
    last = at
  }
  return begun === undefined ? [] : [...found, { result: begun.result, isGap: false, from: begun.at, to: last + usual }]
}

const stretches = new WeakMap<Person, ReadonlyArray<Stretch>>()

/** What became of the connection of a person, in the order of time. */
export const stretchesOf = (person: Person): ReadonlyArray<Stretch> => {
  const found = stretches.get(person) ?? split(person)
  stretches.set(person, found)
  return found
}

/** The highest of some readings. */
export interface Highest {
  readonly media: Media
  readonly value: number
}

/** The highest loss from one moment to before another, of audio or video; nothing where none was lost. */
export const highestLoss = ({ loss }: Person, from: number, to: number): Highest | undefined => {
  let highest: Highest | undefined
  const end = countBefore(loss.times, to)
  for (let index = countBefore(loss.times, from); index < end; index++)
    for (const media of ["video", "audio"] as const) {
      const value = loss[media][index] ?? Number.NaN
      if (value > (highest?.value ?? 0)) highest = { media, value }
    }
  return highest
}

const minute = 60_000

const lossAt = ({ audio, video }: Readings, index: number) =>
  Math.max(0, ...[audio[index] ?? Number.NaN, video[index] ?? Number.NaN].filter((value) => !Number.isNaN(value)))

/** When the minute begins in which most was lost on average; nothing where nothing was. */
const worstOf = ({ loss }: Person): number | undefined => {
  let worst: { readonly from: number; readonly mean: number } | undefined
  for (let index = 0; index < loss.times.length;) {
    const from = Math.floor((loss.times[index] ?? 0) / minute) * minute
    const end = Math.max(index + 1, countBefore(loss.times, from + minute))
    let mean = 0
    for (let at = index; at < end; at++) mean += lossAt(loss, at) / (end - index)
    if (mean > (worst?.mean ?? 0)) worst = { from, mean }
    index = end
  }
  return worst?.from
}

const minutes = new WeakMap<Person, { readonly from: number | undefined }>()

/** The worst minute of a person whose connection was not fine throughout: when it begins. */
export const worstMinute = (person: Person): number | undefined => {
  const found = minutes.get(person) ?? {
    from: stretchesOf(person).every(({ isGap, result }) => isGap || isFine(result)) ? undefined : worstOf(person)
  }
  minutes.set(person, found)
  return found.from
}
