import type { Region } from "./Region.ts"

/** What the screen shall show: a line for each row, styled and no wider than it. */
export interface Frame {
  readonly lines: ReadonlyArray<string>
  /** Where the cursor is seen, counted from 0: where one types, so that an input method opens there. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined
  /** What one can point at. */
  readonly regions: ReadonlyArray<Region>
}
