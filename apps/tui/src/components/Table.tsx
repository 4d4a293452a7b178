import { Box, Text } from "ink"

import { useTheme } from "../hooks/useTheme.ts"
import type { Column } from "../resources/Column.ts"
import { fit } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import { gap, place } from "./columns.ts"
import { styled } from "./sgr.ts"

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

/**
 * A heading and the given rows, each exactly one line high. Rows that are not on screen are never looked at. All of it is
 * one text: a node for each cell would be laid out anew with every key.
 */
export const Table = <Row,>({ columns, cursor, from, placeholder, rowAt, to, width }: Props<Row>) => {
  const theme = useTheme()
  const placed = place(columns, width - marker)
  const heading = placed.map(({ align, placed, title }) => fit(title, placed, align)).join(between)

  const lineOf = (index: number): string => {
    const row = rowAt(index)
    if (row === undefined) {
      const text = fit(`${" ".repeat(marker)}${glyphs.busy} ${placeholder(index)}`, width)
      return styled(index === cursor ? theme.selected : theme.quiet, text)
    }
    const cells = placed.map(({ align, placed, text }) => fit(text(row), placed, align))
    if (index === cursor) return styled(theme.selected, fit(`${glyphs.selected} ${cells.join(between)}`, width))
    const drawn = placed.map(({ tone }, at) => styled(theme[tone?.(row) ?? "plain"], cells[at] ?? ""))
    return `${" ".repeat(marker)}${drawn.join(between)}`
  }

  const lines = [styled(theme.quiet, fit(`${" ".repeat(marker)}${heading}`, width))]
  for (let index = from; index < to; index++) lines.push(lineOf(index))
  return (
    <Box flexShrink={0} width={width}>
      <Text>{lines.join("\n")}</Text>
    </Box>
  )
}
