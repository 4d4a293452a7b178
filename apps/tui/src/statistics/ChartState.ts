import { pluralize } from "@remote-assist/core/Text"

import { formatDuration, formatLength } from "../text/format.ts"
import { countBefore, formatNumber, indexAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"

/** From one moment to another, in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The position in the chart of a call. */
export interface ChartState {
  /** The index of the person who comes first. */
  readonly person: number
  /** A moment, in milliseconds. */
  readonly cursor: number
  /** The visible part of the call, or `undefined` for all of it. */
  readonly zoom: Span | undefined
  /** The media in the chart: at least one. */
  readonly media: Readonly<Record<Media, boolean>>
  /** Whether numbers are shown instead of the chart. */
  readonly asTable: boolean
}

/** Formats a moment in UTC, with its date if the span is of several days. */
export const formatMoment = (at: number, { from, to }: Span): string => {
  const [moment = "", first, last] = [at, from, to].map((time) => new Date(time).toISOString())
  const isOfDays = first?.slice(0, 10) !== last?.slice(0, 10)
  return moment.slice(isOfDays ? 5 : 11, 19).replace("T", " ")
}

export type Transition = (statistics: Statistics, state: ChartState) => ChartState

/** From the first moment of a call to the last. */
export const fullSpan = ({ times }: Statistics): Span => ({ from: times[0] ?? 0, to: times.at(-1) ?? 0 })

/** The visible part of a call. */
export const visibleSpan = (statistics: Statistics, { zoom }: ChartState): Span => zoom ?? fullSpan(statistics)

const spanLength = ({ from, to }: Span) => to - from

const hour = 3_600_000

/** A longer call runs on or was not ended: its chart begins with its end. */
const maxLength = 24 * hour

/** The last hour of a call, or more if that has few readings. */
const lastPart = ({ step, times }: Statistics): Span => {
  const to = times.at(-1) ?? 0
  return { from: Math.max(times[0] ?? 0, to - Math.max(hour, step * 60)), to }
}

/** The start of a call; of a call of days, the end of its last part. */
export const initial = (statistics: Statistics): ChartState => {
  const whole = fullSpan(statistics)
  const zoom = spanLength(whole) > maxLength ? lastPart(statistics) : undefined
  return {
    person: 0,
    cursor: zoom?.to ?? whole.from,
    zoom,
    media: { audio: false, video: true },
    asTable: false
  }
}

/** Moves the cursor to the measured moment with an index; the visible part follows. */
const moveTo = ({ times }: Statistics, state: ChartState, index: number): ChartState => {
  const cursor = times[Math.max(0, Math.min(times.length - 1, index))] ?? state.cursor
  if (state.zoom === undefined) return { ...state, cursor }
  const { from, to } = state.zoom
  const by = cursor < from ? cursor - from : Math.max(0, cursor - to)
  return { ...state, cursor, zoom: { from: from + by, to: to + by } }
}

const byTenths =
  (tenths: number): Transition =>
  (statistics, state) => {
    const at = state.cursor + (tenths / 10) * spanLength(visibleSpan(statistics, state))
    return moveTo(statistics, state, countBefore(statistics.times, at + 1) - 1)
  }

/** The fewest readings that a chart is zoomed in to. */
const minReadings = 8

const zoomBy =
  (factor: number): Transition =>
  (statistics, state) => {
    const [whole, span] = [fullSpan(statistics), visibleSpan(statistics, state)]
    const length = Math.round(spanLength(span) * factor)
    if (length >= spanLength(whole)) return { ...state, zoom: undefined }
    if (length < Math.max(1, statistics.step * minReadings)) return state
    // the cursor stays in its place on screen
    const share = (state.cursor - span.from) / Math.max(1, spanLength(span))
    const from = Math.max(whole.from, Math.min(whole.to - length, Math.round(state.cursor - share * length)))
    return { ...state, zoom: { from, to: from + length } }
  }

/** Shows or hides a medium; hiding the last one shows the other. */
const toggle =
  (media: Media, other: Media): Transition =>
  (_, { media: shown, ...state }) => ({
    ...state,
    media: { ...shown, [media]: !shown[media], [other]: shown[media] || shown[other] }
  })

/** The commands of the keys in a chart. */
export const transitions = {
  "chart.left": (statistics, state) => moveTo(statistics, state, countBefore(statistics.times, state.cursor) - 1),
  "chart.right": (statistics, state) => moveTo(statistics, state, countBefore(statistics.times, state.cursor + 1)),
  "chart.farLeft": byTenths(-1),
  "chart.farRight": byTenths(1),
  "chart.start": (statistics, state) => moveTo(statistics, state, 0),
  "chart.end": (statistics, state) => moveTo(statistics, state, statistics.times.length - 1),
  "chart.zoomIn": zoomBy(0.5),
  "chart.zoomOut": zoomBy(2),
  "chart.person": ({ people }, state) => ({ ...state, person: (state.person + 1) % Math.max(1, people.length) }),
  "chart.audio": toggle("audio", "video"),
  "chart.video": toggle("video", "audio"),
  "chart.table": (_, state) => ({ ...state, asTable: !state.asTable })
} satisfies Record<string, Transition>

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
  if (zoom === undefined) return ""
  const span = fullSpan(statistics)
  const length = spanLength(span)
  const whole = length > maxLength ? formatDuration(length) : formatLength(length / 1000)
  return `${formatMoment(zoom.from, span)} to ${formatMoment(zoom.to, span)} of ${whole}`
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
