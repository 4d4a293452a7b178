import { Box } from "ink"

import { chart } from "../../statistics/chart.ts"
import { cut, widthOf } from "../../text/format.ts"
import type { ChartBody, ReaderBody } from "../../view/View.ts"
import { Line, Target, useLines, usePaint, useScroll } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

const leastLabel = 19

/** From this width on there are two columns. */
const wide = 110
const gap = 2

/** A text to read, from line `top` on. */
export const Reader = ({ body: { isWide, sections, title, top: wanted }, height, width }: Props<ReaderBody>) => {
  const paint = usePaint()
  const isSplit = isWide === true && width >= wide
  const columnWidth = isSplit ? Math.floor((width - gap) / 2) : width
  const rows = Math.max(1, height - 1)
  const lines = useLines(sections, columnWidth, leastLabel, "  ")
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
