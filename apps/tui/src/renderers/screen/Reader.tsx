import { Box } from "ink"
import { use, useLayoutEffect } from "react"

import { chart } from "../../statistics/chart.ts"
import { cut, fit, widthOf, wrap, wrapCode } from "../../text/fit.ts"
import type { ChartBody, Details as Part, Entry, ReaderBody, Section } from "../../view/View.ts"
import { Frame, Line, Tabs, Target, usePaint } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

/** The layout of pairs: indent, width of the label. */
interface Layout {
  readonly indent: string
  readonly labels: (label: string) => number
  /** The minimum width of the text; below it, the text is cut. */
  readonly least: number
}

const entryLines = ({ isCode, label, text }: Entry, { indent, labels, least }: Layout, width: number) => {
  if (label === undefined) return isCode === true ? wrapCode(text, width) : wrap(text, width)
  const start = `${indent}${fit(label, labels(label))}`
  const room = width - widthOf(start)
  if (room < least) return [cut(`${start}${text}`, width)]
  return wrap(text, Math.max(1, room)).map((line, at) => `${at === 0 ? start : " ".repeat(widthOf(start))}${line}`)
}

/** Returns the lines of sections, separated by blank ones. */
const useLines = (sections: ReadonlyArray<Section>, layout: Layout, width: number): ReadonlyArray<string> => {
  const paint = usePaint()
  return sections.flatMap(({ entries, title }, at) => [
    ...(at === 0 ? [] : [""]),
    ...(title === undefined ? [] : wrap(title, width).map((line) => paint("accent", line))),
    ...entries.flatMap((entry) => entryLines(entry, layout, width).map((line) => paint(entry.tone, line)))
  ])
}

/** Returns the first line to show, and how many lines are below the last. */
const useScroll = (lines: number, room: number, wanted: number) => {
  const { onReach } = use(Frame)
  const reach = Math.max(0, lines - room)
  useLayoutEffect(() => {
    onReach(reach)
    return () => onReach(0)
  }, [reach, onReach])
  const top = Math.max(0, Math.min(wanted, reach))
  const below = reach - top
  return { top, below: below === 0 ? "" : `${below} more ${below === 1 ? "line" : "lines"} below` }
}

const layout: Layout = { indent: "  ", labels: (label) => Math.max(widthOf(label), 18) + 1, least: 18 }

/** From this width on there are two columns. */
const wide = 110
const gap = 2

/** A text to read, from line `top` on. */
export const Reader = ({ body: { isWide, sections, title, top: wanted }, height, width }: Props<ReaderBody>) => {
  const paint = usePaint()
  const isSplit = isWide === true && width >= wide
  const columnWidth = isSplit ? Math.floor((width - gap) / 2) : width
  const rows = Math.max(1, height - 1)
  const lines = useLines(sections, layout, columnWidth)
  const { below, top } = useScroll(lines.length, isSplit ? 2 * rows : rows, wanted)
  const more = below === "" ? "" : ` · ${below}`
  return (
    <Target target={{ _tag: "Reader" }} width={width}>
      <Line>{paint("strong", cut(title, width - widthOf(more))) + paint("quiet", more)}</Line>
      <Box columnGap={gap}>
        {(isSplit ? [top, top + rows] : [top]).map((from) => (
          <Box key={from} width={columnWidth} flexShrink={0}>
            <Line>{lines.slice(from, from + rows).join("\n")}</Line>
          </Box>
        ))}
      </Box>
    </Target>
  )
}

/** The minimum width of labels. */
const leastLabel = 11

/** The details of a row from line `top` on; the last line counts the lines below. */
export const Details = ({ body, height, width }: Props<Part>) => {
  const { hint, name, sections, state, tabs } = body
  const paint = usePaint()
  const labels = sections.flatMap(({ entries }) => entries.map(({ label = "" }) => widthOf(label) + 1))
  const label = Math.max(leastLabel, ...labels)
  const all = [
    paint("strong", name),
    ...(state.text === "" ? [] : [paint(state.tone, state.text)]),
    "",
    ...useLines(sections, { indent: "", labels: () => label, least: 1 }, width)
  ]
  const room = height - (tabs === undefined ? 0 : 1)
  const hasNote = all.length > room && room > 1
  const { below, top } = useScroll(all.length, hasNote ? room - 1 : room, body.top)
  const note = `${below || "the end"}${hint === "" ? "" : ` (${hint})`}`
  const lines = [...all.slice(top, top + room - (hasNote ? 1 : 0)), ...(hasNote ? [paint("quiet", note)] : [])]
  return (
    <>
      {tabs && <Tabs tabs={tabs} width={width} />}
      <Line>{lines.join("\n")}</Line>
    </>
  )
}

/** The statistics of a call; the call is cut before its tabs. */
export const Chart = ({ body: { state, statistics, tabs, title }, height, width }: Props<ChartBody>) => {
  const paint = usePaint()
  const call = tabs === undefined ? title : `${cut(title, width - widthOf(tabs) - 3)}   `.trimStart() + tabs
  return (
    <>
      <Line>{paint("strong", call)}</Line>
      {chart(statistics, state, { width, height: height - 1 }).map((line, at) => (
        <Line key={at}>{line.map(({ text, tone }) => paint(tone, text)).join("")}</Line>
      ))}
    </>
  )
}
