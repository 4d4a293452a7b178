import type { ChartState } from "./ChartState.ts"
import { fullSpan } from "./ChartState.ts"
import { indexAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"
import { formatTime, pluralize, formatElapsed, isOverDays, formatDuration, formatNumber } from "./texts.ts"

const minute = 60_000

/** A sentence about a person's connection. */
export const describePerson = (person: Person): string => person.summary.words

/** The statistics in words, a line for each person; the API gives no units, so there are none. */
export const describeCall = ({ people }: Statistics): ReadonlyArray<string> =>
  people.length === 0
    ? ["Nothing was measured of this call."]
    : [...people.map((person) => describePerson(person)), "Times are in UTC."]

/** Whether a person's connection was good throughout. */
export const isGood = (person: Person): boolean => person.summary.worst === undefined

/** A person's average and worst minute. */
export const averageText = (person: Person): string => {
  const { worst } = person.summary
  const time = (at: number) => formatTime(at, { withSeconds: false })
  return [
    ...(person.average === "" ? [] : [`average ${person.average}`]),
    ...(worst === undefined ? [] : [`worst ${time(worst)} to ${time(worst + minute)}`])
  ].join(", ")
}

/** A moment with the time since the first one: `16:18:20 (+7:00)`. */
export const momentText = (statistics: Statistics, at: number): string => {
  const { from, to } = fullSpan(statistics)
  return `${formatTime(at, { withDay: isOverDays(from, to) })} (${formatElapsed(at - from)})`
}

/** A reading at the cursor: `video 212, audio 43, good`. */
export const readingText = (readings: Readings, { cursor }: ChartState): string => {
  const index = indexAt(readings, cursor)
  if (index === undefined) return "nothing measured"
  const value = (media: Media) => {
    const value = readings[media][index] ?? Number.NaN
    return Number.isNaN(value) ? `${media} not measured` : `${media} ${formatNumber(value)}`
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
  const clock = (at: number) => formatTime(at, { withDay: isOverDays(from, to) })
  return `${clock(zoom.from)} to ${clock(zoom.to)} of ${formatDuration(to - from)}`
}

/** The summary of a chart, the most important part first. */
export const summaryParts = (statistics: Statistics, state: ChartState): ReadonlyArray<string> => {
  const { overall, people, step, times } = statistics
  return [
    overall === "" ? "" : `Overall ${overall}`,
    times.length === 0 ? "" : `cursor ${momentText(statistics, state.cursor)}`,
    zoomText(statistics, state),
    people.length === 0 ? "" : pluralize(people.length, "person", "people"),
    times.length === 0 ? "" : pluralize(times.length, "moment"),
    step === 0 ? "" : `one every ${formatDuration(step)}`
  ].filter((part) => part !== "")
}
