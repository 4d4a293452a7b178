import type { Tone } from "../theme.ts"

/** A column of a table. */
export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  readonly tone?: (row: Row) => Tone
  /** What is said of it where it shows a sign. */
  readonly words?: (row: Row) => string
  /** Whether it shows the state of a row, which else has a column of its own. */
  readonly isState?: boolean
  readonly align?: "left" | "right"
  /** The least width worth showing. */
  readonly width: number
  /** Share of the room that is left over; 0 keeps the width. */
  readonly grow: number
  /** Columns with the highest number are the first to go when there is no room. */
  readonly rank: number
}
