import { fold } from "./blocks.ts"
import { countBefore, gapOf } from "./Readings.ts"
import type { Media, Readings } from "./Readings.ts"

/** From one moment to another, in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What becomes of several readings in one column. */
export type Folding = "mean" | "highest"

interface Asked {
  readonly media: Media
  readonly span: Span
  readonly width: number
  readonly folding: Folding
}

/** The column of a span that a moment is in. */
export const columnOf = ({ from, to }: Span, width: number, at: number): number =>
  Math.max(0, Math.min(width - 1, Math.floor(((at - from) / Math.max(1, to - from)) * width)))

/** The moment in the middle of a column. */
export const momentOf = ({ from, to }: Span, width: number, column: number): number =>
  from + ((column + 0.5) / width) * Math.max(1, to - from)

/** The first of some readings that is in a column or behind it. */
const firstIn = (column: number, times: Float64Array, { span, width }: Asked, from: number, to: number): number => {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (columnOf(span, width, times[middle] ?? 0) < column) low = middle + 1
    else high = middle
  }
  return low
}

const folded = ({ times, ...readings }: Readings, asked: Asked): Float64Array => {
  const { folding, media, span, width } = asked
  const columns = new Float64Array(width).fill(Number.NaN)
  const end = countBefore(times, span.to + 1)
  let from = countBefore(times, span.from)
  for (let column = 0; column < width && from < end; column++) {
    const to = firstIn(column + 1, times, asked, from, end)
    const values = fold(readings[media], from, to)
    if (values.count > 0) columns[column] = values[folding]
    from = to
  }
  return columns
}

/** Fills columns between readings that follow each other as usual: as a line, or with what holds until the next. */
const bridge = (columns: Float64Array, readings: Readings, { folding, media, span, width }: Asked): void => {
  const { times } = readings
  const values = readings[media]
  const gap = gapOf(readings)
  for (let column = 0; column < width; column++) {
    if (!Number.isNaN(columns[column] ?? 0)) continue
    const at = momentOf(span, width, column)
    const next = countBefore(times, at)
    const [from = Number.NaN, to = Number.NaN] = [times[next - 1], times[next]]
    const [before = Number.NaN, after = Number.NaN] = [values[next - 1], values[next]]
    if (!(to - from <= gap) || Number.isNaN(before) || Number.isNaN(after)) continue
    const way = (at - from) / (to - from)
    columns[column] = folding === "highest" ? before : before * (1 - way) + after * way
  }
}

const make = (readings: Readings, asked: Asked): Float64Array => {
  const columns = folded(readings, asked)
  bridge(columns, readings, asked)
  return columns
}

/** As many as a frame asks of one series, twice. */
const most = 8

const known = new WeakMap<Readings, Map<string, Float64Array>>()

/** What a series is in each of some columns; not a number where there is a gap. Kept for the widths and spans asked for last. */
export const columnsOf = (readings: Readings, asked: Asked): Float64Array => {
  const kept = known.get(readings) ?? new Map<string, Float64Array>()
  known.set(readings, kept)
  const { folding, media, span, width } = asked
  const key = `${folding} ${media} ${span.from} ${span.to} ${width}`
  const columns = kept.get(key) ?? make(readings, asked)
  if (!kept.has(key) && kept.size >= most) kept.clear()
  kept.set(key, columns)
  return columns
}
