import type { Tone } from "../theme.ts"

/** A text with how it looks. */
export interface Piece {
  readonly text: string
  readonly tone: Tone
}

/** Pieces beside each other. */
export type Line = ReadonlyArray<Piece>

export const piece = (text: string, tone: Tone = "plain"): Piece => ({ text, tone })

/** Cells with their tones, those in a row that look the same as one piece. */
export const pieces = (cells: ReadonlyArray<Piece>): Line => {
  const line: Array<Piece> = []
  for (const cell of cells) {
    const last = line.at(-1)
    if (last !== undefined && last.tone === cell.tone) line[line.length - 1] = { ...last, text: last.text + cell.text }
    else line.push(cell)
  }
  return line
}
