import type { Tone } from "../theme.ts"
import { formatMoment } from "./ChartState.ts"
import type { Span } from "./ChartState.ts"
import { countBefore, maxGap } from "./Statistics.ts"
import type { Media, Readings } from "./Statistics.ts"

/** A text with its look. */
export interface Piece {
  readonly text: string
  readonly tone: Tone
}

/** Pieces next to each other. */
export type Line = ReadonlyArray<Piece>

export const piece = (text: string, tone: Tone = "plain"): Piece => ({ text, tone })

/** The column of a moment. */
export const toColumn = ({ from, to }: Span, width: number, at: number): number =>
  Math.max(0, Math.min(width - 1, Math.floor(((at - from) / Math.max(1, to - from)) * width)))

/** Resamples readings to columns: the mean or the highest value of each, or `NaN` without a reading. */
export const resample = (
  { step, times, ...readings }: Readings,
  media: Media,
  span: Span,
  width: number,
  by: "mean" | "highest"
): Float64Array => {
  const values = readings[media]
  const columns = new Float64Array(width).fill(Number.NaN)
  const counts = new Uint32Array(width)
  const end = countBefore(times, span.to + 1)
  for (let index = countBefore(times, span.from); index < end; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const column = toColumn(span, width, times[index] ?? 0)
    const count = (counts[column] ?? 0) + 1
    const before = columns[column] ?? 0
    counts[column] = count
    // a sum could be too large for a number
    columns[column] =
      count === 1 ? value : by === "highest" ? Math.max(before, value) : before * ((count - 1) / count) + value / count
  }
  for (let column = 0; column < width; column++) {
    if (!Number.isNaN(columns[column])) continue
    // between two readings without a gap: on the line between them, or as the earlier one
    const at = span.from + ((column + 0.5) / width) * Math.max(1, span.to - span.from)
    const next = countBefore(times, at)
    const [from = Number.NaN, to = Number.NaN] = [times[next - 1], times[next]]
    const [before = Number.NaN, after = Number.NaN] = [values[next - 1], values[next]]
    if (!(to - from <= maxGap({ step })) || Number.isNaN(before) || Number.isNaN(after)) continue
    const share = (at - from) / (to - from)
    columns[column] = by === "highest" ? before : before * (1 - share) + after * share
  }
  return columns
}

/** The next number above that is easy to read: 300 for 226. */
const roundUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value))
  const rounded = ([1, 2, 3, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
  return Number.isFinite(rounded) && rounded >= value ? rounded : value
}

/** The upper end of an axis that starts at 0, for some values. */
export const axisEnd = (series: ReadonlyArray<Float64Array>, least: number): number => {
  let high = least
  for (const values of series) for (const value of values) if (value > high) high = value
  return high === least ? least : roundUp(high)
}

/** The row of a value, from the top. */
const toRow = (high: number, value: number, rows: number): number =>
  Math.round((1 - Math.max(0, Math.min(1, value / high))) * (rows - 1))

/** Cells as a line: neighbours that look the same are one piece. */
const mergePieces = (cells: ReadonlyArray<Piece>): Line => {
  const line: Array<Piece> = []
  for (const cell of cells) {
    const last = line.at(-1)
    if (last?.tone === cell.tone) line[line.length - 1] = { ...last, text: last.text + cell.text }
    else line.push(cell)
  }
  return line
}

const cursorCell = piece("┃", "strong")

/** Bits of the dots of a braille cell from the top: the left ones, then the right ones. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80]
] as const

/** The braille cells of a curve, row by row. */
const brailleCells = (values: Float64Array, high: number, rows: number): Uint8Array => {
  const width = values.length / 2
  const cells = new Uint8Array(width * rows)
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
      const cell = Math.floor(at / 4) * width + Math.floor(x / 2)
      cells[cell] = (cells[cell] ?? 0) | (dots[x % 2 === 0 ? 0 : 1][at % 4] ?? 0)
    }
    before = y
  }
  return cells
}

/** A curve with two values for each column. */
export interface Curve {
  readonly name: string
  readonly values: Float64Array
  readonly tone: Tone
}

/** Draws curves in braille; the first one is in front. Each line has the name of the curve that ends in it, or empty. */
export const drawCurves = (
  curves: ReadonlyArray<Curve>,
  high: number,
  rows: number,
  cursor: number | undefined
): ReadonlyArray<readonly [line: Line, name: string]> => {
  const width = (curves[0]?.values.length ?? 0) / 2
  const names = new Map<number, string>()
  for (const { name, values } of curves) {
    const last = values.findLast((value) => !Number.isNaN(value))
    const row = last === undefined ? -1 : Math.floor(toRow(high, last, rows * 4) / 4)
    const free = [row, row + 1, row - 1].find((each) => row >= 0 && each >= 0 && each < rows && !names.has(each))
    if (free !== undefined) names.set(free, name)
  }
  const layers = curves.map(({ tone, values }) => ({ tone, cells: brailleCells(values, high, rows) }))
  const cellAt = (row: number, column: number): Piece => {
    if (column === cursor) return cursorCell
    const here = layers.map(({ cells, tone }) => ({ tone, bits: cells[row * width + column] ?? 0 }))
    const bits = here.reduce((all, { bits }) => all | bits, 0)
    return bits === 0
      ? piece(" ")
      : piece(String.fromCharCode(0x28_00 + bits), here.find(({ bits }) => bits !== 0)?.tone)
  }
  return Array.from({ length: rows }, (_, row) => [
    mergePieces(Array.from({ length: width }, (__, column) => cellAt(row, column))),
    names.get(row) ?? ""
  ])
}

const heights = "▁▂▃▄▅▆▇█"

/** Draws a bar for each value. */
export const drawBars = (values: Float64Array, high: number, cursor: number | undefined): Line =>
  mergePieces(
    Array.from(values, (value, column): Piece => {
      if (column === cursor) return cursorCell
      if (Number.isNaN(value)) return piece("╌", "quiet")
      if (value <= 0) return piece(" ")
      const height = Math.max(1, Math.min(heights.length, Math.ceil((value / high) * heights.length)))
      return piece(heights[height - 1] ?? "", "warning")
    })
  )

/** Writes times below a chart: of the cursor, then of the ends if there is room. */
export const timeAxis = (span: Span, width: number, cursor: number): string => {
  let axis = " ".repeat(width)
  const put = (at: number): void => {
    const text = formatMoment(at, span)
    const centred = toColumn(span, width, at) - Math.floor(text.length / 2)
    const start = Math.max(0, Math.min(width - text.length, centred))
    const around = axis.slice(Math.max(0, start - 1), start + text.length + 1)
    if (text.length <= width && around.trim() === "")
      axis = axis.slice(0, start) + text + axis.slice(start + text.length)
  }
  if (cursor >= span.from && cursor <= span.to) put(cursor)
  put(span.from)
  put(span.to)
  return axis
}
