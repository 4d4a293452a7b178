import { countBefore } from "./Statistics.ts"
import type { Media, Statistics } from "./Statistics.ts"

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

export const initial = (statistics: Statistics): ChartState => ({
  person: 0,
  cursor: fullSpan(statistics).from,
  zoom: undefined,
  media: { audio: false, video: true },
  asTable: false
})

const spanLength = ({ from, to }: Span) => to - from

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
  (_, state) => {
    const isShown = !state.media[media]
    const shown = { ...state.media, [media]: isShown, [other]: state.media[other] || !isShown }
    return { ...state, media: shown }
  }

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
