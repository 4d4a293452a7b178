import type { ChartState } from "./ChartState.ts"
import { fullSpan } from "./ChartState.ts"
import { gapOf, indexAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"
import { clockOf, counted, elapsed, isOverDays, lasting, numberText } from "./texts.ts"

/** Results from the best to the worst; the API has no list of them. A result that is not in it counts as the worst. */
const ranks = ["excellent", "good", "fair", "poor", "bad"]

const rankOf = (result: string): number => {
  const rank = ranks.indexOf(result.toLowerCase())
  return rank === -1 ? ranks.length : rank
}

const minute = 60_000

interface Story {
  /** A sentence about the connection. */
  readonly words: string
  /** The start of the minute with the most loss, or `undefined` if the connection was good throughout. */
  readonly worst: number | undefined
}

/** The worse result of bandwidth and loss at each time. */
const resultsOf = ({ bandwidth, loss }: Person): ReadonlyArray<readonly [at: number, result: string]> => {
  const results = new Map<number, string>()
  for (const { results: all, times } of [bandwidth, loss])
    for (const [index, at] of times.entries()) {
      const [one = "", other = ""] = [results.get(at), all[index]]
      results.set(at, one === "" || (other !== "" && rankOf(other) > rankOf(one)) ? other : one)
    }
  return Array.from(results).toSorted(([one], [other]) => one - other)
}

/** The highest loss, such as `video loss up to 14`, and the minute with the most. */
const lossOf = ({ loss }: Person): { readonly text: string; readonly worst: number | undefined } => {
  const highest: { media: Media; value: number } = { media: "video", value: 0 }
  const minutes = new Map<number, { sum: number; count: number }>()
  for (const [index, at] of loss.times.entries()) {
    const begin = Math.floor(at / minute) * minute
    const { count, sum } = minutes.get(begin) ?? { sum: 0, count: 0 }
    let most = 0
    for (const media of ["video", "audio"] as const) {
      const value = loss[media][index] ?? Number.NaN
      if (value > most) most = value
      if (value > highest.value) Object.assign(highest, { media, value })
    }
    minutes.set(begin, { sum: sum + most, count: count + 1 })
  }
  const [worst] = Array.from(minutes, ([begin, { count, sum }]) => ({ begin, mean: sum / count }))
    .filter(({ mean }) => mean > 0)
    .toSorted((one, other) => other.mean - one.mean)
  const text = highest.value === 0 ? "" : `${highest.media} loss up to ${numberText(highest.value)}`
  return { text, worst: worst?.begin }
}

const mostResults = 4

/** How much of the time each result has, the most frequent ones. */
const sharesOf = (durations: ReadonlyMap<string, number>): string => {
  const total = Math.max(
    1,
    Array.from(durations.values()).reduce((sum, duration) => sum + duration, 0)
  )
  return Array.from(durations)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostResults)
    .map(([result, duration]) => {
      const name = result || "no result given"
      return durations.size === 1 ? `${name} throughout` : `${name} for ${Math.round((100 * duration) / total)} %`
    })
    .join(", ")
}

const tell = (person: Person): Story => {
  const step = Math.max(person.bandwidth.step, person.loss.step)
  const results = resultsOf(person)
  const durations = new Map<string, number>()
  let gaps = 0
  for (const [index, [at, result]] of results.entries()) {
    const next = results[index + 1]?.[0] ?? at + step
    const isGap = next - at > gapOf({ step })
    if (isGap) gaps += next - at - step
    durations.set(result, (durations.get(result) ?? 0) + (isGap ? step : next - at))
  }
  const isGood = Array.from(durations.keys()).every((result) => rankOf(result) <= rankOf("good"))
  const { text: loss, worst } = isGood ? { text: "", worst: undefined } : lossOf(person)
  const timeless = person.bandwidth.timeless + person.loss.timeless
  const parts = [
    results.length === 0 ? "nothing was measured" : sharesOf(durations),
    gaps === 0 ? "" : `nothing measured for ${lasting(gaps)}`,
    loss === "" || worst === undefined ? loss : `${loss}, most at ${clockOf(worst, { withSeconds: false })}`
  ]
  const leftOut = timeless === 0 ? "" : ` Left out: ${counted(timeless, "point")} without a time.`
  return { words: `${person.name}: ${parts.filter((part) => part !== "").join("; ")}.${leftOut}`, worst }
}

const stories = new WeakMap<Person, Story>()

const storyOf = (person: Person): Story => {
  const story = stories.get(person) ?? tell(person)
  stories.set(person, story)
  return story
}

/** A sentence about a person's connection. */
export const describePerson = (person: Person): string => storyOf(person).words

/** The statistics in words, a line for each person; the API gives no units, so there are none. */
export const describeCall = ({ people }: Statistics): ReadonlyArray<string> =>
  people.length === 0
    ? ["Nothing was measured of this call."]
    : [...people.map((person) => describePerson(person)), "Times are in UTC."]

/** Whether a person's connection was good throughout. */
export const isGood = (person: Person): boolean => storyOf(person).worst === undefined

/** A person's average and worst minute. */
export const averageText = (person: Person): string => {
  const { worst } = storyOf(person)
  const time = (at: number) => clockOf(at, { withSeconds: false })
  return [
    ...(person.average === "" ? [] : [`average ${person.average}`]),
    ...(worst === undefined ? [] : [`worst ${time(worst)} to ${time(worst + minute)}`])
  ].join(", ")
}

/** A moment with the time since the first one: `16:18:20 (+7:00)`. */
export const momentText = (statistics: Statistics, at: number): string => {
  const { from, to } = fullSpan(statistics)
  return `${clockOf(at, { withDay: isOverDays(from, to) })} (${elapsed(at - from)})`
}

/** A reading at the cursor: `video 212, audio 43, good`. */
export const readingText = (readings: Readings, { cursor }: ChartState): string => {
  const index = indexAt(readings, cursor)
  if (index === undefined) return "nothing measured"
  const value = (media: Media) => {
    const value = readings[media][index] ?? Number.NaN
    return Number.isNaN(value) ? `${media} not measured` : `${media} ${numberText(value)}`
  }
  const result = readings.results[index] ?? ""
  return [value("video"), value("audio"), ...(result === "" ? [] : [result])].join(", ")
}

/** What was measured of a person at the cursor. */
export const personAtCursor = ({ bandwidth, loss, name }: Person, state: ChartState): string =>
  `${name}: bandwidth ${readingText(bandwidth, state)}; packet loss ${readingText(loss, state)}`

/** The visible part of a zoomed call, or empty. */
export const zoomText = (statistics: Statistics, { zoom }: ChartState): string => {
  if (zoom === undefined) return ""
  const { from, to } = fullSpan(statistics)
  const clock = (at: number) => clockOf(at, { withDay: isOverDays(from, to) })
  return `${clock(zoom.from)} to ${clock(zoom.to)} of ${lasting(to - from)}`
}

/** The summary of a chart, the most important part first. */
export const summaryParts = (statistics: Statistics, state: ChartState): ReadonlyArray<string> => {
  const { overall, people, step, times } = statistics
  return [
    overall === "" ? "" : `Overall ${overall}`,
    times.length === 0 ? "" : `cursor ${momentText(statistics, state.cursor)}`,
    zoomText(statistics, state),
    people.length === 0 ? "" : counted(people.length, "person", "people"),
    times.length === 0 ? "" : counted(times.length, "moment"),
    step === 0 ? "" : `one every ${lasting(step)}`
  ].filter((part) => part !== "")
}
