import { countBefore } from "./Readings.ts"
import type { Media } from "./Readings.ts"
import type { Span } from "./series.ts"
import type { Statistics } from "./Statistics.ts"

/** Where one is in the chart of a call. */
export interface ChartState {
  /** Who comes first, and is alone where there is no room for all. */
  readonly person: number
  /** A moment, in milliseconds. */
  readonly cursor: number
  /** What is seen of the call; all of it unless zoomed in. */
  readonly zoom: Span | undefined
  /** What is drawn: one at least. */
  readonly media: Readonly<Record<Media, boolean>>
  /** Whether the numbers are shown in place of the chart. */
  readonly asTable: boolean
}

export type Transition = (statistics: Statistics, state: ChartState) => ChartState

/** From the first moment that was measured to the last. */
export const wholeOf = ({ times }: Statistics): Span => ({ from: times[0] ?? 0, to: times.at(-1) ?? 0 })

/** What is seen of the call. */
export const spanOf = (statistics: Statistics, { zoom }: ChartState): Span => zoom ?? wholeOf(statistics)

/** At the start of a call, of which all is seen. */
export const initial = (statistics: Statistics): ChartState => ({
  person: 0,
  cursor: wholeOf(statistics).from,
  zoom: undefined,
  media: { audio: false, video: true },
  asTable: false
})

const within = ({ from, to }: Span, at: number) => Math.max(from, Math.min(to, at))

/** A span of the same length that has a moment in it, as near to where it was as may be. */
const around = ({ from, to }: Span, at: number): Span => {
  const by = at < from ? at - from : Math.max(0, at - to)
  return { from: from + by, to: to + by }
}

const lengthOf = ({ from, to }: Span) => to - from

/** Goes to a moment; what is seen follows. */
const to = (statistics: Statistics, state: ChartState, at: number): ChartState => {
  const cursor = within(wholeOf(statistics), at)
  return { ...state, cursor, zoom: state.zoom && around(state.zoom, cursor) }
}

/** Of more moments than this, one key goes past several. */
const mostSteps = 400

const byMoments =
  (direction: 1 | -1): Transition =>
  (statistics, state) => {
    const { times } = statistics
    const { from, to: end } = spanOf(statistics, state)
    const seen = countBefore(times, end + 1) - countBefore(times, from)
    const step = Math.max(1, Math.ceil(seen / mostSteps))
    const here = countBefore(times, state.cursor + (direction === 1 ? 1 : 0))
    const next = direction === 1 ? here + step - 1 : here - step
    return to(statistics, state, times[Math.max(0, Math.min(times.length - 1, next))] ?? state.cursor)
  }

export const right = byMoments(1)
export const left = byMoments(-1)

/** The last moment at or before another that something was measured at. */
const measuredAt = ({ times }: Statistics, at: number) => times[Math.max(0, countBefore(times, at + 1) - 1)] ?? at

const byScreens =
  (share: number): Transition =>
  (statistics, state) =>
    to(statistics, state, measuredAt(statistics, state.cursor + share * lengthOf(spanOf(statistics, state))))

export const farRight = byScreens(0.1)
export const farLeft = byScreens(-0.1)

export const start: Transition = (statistics, state) => to(statistics, state, wholeOf(statistics).from)
export const end: Transition = (statistics, state) => to(statistics, state, wholeOf(statistics).to)

/** So few readings are never spread over the whole chart. */
const leastReadings = 8

const zoomedBy =
  (factor: number): Transition =>
  (statistics, state) => {
    const whole = wholeOf(statistics)
    const span = spanOf(statistics, state)
    const least = Math.max(1, statistics.usual * leastReadings)
    const length = Math.round(lengthOf(span) * factor)
    if (length >= lengthOf(whole)) return { ...state, zoom: undefined }
    if (length < least) return state
    // the cursor stays where it is on screen
    const share = (state.cursor - span.from) / Math.max(1, lengthOf(span))
    const from = Math.max(whole.from, Math.min(whole.to - length, Math.round(state.cursor - share * length)))
    return { ...state, zoom: { from, to: from + length } }
  }

export const zoomIn = zoomedBy(0.5)
export const zoomOut = zoomedBy(2)

export const nextPerson: Transition = ({ people }, state) => ({
  ...state,
  person: people.length === 0 ? 0 : (state.person + 1) % people.length
})

const toggled =
  (media: Media, other: Media): Transition =>
  (_, state) => {
    const isShown = !state.media[media]
    // the last one gives way to the other
    const shown = { ...state.media, [media]: isShown, [other]: state.media[other] || !isShown }
    return { ...state, media: shown }
  }

export const toggleAudio = toggled("audio", "video")
export const toggleVideo = toggled("video", "audio")

export const toggleTable: Transition = (_, state) => ({ ...state, asTable: !state.asTable })
