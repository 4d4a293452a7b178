import { pluralize } from "@remote-assist/core/Text"
import * as Arr from "effect/Array"

import { cut, fit, widthOf, wrap } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { ChartState, Span } from "./ChartState.ts"
import { formatMoment, fullSpan, readingText, summaryParts, visibleSpan } from "./ChartState.ts"
import { countBefore, describeCall, formatNumber, maxGap, valuesAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"

interface Piece {
  readonly text: string
  readonly tone: Tone
}

/** Pieces next to each other. */
export type Line = ReadonlyArray<Piece>

const piece = (text: string, tone: Tone = "plain"): Piece => ({ text, tone })

const toColumn = ({ from, to }: Span, width: number, at: number): number =>
  Math.max(0, Math.min(width - 1, Math.floor(((at - from) / Math.max(1, to - from)) * width)))

/** Resamples readings to columns: the mean or the highest value of each, or `NaN` without a reading. */
export const resample = (
  readings: Readings,
  media: Media,
  { from, to }: Span,
  width: number,
  by: "mean" | "highest"
): Float64Array => {
  const { [media]: values, times } = readings
  const step = Math.max(1, to - from) / width
  return Float64Array.from({ length: width }, (_, column) => {
    const start = from + column * step
    const end = column === width - 1 ? to + 1 : start + step
    const inside = values
      .subarray(countBefore(times, start), countBefore(times, end))
      .filter((value) => !Number.isNaN(value))
    if (inside.length > 0)
      return inside.reduce((before, value, at) =>
        by === "highest" ? Math.max(before, value) : before * (at / (at + 1)) + value / (at + 1)
      )
    // between two readings without a gap: on the line between them, or as the earlier one
    const at = start + step / 2
    const next = countBefore(times, at)
    const [earlier = Number.NaN, later = Number.NaN] = [times[next - 1], times[next]]
    const [before = Number.NaN, after = Number.NaN] = [values[next - 1], values[next]]
    if (!(later - earlier <= maxGap(readings)) || Number.isNaN(after)) return Number.NaN
    const share = (at - earlier) / (later - earlier)
    return by === "highest" ? before : before * (1 - share) + after * share
  })
}

/** The next number above that is easy to read: 300 for 226. */
const roundUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value))
  const rounded = ([1, 2, 3, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
  return Number.isFinite(rounded) && rounded >= value ? rounded : value
}

/** The upper end of an axis that starts at 0, for some values. */
const axisEnd = (series: ReadonlyArray<Float64Array>, least: number): number => {
  const values = series.flatMap((values) => Array.from(values)).filter((value) => !Number.isNaN(value))
  return roundUp(values.reduce((high, value) => Math.max(high, value), least))
}

/** The row of a value, from the top. */
const toRow = (high: number, value: number, rows: number): number =>
  Math.round((1 - Math.max(0, Math.min(1, value / high))) * (rows - 1))

/** Cells as a line: neighbours that look the same are one piece. */
const mergePieces = (cells: ReadonlyArray<Piece>): Line =>
  Arr.isReadonlyArrayNonEmpty(cells)
    ? Arr.groupWith(cells, (one, other) => one.tone === other.tone).map((same) =>
        piece(same.map(({ text }) => text).join(""), same[0].tone)
      )
    : []

/** The cursor in a cell without data; a cell with data is inverse. */
const cursorCell = piece("┃", "strong")

/** Bits of the dots of a braille cell from the top: the left ones, then the right ones. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80]
] as const

/** A curve with two values for each column. */
interface Curve {
  readonly name: string
  readonly values: Float64Array
  readonly tone: Tone
}

/** Draws a curve into braille cells, row by row. */
const drawCurve = ({ tone, values }: Curve, high: number, rows: number, bits: Uint8Array, tones: Array<Tone>) => {
  let before: number | undefined
  for (const [x, value] of values.entries()) {
    if (Number.isNaN(value)) {
      before = undefined
      continue
    }
    const y = toRow(high, value, rows * 4)
    // from the neighbour of the last dot, so that the curve has no holes
    const from = before === undefined || before === y ? y : before < y ? before + 1 : before - 1
    for (let at = Math.min(from, y); at <= Math.max(from, y); at++) {
      const cell = Math.floor(at / 4) * (values.length / 2) + Math.floor(x / 2)
      bits[cell] = (bits[cell] ?? 0) | (dots[x % 2 === 0 ? 0 : 1][at % 4] ?? 0)
      tones[cell] = tone
    }
    before = y
  }
}

/** Draws curves in braille; the first one is in front. Each line has the name of the curve that ends in it, or empty. */
export const drawCurves = (
  curves: ReadonlyArray<Curve>,
  high: number,
  rows: number,
  cursor: number
): ReadonlyArray<readonly [line: Line, name: string]> => {
  const width = (curves[0]?.values.length ?? 0) / 2
  const [bits, tones] = [new Uint8Array(width * rows), Array<Tone>()]
  for (const curve of curves.toReversed()) drawCurve(curve, high, rows, bits, tones)
  const names = new Map<number, string>()
  for (const { name, values } of curves) {
    const last = values.findLast((value) => !Number.isNaN(value))
    const row = last === undefined ? Number.NaN : Math.floor(toRow(high, last, rows * 4) / 4)
    const free = [row, row + 1, row - 1].find((each) => each >= 0 && each < rows && !names.has(each))
    if (free !== undefined) names.set(free, name)
  }
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from(bits.subarray(row * width, (row + 1) * width), (dots, column) => {
      if (dots === 0) return column === cursor ? cursorCell : piece(" ")
      const tone = column === cursor ? "selected" : tones[row * width + column]
      return piece(String.fromCharCode(0x28_00 + dots), tone)
    })
    return [mergePieces(cells), names.get(row) ?? ""]
  })
}

const heights = "▁▂▃▄▅▆▇█"

/** Draws a bar for each value. */
export const drawBars = (values: Float64Array, high: number, cursor: number): Line =>
  mergePieces(
    Array.from(values, (value, column): Piece => {
      if (column === cursor && !(value > 0)) return cursorCell
      if (Number.isNaN(value)) return piece("╌", "quiet")
      if (value <= 0) return piece(" ")
      const height = Math.max(1, Math.min(heights.length, Math.ceil((value / high) * heights.length)))
      return piece(heights[height - 1] ?? "", column === cursor ? "selected" : "warning")
    })
  )

/** In cells. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** Cells beside a plot: numbers at the left, names at the right. */
const margins = { left: 9, right: 6 }

const tones = { video: "accent", audio: "plain" } as const

const shownMedia = ({ media }: ChartState): ReadonlyArray<Media> =>
  (["video", "audio"] as const).filter((each) => media[each])

const caption = (text: string, width: number): Line => [piece(fit(`  ${text}`, width), "quiet")]

/** The name of a person, and the known facts. */
const heading = ({ average, facts, name, summary }: Person, mark: string, width: number): Line => {
  const title = cut(`${mark}${summary.isGood ? glyphs.fine : glyphs.trouble} ${name}`, width)
  const known = [["Average", average] as const, ...facts].filter(([, text]) => text !== "")
  const about = known.map(([label, text]) =>
    label === "Average" || label === "App" ? `${label.toLowerCase()} ${text}` : text
  )
  const tone = summary.isGood ? "quiet" : "warning"
  return [piece(title, "strong"), piece(fit(`  ${about.join(" · ")}`, width - widthOf(title)), tone)]
}

const beside = (label: string, line: Line, name: string): Line => [
  piece(`${fit(label, margins.left - 2, "right")} ${label === "" ? "│" : "┤"}`, "quiet"),
  ...line,
  piece(fit(name === "" ? "" : ` ${name}`, margins.right), "quiet")
]

/** The people, beginning with the chosen one. */
const inOrder = ({ people }: Statistics, { person }: ChartState): ReadonlyArray<Person> => [
  ...people.slice(person),
  ...people.slice(0, person)
]

const lead = "In words  "

/** For each person, the curve of the bandwidth and the bars of the packet loss. */
const chartLines = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const [ordered, span, media] = [inOrder(statistics, state), visibleSpan(statistics, state), shownMedia(state)]
  const columns = Math.max(1, width - margins.left - margins.right)
  const cursor = toColumn(span, columns, state.cursor)
  const words = ordered.flatMap(({ summary }) => wrap(summary.words, Math.max(1, width - lead.length)))
  // a summary, an axis, and up to a quarter of words
  const room = height - 2 - Math.min(words.length, Math.floor(height / 4))
  const besideCurve = 3 + media.length
  const shown = Math.max(1, Math.min(ordered.length, Math.floor(room / (besideCurve + 3))))
  const rows = Math.max(1, Math.min(10, Math.floor(room / shown) - besideCurve))
  const toCurves = ({ bandwidth }: Person) =>
    media.map((name) => ({
      name,
      tone: tones[name],
      values: resample(bandwidth, name, span, 2 * columns, "mean")
    }))
  // one scale for all people
  const high = axisEnd(
    ordered.flatMap(toCurves).map(({ values }) => values),
    10
  )
  const chosen = ordered.length > 1 ? ordered[0] : undefined
  const personLines = (person: Person): ReadonlyArray<Line> => {
    const bars = media.map((each) => resample(person.loss, each, span, columns, "highest"))
    const highest = axisEnd(bars, 5)
    return [
      heading(person, person === chosen ? glyphs.selected : " ", width),
      caption(`bandwidth, no unit: ${readingText(person.bandwidth, state)}`, width),
      ...drawCurves(toCurves(person), high, rows, cursor).map(([line, name], row) =>
        beside(row === 0 ? formatNumber(high) : row === rows - 1 ? "0" : "", line, name)
      ),
      caption(`packet loss, no unit: ${readingText(person.loss, state)}`, width),
      ...bars.map((values, at) => beside(formatNumber(highest), drawBars(values, highest, cursor), media[at] ?? ""))
    ]
  }
  const [from, to] = [formatMoment(span.from, span), formatMoment(span.to, span)]
  const axis = `${" ".repeat(margins.left)}${fit(from, columns - to.length)}${to} UTC`
  return [
    [piece(cut(summaryParts(statistics, state).join("  ·  "), width))],
    ...(shown === ordered.length ? statistics.people : ordered.slice(0, shown)).flatMap(personLines),
    [piece(fit(axis, width), "quiet")],
    ...words.map((text, at) => [piece(at === 0 ? lead : " ".repeat(lead.length), "quiet"), piece(text)])
  ]
}

/** Widths of the columns for each of bandwidth and loss. */
const widths = [8, 7, 8]

const group = (cells: ReadonlyArray<string>): string =>
  widths.map((width, at) => ` ${fit(cells[at] ?? "", width, "right")}`).join("")

const numbersAt = (readings: Readings, at: number): string =>
  group(valuesAt(readings, at).map((value = "–") => (typeof value === "number" ? formatNumber(value) : value)))

/** The numbers of the chosen person around the cursor. */
const tableLines = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const { people, times } = statistics
  const person = people[state.person] ?? people[0]
  if (person === undefined) return []
  const span = fullSpan(statistics)
  const timeWidth = formatMoment(span.from, span).length
  const here = Math.max(0, countBefore(times, state.cursor + 1) - 1)
  const place = `${person.name} · ${state.person + 1} of ${people.length} · ${here + 1} of ${times.length} moments · no unit`
  const [bandwidth, loss] = [fit("BANDWIDTH", group([]).length, "right"), fit("PACKET LOSS", group([]).length, "right")]
  const names = group(["video", "audio", "result"])
  const head: ReadonlyArray<Line> = [
    [piece(fit(place, width), "strong")],
    [piece(fit(`${fit("TIME", timeWidth)}${bandwidth}${loss}`, width), "quiet")],
    [piece(fit(`${fit("UTC", timeWidth)}${names}${names}`, width), "quiet")]
  ].slice(0, height < 6 ? 0 : 3)
  const room = Math.max(1, height - head.length)
  const top = Math.max(0, Math.min(here - Math.floor(room / 2), times.length - room))
  const rows = Array.from(times.slice(top, top + room), (at, index): Line => {
    const time = fit(formatMoment(at, span), timeWidth)
    const row = `${time}${numbersAt(person.bandwidth, at)}${numbersAt(person.loss, at)}`
    return [piece(fit(row, width), top + index === here ? "selected" : "plain")]
  })
  return [...head, ...rows]
}

const wordsAlone = (statistics: Statistics, state: ChartState, { width }: Room): ReadonlyArray<Line> =>
  ["Too small for a chart.", ...describeCall(statistics), summaryParts(statistics, state).join("  ·  ")]
    .flatMap((text) => wrap(text, width))
    .map((text) => [piece(text)])

/** The fewest lines for a chart. */
const minHeight = 10

/** The statistics of a call as lines: charts or numbers, or words if there is no room. */
export const chart = (statistics: Statistics, state: ChartState, room: Room): ReadonlyArray<Line> => {
  const draw = state.asTable ? tableLines : room.height < minHeight ? wordsAlone : chartLines
  const lines = draw(statistics, state, room)
  const shown = lines.slice(0, room.height - 1)
  const note = cut(`… ${pluralize(lines.length - shown.length, "more line")}: enlarge the terminal.`, room.width)
  return lines.length > room.height ? [...shown, [piece(note, "quiet")]] : lines
}
