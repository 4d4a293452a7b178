import type { Tone } from "../theme.ts"
import { cursorPiece } from "./braille.ts"
import { pieces } from "./lines.ts"
import type { Line, Piece } from "./lines.ts"

const heights = "▁▂▃▄▅▆▇█"

/** Nothing was measured there. */
const gap: Piece = { text: "╌", tone: "quiet" }

const none: Piece = { text: " ", tone: "plain" }

/** One line of bars, one for each value; what is no number is a gap. */
export const barLine = (
  values: Float64Array,
  { cursor, high, tone }: { high: number; tone: Tone; cursor: number | undefined }
): Line =>
  pieces(
    Array.from(values, (value, column): Piece => {
      if (column === cursor) return cursorPiece
      if (Number.isNaN(value)) return gap
      if (value <= 0) return none
      const height = Math.min(heights.length, Math.ceil((value / high) * heights.length))
      return { text: heights[Math.max(1, height) - 1] ?? "█", tone }
    })
  )
