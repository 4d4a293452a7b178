import { memo } from "react"

import * as Viewport from "../../engine/lists/Viewport.ts"
import type { Column } from "../../resources/Field.ts"
import { fit } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"
import type { ListBody } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import { Target } from "./Target.tsx"

const gap = 2
const marker = 3
const margin = " ".repeat(marker)

const widthOf = (columns: ReadonlyArray<{ readonly width: number }>) =>
  columns.reduce((sum, { width }) => sum + width, Math.max(0, columns.length - 1) * gap)

/** Returns the columns that fit with their widths: drops the highest rank first, and distributes the remaining width. */
export const place = <Row,>(columns: ReadonlyArray<Column<Row>>, width: number): ReadonlyArray<Column<Row>> => {
  const [only] = columns
  if (columns.length === 1 && only !== undefined) return [{ ...only, width: Math.max(0, width) }]
  const spare = width - widthOf(columns)
  if (spare < 0) {
    const last = Math.max(...columns.map(({ rank }) => rank))
    return place(
      columns.filter(({ rank }) => rank !== last),
      width
    )
  }
  const shares = columns.reduce((sum, { grow }) => sum + grow, 0)
  return columns.map((column) => ({
    ...column,
    width: column.width + (shares === 0 ? 0 : Math.floor((spare * column.grow) / shares))
  }))
}

interface Props {
  readonly list: ListBody
  readonly width: number
  /** How many rows fit. */
  readonly rows: number
  readonly hasHeading?: boolean
}

/** A heading and the visible rows, a line each. Other rows are never read. */
export const Table = memo(({ hasHeading = true, list, rows, width }: Props) => {
  const { columns, isSelected, placeholder, rowAt, viewport: known } = list
  const paint = usePaint()
  const viewport = Viewport.withHeight(known, rows)
  const placed = place(columns, width - marker)
  const between = " ".repeat(gap)
  const { from, to } = Viewport.visible(viewport)

  const textOf = (index: number): string => {
    const row = rowAt(index)
    const isCursor = isSelected && index === viewport.cursor
    if (row === undefined) {
      const text = `${margin}${glyphs.busy} ${placeholder(index)}`
      return isCursor ? paint("selected", fit(text, width)) : paint("quiet", text)
    }
    const cells = placed.map(({ align, text, width }) => fit(text(row), width, align))
    const mark = row.isMarked ? glyphs.marked : " "
    const sign = row.news === undefined ? " " : row.news === "added" ? "+" : glyphs.news
    if (isCursor) return paint("selected", fit(`${glyphs.selected}${mark}${sign}${cells.join(between)}`, width))
    const drawn = placed.map(({ tone }, at) => paint(tone?.(row) ?? "plain", cells[at] ?? ""))
    return ` ${row.isMarked ? paint("accent", mark) : mark}${sign}${drawn.join(between)}`.trimEnd()
  }

  return (
    <>
      {hasHeading && (
        <Line>{margin + placed.map(({ align, title, width }) => fit(title, width, align)).join(between)}</Line>
      )}
      <Target target={{ _tag: "Rows", top: from, rowAt }} width={width}>
        {Array.from({ length: Math.max(0, to - from) }, (_, at) => (
          <Line key={at}>{textOf(from + at)}</Line>
        ))}
      </Target>
    </>
  )
})
