import * as Arr from "effect/Array"

import type { Tone } from "../theme.ts"
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
export const axisEnd = (series: ReadonlyArray<Float64Array>, least: number): number => {
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
export interface Curve {
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
