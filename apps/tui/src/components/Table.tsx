import { Box, Text } from "ink"
import { memo } from "react"

import { useTheme } from "../hooks/useTheme.ts"
import type { Column } from "../resources/Column.ts"
import { fit } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { gap, place } from "./columns.ts"

interface Props<Row> {
  readonly columns: ReadonlyArray<Column<Row>>
  readonly width: number
  readonly from: number
  readonly to: number
  readonly cursor: number
  readonly rowAt: (index: number) => Row | undefined
  /** Says why a row is not there. */
  readonly placeholder: (index: number) => string
}

const marker = 2
const between = " ".repeat(gap)

/** A heading and the given rows, each exactly one line high. Rows that are not on screen are never looked at. */
export const Table = <Row,>({ columns, cursor, from, placeholder, rowAt, to, width }: Props<Row>) => {
  const theme = useTheme()
  const placed = place(columns, width - marker)
  const heading = placed.map(({ align, placed, title }) => fit(title, placed, align)).join(between)
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
    const row = rowAt(from + offset)
    const cells: ReadonlyArray<Cell> =
      row === undefined
        ? [{ text: fit(`${glyphs.busy} ${placeholder(from + offset)}`, width - marker), tone: "quiet" }]
        : placed.map(({ align, placed, text, tone }) => ({
            text: fit(text(row), placed, align),
            tone: tone?.(row) ?? "plain"
          }))
    return <Line key={offset} cells={cells} selected={from + offset === cursor} width={width} />
  })
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Text {...theme.quiet} wrap="truncate">
        {fit(`${" ".repeat(marker)}${heading}`, width)}
      </Text>
      {lines}
    </Box>
  )
}

interface Cell {
  readonly text: string
  readonly tone: Tone
}

interface LineProps {
  readonly cells: ReadonlyArray<Cell>
  readonly selected: boolean
  readonly width: number
}

const sameCells = (a: ReadonlyArray<Cell>, b: ReadonlyArray<Cell>) =>
  a.length === b.length && a.every(({ text, tone }, index) => text === b[index]?.text && tone === b[index].tone)

const sameLine = (a: LineProps, b: LineProps) =>
  a.selected === b.selected && a.width === b.width && sameCells(a.cells, b.cells)

const Line = memo(function Line({ cells, selected, width }: LineProps) {
  const theme = useTheme()
  if (selected) {
    return (
      <Text {...theme.selected} wrap="truncate">
        {fit(`${glyphs.selected} ${cells.map(({ text }) => text).join(between)}`, width)}
      </Text>
    )
  }
  return (
    <Text wrap="truncate">
      {" ".repeat(marker)}
      {cells.map(({ text, tone }, index) => (
        <Text key={index} {...theme[tone]}>
          {index === 0 ? text : `${between}${text}`}
        </Text>
      ))}
    </Text>
  )
}, sameLine)
