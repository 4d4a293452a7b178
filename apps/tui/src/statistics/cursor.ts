import type { ChartState } from "./ChartState.ts"
import { wholeOf } from "./ChartState.ts"
import { indexAt } from "./Readings.ts"
import type { Media, Readings } from "./Readings.ts"
import type { Person, Statistics } from "./Statistics.ts"
import { numberText } from "./texts.ts"
import { clockOf, elapsed, isOverDays } from "./times.ts"

const valueText = (readings: Readings, index: number | undefined, media: Media): string => {
  const value = index === undefined ? Number.NaN : (readings[media][index] ?? Number.NaN)
  return Number.isNaN(value) ? `${media} not measured` : `${media} ${numberText(value)}`
}

/** What was measured at the cursor: `video 212, audio 43, good`. */
export const readingText = (readings: Readings, { cursor }: Pick<ChartState, "cursor">): string => {
  const index = indexAt(readings, cursor)
  if (index === undefined) return "nothing measured"
  const result = readings.results[index] ?? ""
  const values = `${valueText(readings, index, "video")}, ${valueText(readings, index, "audio")}`
  return result === "" ? values : `${values}, ${result}`
}

/** A moment with the time since the first one: `16:18:20 (+7:00)`. */
export const momentText = (statistics: Statistics, at: number): string => {
  const { from, to } = wholeOf(statistics)
  return `${clockOf(at, { withDay: isOverDays(from, to) })} (${elapsed(at - from)})`
}

/** What was measured of a person at the cursor, in words. */
export const personAtCursor = ({ bandwidth, loss, name }: Person, state: ChartState): string =>
  `${name}: bandwidth ${readingText(bandwidth, state)}; packet loss ${readingText(loss, state)}`
