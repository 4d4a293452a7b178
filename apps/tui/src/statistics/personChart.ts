import { cut, fit, widthOf } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { barLine } from "./bars.ts"
import { curveLines, lastRow } from "./braille.ts"
import type { ChartState } from "./ChartState.ts"
import { spanOf } from "./ChartState.ts"
import { readingText } from "./cursor.ts"
import { piece } from "./lines.ts"
import type { Line, Piece } from "./lines.ts"
import type { Media } from "./Readings.ts"
import { scaleFor } from "./scale.ts"
import type { Scale } from "./scale.ts"
import { columnOf, columnsOf } from "./series.ts"
import type { Person, Statistics } from "./Statistics.ts"
import { worstMinute } from "./stretches.ts"
import { averageText } from "./summary.ts"
import { numberText } from "./texts.ts"

/** Cells left of a chart, for its numbers, and right of it, for what is drawn. */
export const margins = { left: 9, right: 6 }

const order = ["video", "audio"] as const satisfies ReadonlyArray<Media>

const tones: Readonly<Record<Media, Tone>> = { video: "accent", audio: "plain" }

export const shownMedia = ({ media }: ChartState): ReadonlyArray<Media> => order.filter((each) => media[each])

/** How wide charts are of which numbers and labels have room beside them. */
export const plotWidth = (width: number): number => Math.max(1, width - margins.left - margins.right)

/** An axis for the bandwidth of all, so that they compare. */
export const bandwidthScale = (statistics: Statistics, state: ChartState, width: number): Scale => {
  const span = spanOf(statistics, state)
  const columns = statistics.people.flatMap(({ bandwidth }) =>
    shownMedia(state).map((media) => columnsOf(bandwidth, { media, span, width: 2 * width, folding: "mean" }))
  )
  return scaleFor(columns, 10)
}

const axis = (label: string, hasTick: boolean): Piece =>
  piece(`${fit(label, margins.left - 2, "right")} ${hasTick ? "┤" : "│"}`, "quiet")

const labelled = (row: Line, left: Piece, right: string): Line => [
  left,
  ...row,
  piece(fit(right === "" ? "" : ` ${right}`, margins.right), "quiet")
]

const cursorColumn = (statistics: Statistics, state: ChartState, width: number): number | undefined => {
  const span = spanOf(statistics, state)
  return state.cursor < span.from || state.cursor > span.to ? undefined : columnOf(span, width, state.cursor)
}

interface Room {
  readonly width: number
  /** Lines of the curve. */
  readonly rows: number
  readonly scale: Scale
}

const curve = (statistics: Statistics, person: Person, state: ChartState, room: Room): ReadonlyArray<Line> => {
  const { rows, scale } = room
  const width = plotWidth(room.width)
  const span = spanOf(statistics, state)
  const curves = shownMedia(state).map((media) => ({
    media,
    tone: tones[media],
    values: columnsOf(person.bandwidth, { media, span, width: 2 * width, folding: "mean" })
  }))
  const names = new Map<number, string>()
  for (const { media, values } of curves) {
    const row = lastRow(values, scale, rows)
    if (row === undefined) continue
    const free = [row, row + 1, row - 1].find((each) => each >= 0 && each < rows && !names.has(each))
    if (free !== undefined) names.set(free, media)
  }
  const labelOf = (row: number) => (row === 0 ? numberText(scale.high) : row === rows - 1 ? numberText(scale.low) : "")
  return curveLines(curves, { cursor: cursorColumn(statistics, state, width), rows, scale, width }).map((line, row) =>
    labelled(line, axis(labelOf(row), labelOf(row) !== ""), names.get(row) ?? "")
  )
}

const bars = (statistics: Statistics, person: Person, state: ChartState, room: Room): ReadonlyArray<Line> => {
  const width = plotWidth(room.width)
  const span = spanOf(statistics, state)
  const series = shownMedia(state).map((media) => ({
    media,
    values: columnsOf(person.loss, { media, span, width, folding: "highest" })
  }))
  const { high } = scaleFor(
    series.map(({ values }) => values),
    5
  )
  const cursor = cursorColumn(statistics, state, width)
  return series.map(({ media, values }) =>
    labelled(barLine(values, { cursor, high, tone: "warning" }), axis(numberText(high), true), media)
  )
}

const caption = (text: string, width: number): Line => [piece(fit(`  ${text}`, width), "quiet")]

/** Of bandwidth and loss: what it is, and what it was at the cursor. */
const captions = (person: Person, state: ChartState, width: number) => {
  const bandwidth = readingText(person.bandwidth, state)
  const loss = readingText(person.loss, state)
  const whole = `bandwidth (no unit given)   at the cursor: ${bandwidth}`
  const wholeLoss = `packet loss (no unit given), highest of each column   at the cursor: ${loss}`
  return {
    bandwidth: caption(widthOf(whole) + 2 <= width ? whole : `bandwidth, no unit: ${bandwidth}`, width),
    loss: caption(widthOf(wholeLoss) + 2 <= width ? wholeLoss : `packet loss, no unit: ${loss}`, width)
  }
}

const nameWidth = 16

/** Of a name and its marks, this much stays. */
const leastName = 12

/** Who it is, with what, and how it went; a state has its glyph beside the words. */
const heading = (person: Person, isChosen: boolean, width: number): Line => {
  const average = cut(averageText(person), Math.max(0, width - leastName))
  const isFine = worstMinute(person) === undefined
  const mark = `${isChosen ? glyphs.selected : " "}${isFine ? glyphs.fine : glyphs.trouble} `
  const room = Math.max(0, width - widthOf(mark) - widthOf(average) - 1)
  const name = fit(person.name, Math.min(room, Math.max(nameWidth, widthOf(person.name))))
  const about = fit(` ${person.about.join(" · ")}`, Math.max(0, room - widthOf(name)))
  return [piece(`${mark}${name}`, "strong"), piece(about, "quiet"), piece(` ${average}`, isFine ? "plain" : "warning")]
}

/** How many lines the chart of a person takes beside those of the curve. */
export const besideCurve = (state: ChartState): number => 3 + shownMedia(state).length

/** What was measured of a person: who, bandwidth as a curve, loss as bars. */
export const personChart = (
  statistics: Statistics,
  person: Person,
  state: ChartState,
  room: Room & { readonly isChosen: boolean }
): ReadonlyArray<Line> => {
  const { bandwidth, loss } = captions(person, state, room.width)
  return [
    heading(person, room.isChosen, room.width),
    bandwidth,
    ...curve(statistics, person, state, room),
    loss,
    ...bars(statistics, person, state, room)
  ]
}
