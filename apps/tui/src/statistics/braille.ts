import type { Tone } from "../theme.ts"
import { pieces } from "./lines.ts"
import type { Line, Piece } from "./lines.ts"
import { shareOf } from "./scale.ts"
import type { Scale } from "./scale.ts"

/** A curve: two values for each cell, not a number where there is a gap. */
export interface Curve {
  readonly values: Float64Array
  readonly tone: Tone
}

const blank = 0x28_00

/** The dots of a cell, from the top: those at its left, then those at its right. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80]
] as const

const perCell = { across: 2, down: 4 }

/** Which dots of each cell a curve takes, row by row. */
const dotted = (values: Float64Array, scale: Scale, width: number, rows: number): Uint8Array => {
  const cells = new Uint8Array(width * rows)
  const lowest = rows * perCell.down - 1
  let before: number | undefined
  for (let x = 0; x < width * perCell.across; x++) {
    const value = values[x] ?? Number.NaN
    if (Number.isNaN(value)) {
      before = undefined
      continue
    }
    const y = Math.round((1 - shareOf(scale, value)) * lowest)
    // down or up from the dot before, so that the line has no holes
    const from = before === undefined || before === y ? y : before < y ? before + 1 : before - 1
    for (let at = Math.min(from, y); at <= Math.max(from, y); at++) {
      const cell = Math.floor(at / perCell.down) * width + Math.floor(x / perCell.across)
      cells[cell] = (cells[cell] ?? 0) | (dots[x % 2 === 0 ? 0 : 1][at % perCell.down] ?? 0)
    }
    before = y
  }
  return cells
}

/** The mark of a moment, which goes through all charts. */
export const cursorPiece: Piece = { text: "┃", tone: "strong" }

/** Curves as lines of braille, so many cells wide and high; the first is in front. */
export const curveLines = (
  curves: ReadonlyArray<Curve>,
  { cursor, rows, scale, width }: { scale: Scale; width: number; rows: number; cursor: number | undefined }
): ReadonlyArray<Line> => {
  const drawn = curves.map(({ tone, values }) => ({ tone, cells: dotted(values, scale, width, rows) }))
  const cellAt = (row: number, column: number): Piece => {
    if (column === cursor) return cursorPiece
    let all = 0
    let tone: Tone | undefined
    for (const curve of drawn) {
      const own = curve.cells[row * width + column] ?? 0
      all |= own
      if (own !== 0) tone ??= curve.tone
    }
    return { text: all === 0 ? " " : String.fromCharCode(blank + all), tone: tone ?? "plain" }
  }
  return Array.from({ length: rows }, (_, row) => pieces(Array.from({ length: width }, (__, at) => cellAt(row, at))))
}

/** The row in which a curve ends; nothing where it is a gap throughout. */
export const lastRow = (values: Float64Array, scale: Scale, rows: number): number | undefined => {
  const last = values.findLast((value) => !Number.isNaN(value))
  if (last === undefined) return undefined
  return Math.floor(Math.round((1 - shareOf(scale, last)) * (rows * perCell.down - 1)) / perCell.down)
}
