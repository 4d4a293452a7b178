import type { Viewport } from "../../engine/lists/Viewport.ts"
import { fit } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"
import type { Theme } from "../../theme.ts"
import type { ListBody } from "../../view/View.ts"
import { gap, place } from "./columns.ts"
import { styled } from "./sgr.ts"

const marker = 3
const added = "+"
const between = " ".repeat(gap)
const margin = " ".repeat(marker)

type Rows = Pick<ListBody, "columns" | "isSelected" | "placeholder" | "rowAt"> & { readonly viewport: Viewport }

/** A heading and the rows on screen, each exactly a width; rows that are not on screen are never looked at. */
export const tableLines = (
  theme: Theme,
  { columns, isSelected, placeholder, rowAt, viewport }: Rows,
  width: number
): ReadonlyArray<string> => {
  const placed = place(columns, width - marker)
  const heading = placed.map(({ align, placed, title }) => fit(title, placed, align)).join(between)

  const lineOf = (index: number): string => {
    const row = rowAt(index)
    const isCursor = isSelected && index === viewport.cursor
    if (row === undefined) {
      const text = fit(`${margin}${glyphs.busy} ${placeholder(index)}`, width)
      return styled(isCursor ? theme.selected : theme.quiet, text)
    }
    const cells = placed.map(({ align, placed, text }) => fit(text(row), placed, align))
    const mark = row.isMarked ? glyphs.marked : " "
    const sign = row.news === undefined ? " " : row.news === "added" ? added : glyphs.news
    if (isCursor) return styled(theme.selected, fit(`${glyphs.selected}${mark}${sign}${cells.join(between)}`, width))
    const drawn = placed.map(({ tone }, at) => styled(theme[tone?.(row) ?? "plain"], cells[at] ?? ""))
    return fitted(` ${styled(theme.accent, mark)}${sign}${drawn.join(between)}`, marker + widthOf(placed), width)
  }

  const lines = [styled(theme.quiet, fit(`${margin}${heading}`, width))]
  const end = Math.min(viewport.total, viewport.top + viewport.height)
  for (let index = viewport.top; index < end; index++) lines.push(lineOf(index))
  return lines
}

const widthOf = (placed: ReadonlyArray<{ readonly placed: number }>) =>
  placed.reduce((sum, column) => sum + column.placed, gap * Math.max(0, placed.length - 1))

const fitted = (line: string, used: number, width: number) => line + " ".repeat(Math.max(0, width - used))
