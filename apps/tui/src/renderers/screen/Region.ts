import type { Spot, Target } from "../../view/View.ts"

/** Cells that are a target, counted from 0. */
export interface Region {
  readonly row: number
  readonly column: number
  readonly height: number
  readonly width: number
  readonly target: Target
}

/** The same further down. */
export const lowered = (regions: ReadonlyArray<Region>, rows: number): ReadonlyArray<Region> =>
  regions.map((region) => ({ ...region, row: region.row + rows }))

/** What is at a cell: of regions over each other, the last. */
export const spotAt = (regions: ReadonlyArray<Region>, row: number, column: number): Spot | undefined => {
  const found = regions.findLast(
    (region) =>
      row >= region.row &&
      row < region.row + region.height &&
      column >= region.column &&
      column < region.column + region.width
  )
  return found && { target: found.target, row: row - found.row, column: column - found.column }
}
