import { memo } from "react"

import { chart } from "../../statistics/chart.ts"
import { cut, widthOf } from "../../text/fit.ts"
import type { ChartBody } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import type { Props } from "./Room.ts"

const gap = "   "

/** The call and its tabs; the call is cut first. */
const titleOf = ({ tabs, title }: ChartBody, width: number): string => {
  if (tabs === undefined) return cut(title, width)
  const room = width - widthOf(tabs) - gap.length
  return room < 1 ? cut(tabs, width) : `${cut(title, room)}${gap}${tabs}`
}

/** The statistics of a call. */
export const Chart = memo(({ body, height, width }: Props<ChartBody>) => {
  const paint = usePaint()
  return (
    <>
      <Line>{paint("strong", titleOf(body, width))}</Line>
      {chart(body.statistics, body.state, { width, height: height - 1 }).map((line, at) => (
        <Line key={at}>{line.map(({ text, tone }) => paint(tone, text)).join("")}</Line>
      ))}
    </>
  )
})
