import { broken, cut, fit, widthOf, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Entry, ReaderBody, Section } from "../../view/View.ts"
import { styled } from "./sgr.ts"

export interface DrawnReader {
  readonly lines: ReadonlyArray<string>
  /** The furthest first line. */
  readonly reach: number
}

const labelWidth = 18
const indent = "  "
const gap = 2

/** A pair; what has no room goes on below, or where that leaves none beside the label, is cut. */
const labelled = (label: string, text: string, width: number): ReadonlyArray<string> => {
  const start = `${indent}${fit(label, Math.max(widthOf(label), labelWidth))} `
  const room = width - widthOf(start)
  if (room < labelWidth) return [fit(`${start}${text}`, width)]
  return wrap(text, room).map((line, at) => fit(`${at === 0 ? start : " ".repeat(widthOf(start))}${line}`, width))
}

const entryLines = (theme: Theme, { isCode, label, text, tone }: Entry, width: number): ReadonlyArray<string> =>
  label === undefined
    ? (isCode === true ? broken(text, width) : wrap(text, width)).map((line) => styled(theme[tone], fit(line, width)))
    : labelled(label, text, width).map((line) => styled(theme[tone], line))

const sectionLines = (theme: Theme, { entries, title }: Section, width: number): ReadonlyArray<string> => [
  ...(title === undefined ? [] : [styled(theme.accent, fit(title, width))]),
  ...entries.flatMap((entry) => entryLines(theme, entry, width))
]

const stacked = (theme: Theme, sections: ReadonlyArray<Section>, width: number): ReadonlyArray<string> =>
  sections.flatMap((section, index) => [
    ...(index === 0 ? [] : [" ".repeat(width)]),
    ...sectionLines(theme, section, width)
  ])

/** From this width on there are two columns. */
const wide = 110

const besides = (left: ReadonlyArray<string>, right: ReadonlyArray<string>, width: number): ReadonlyArray<string> =>
  Array.from(
    { length: Math.max(left.length, right.length) },
    (_, row) => `${left[row] ?? " ".repeat(width)}${" ".repeat(gap)}${right[row] ?? ""}`
  )

/** How many sections the first of two columns has, so that the longer one is as short as can be. */
const split = (sections: ReadonlyArray<Section>): number => {
  const lengths = sections.map(({ entries }) => entries.length + 2)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let first = 0
  let count = 0
  while (count < lengths.length && first + (lengths[count] ?? 0) / 2 < total / 2) first += lengths[count++] ?? 0
  return count
}

const all = (theme: Theme, { isWide, sections }: ReaderBody, width: number): ReadonlyArray<string> => {
  if (isWide !== true || width < wide) return stacked(theme, sections, width)
  const half = Math.floor((width - gap) / 2)
  const firstColumn = split(sections)
  return besides(
    stacked(theme, sections.slice(0, firstColumn), half),
    stacked(theme, sections.slice(firstColumn), half),
    half
  )
}

/** What is read, from its first line on screen. */
export const drawReader = (
  theme: Theme,
  reader: ReaderBody,
  { height, width }: { height: number; width: number }
): DrawnReader => {
  const lines = all(theme, reader, width)
  const rows = Math.max(1, height - 1)
  const reach = Math.max(0, lines.length - rows)
  const top = Math.min(reader.top, reach)
  const below = reach - top
  const more = below === 0 ? "" : ` · ${below} more ${below === 1 ? "line" : "lines"} below`
  return {
    lines: [
      styled(theme.strong, cut(reader.title, width - widthOf(more))) + styled(theme.quiet, more),
      ...lines.slice(top, top + rows)
    ],
    reach
  }
}
