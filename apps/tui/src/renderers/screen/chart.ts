import { chart } from "../../statistics/chart.ts"
import { cut, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { ChartBody } from "../../view/View.ts"
import { styled } from "./sgr.ts"
import type { Size } from "./Size.ts"

const gap = 3

/** What call it is, and the tabs there are: with less room, the name gives way. */
const headOf = ({ tabs, title }: ChartBody, width: number): string => {
  if (tabs === undefined) return cut(title, width)
  const room = width - widthOf(tabs) - gap
  return room < 1 ? cut(tabs, width) : `${cut(title, room)}${" ".repeat(gap)}${tabs}`
}

/** The statistics of a call, below what call it is. */
export const drawChart = (
  theme: Theme,
  body: ChartBody,
  { height, width }: Size
): { readonly lines: ReadonlyArray<string> } => ({
  lines: [
    styled(theme.strong, headOf(body, width)),
    ...chart(body.statistics, body.state, { width, height: height - 1 }).map((line) =>
      line.map(({ text, tone }) => styled(theme[tone], text)).join("")
    )
  ]
})
