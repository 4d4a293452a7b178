import { Box } from "ink"
import { use, useLayoutEffect } from "react"

import { chart } from "../../statistics/chart.ts"
import { cut, fit, widthOf, wrap, wrapCode } from "../../text/format.ts"
import type { ChartBody, Details as Part, Entry, ReaderBody, Section } from "../../view/View.ts"
import { Frame, Line, Tabs, Target, usePaint } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

/** Returns the lines of sections, separated by blank ones. Labels have at least a width. */
const useLines = (sections: ReadonlyArray<Section>, width: number, leastLabel: number, indent = "") => {
  const paint = usePaint()
  const linesOf = ({ isCode, label, text }: Entry) => {
    if (label === undefined) return isCode === true ? wrapCode(text, width) : wrap(text, width)
    const start = `${indent}${fit(label, Math.max(leastLabel, widthOf(label) + 1))}`
    const lines = wrap(text, Math.max(1, width - widthOf(start)))
    return lines.map((line, at) => `${at === 0 ? start : " ".repeat(widthOf(start))}${line}`)
  }
  return sections.flatMap(({ entries, title }, at) => [
    ...(at === 0 ? [] : [""]),
    ...(title === undefined ? [] : wrap(title, width).map((line) => paint("accent", line))),
    ...entries.flatMap((entry) => linesOf(entry).map((line) => paint(entry.tone, line)))
  ])
}

/** Returns the first line to show, and how many lines are below the last. */
const useScroll = (lines: number, room: number, wanted: number) => {
  const { onMaxTop } = use(Frame)
  const reach = Math.max(0, lines - room)
  useLayoutEffect(() => {
    onMaxTop(reach)
    return () => onMaxTop(0)
  }, [reach, onMaxTop])
  const top = Math.max(0, Math.min(wanted, reach))
  const below = reach - top
  return { top, below: below === 0 ? "" : `${below} more ${below === 1 ? "line" : "lines"} below` }
}

/** The minimum widths of labels in a text, and in details. */
const leastLabels = { text: 19, details: 11 }

/** From this width on there are two columns. */
const wide = 110
const gap = 2

/** A text to read, from line `top` on. */
export const Reader = ({ body: { isWide, sections, title, top: wanted }, height, width }: Props<ReaderBody>) => {
  const paint = usePaint()
  const isSplit = isWide === true && width >= wide
  const columnWidth = isSplit ? Math.floor((width - gap) / 2) : width
  const rows = Math.max(1, height - 1)
  const lines = useLines(sections, columnWidth, leastLabels.text, "  ")
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

/** From this height on, a blank line is above the facts. */
const roomy = 7

/** The details of a row from line `top` on; the last line counts the lines below. */
export const Details = ({ body, height, width }: Props<Part>) => {
  const { hint, name, sections, state, tabs } = body
  const paint = usePaint()
  const labels = sections.flatMap(({ entries }) => entries.map(({ label = "" }) => widthOf(label) + 1))
  const all = [
    paint("strong", name),
    ...(state.text === "" ? [] : [paint(state.tone, state.text)]),
    ...(height < roomy ? [] : [""]),
    ...useLines(sections, width, Math.max(leastLabels.details, ...labels))
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
  const lines = chart(statistics, state, { width, height: height - 1 })
  return (
    <>
      <Line>{paint("strong", call)}</Line>
      <Line>{lines.map((line) => line.map(({ text, tone }) => paint(tone, text)).join("")).join("\n")}</Line>
    </>
  )
}
