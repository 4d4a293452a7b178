import { formatDuration, formatLength, pluralize } from "../text/format.ts"
import type { ChartState } from "./ChartState.ts"
import { formatMoment, fullSpan } from "./ChartState.ts"
import { formatNumber, indexAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"

/** The statistics in words, a line for each person; the API gives no units, so there are none. */
export const describeCall = ({ people }: Statistics): ReadonlyArray<string> =>
  people.length === 0
    ? ["Nothing was measured of this call."]
    : [...people.map(({ summary }) => summary.words), "Times are in UTC."]

/** A moment with the time since the first one: `16:18:20 (+7:00)`. */
export const momentText = (statistics: Statistics, at: number): string => {
  const span = fullSpan(statistics)
  return `${formatMoment(at, span)} (+${formatLength(Math.max(0, Math.floor((at - span.from) / 1000)))})`
}

/** A reading at the cursor: `video 212, audio 43, good`. */
export const readingText = (readings: Readings, { cursor }: ChartState): string => {
  const index = indexAt(readings, cursor)
  if (index === undefined) return "nothing measured"
  const value = (media: Media) => {
    const value = readings[media][index] ?? Number.NaN
    return Number.isNaN(value) ? `${media} not measured` : `${media} ${formatNumber(value)}`
  }
  return [value("video"), value("audio"), readings.results[index] ?? ""].filter((part) => part !== "").join(", ")
}

/** What was measured of a person at the cursor. */
export const personAtCursor = ({ bandwidth, loss, name }: Person, state: ChartState): string =>
  `${name}: bandwidth ${readingText(bandwidth, state)}; packet loss ${readingText(loss, state)}`

/** The visible part of a zoomed call, or empty. */
export const zoomText = (statistics: Statistics, { zoom }: ChartState): string => {
  const span = fullSpan(statistics)
  return zoom === undefined
    ? ""
    : `${formatMoment(zoom.from, span)} to ${formatMoment(zoom.to, span)} of ${formatLength((span.to - span.from) / 1000)}`
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
    step < 1000 ? "" : `one every ${formatDuration(step)}`
  ].filter((part) => part !== "")
}
