import { Box } from "ink"
import { memo } from "react"

import { broken, cut, fit, widthOf, wrap } from "../../text/fit.ts"
import type { Entry, ReaderBody, Section } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import type { Pen } from "./Line.tsx"
import { useReach } from "./Room.ts"
import type { Props } from "./Room.ts"
import { Target } from "./Target.tsx"

/** The layout of pairs: indent, width of the label. */
interface Layout {
  readonly indent: string
  readonly labels: (label: string) => number
  /** The minimum width of the text; below it, the text is cut. */
  readonly least: number
}

const entryLines = ({ isCode, label, text }: Entry, { indent, labels, least }: Layout, width: number) => {
  if (label === undefined) return isCode === true ? broken(text, width) : wrap(text, width)
  const start = `${indent}${fit(label, labels(label))}`
  const room = width - widthOf(start)
  if (room < least) return [cut(`${start}${text}`, width)]
  return wrap(text, Math.max(1, room)).map((line, at) => `${at === 0 ? start : " ".repeat(widthOf(start))}${line}`)
}

/** Returns the lines of sections, separated by blank ones. */
export const sectionLines = (
  paint: Pen["paint"],
  sections: ReadonlyArray<Section>,
  layout: Layout,
  width: number
): ReadonlyArray<string> =>
  sections.flatMap(({ entries, title }, at) => [
    ...(at === 0 ? [] : [""]),
    ...(title === undefined ? [] : wrap(title, width).map((line) => paint("accent", line))),
    ...entries.flatMap((entry) => entryLines(entry, layout, width).map((line) => paint(entry.tone, line)))
  ])

const layout: Layout = { indent: "  ", labels: (label) => Math.max(widthOf(label), 18) + 1, least: 18 }

/** From this width on there are two columns. */
const wide = 110
const gap = 2

/** Returns how many sections go to the first column, so that both are about as long. */
const split = (sections: ReadonlyArray<Section>): number => {
  const lengths = sections.map(({ entries }) => entries.length + 2)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let first = 0
  let count = 0
  while (count < lengths.length && first + (lengths[count] ?? 0) / 2 < total / 2) first += lengths[count++] ?? 0
  return count
}

/** A text to read, from line `top` on. */
export const Reader = memo(({ body: { isWide, sections, title, top: wanted }, height, width }: Props<ReaderBody>) => {
  const paint = usePaint()
  const isSplit = isWide === true && width >= wide
  const half = isSplit ? Math.floor((width - gap) / 2) : width
  const first = isSplit ? split(sections) : sections.length
  const columns = [sections.slice(0, first), sections.slice(first)].map((part) =>
    sectionLines(paint, part, layout, half)
  )
  const rows = Math.max(1, height - 1)
  const reach = Math.max(0, ...columns.map(({ length }) => length - rows))
  useReach(reach)
  const top = Math.min(wanted, reach)
  const below = reach - top
  const more = below === 0 ? "" : ` · ${below} more ${below === 1 ? "line" : "lines"} below`
  return (
    <Target target={{ _tag: "Reader" }} width={width}>
      <Line>{paint("strong", cut(title, width - widthOf(more))) + paint("quiet", more)}</Line>
      <Box columnGap={gap}>
        {columns.map((lines, at) =>
          lines.length <= top ? null : (
            <Box key={at} width={half} flexShrink={0}>
              <Line>{lines.slice(top, top + rows).join("\n")}</Line>
            </Box>
          )
        )}
      </Box>
    </Target>
  )
})
