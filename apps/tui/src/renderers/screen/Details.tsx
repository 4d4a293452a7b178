import { memo } from "react"

import { cut, widthOf } from "../../text/fit.ts"
import type { Details as Part } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import type { Pen } from "./Line.tsx"
import { sectionLines } from "./Reader.tsx"
import { useReach } from "./Room.ts"

/** The minimum width of labels. */
const leastLabel = 11

/** The tabs on one line, the active one in brackets; the others are reduced to their keys if they do not fit. */
const tabsLine = (paint: Pen["paint"], tabs: NonNullable<Part["tabs"]>, width: number): string => {
  const textOf = ({ isCurrent, key, title }: (typeof tabs)[number], isShort: boolean) =>
    isCurrent ? `[${key} ${title}]` : isShort ? key : `${key} ${title}`
  const isShort = widthOf(tabs.map((tab) => textOf(tab, false)).join("  ")) > width
  const texts = tabs.map((tab) => textOf(tab, isShort))
  if (widthOf(texts.join("  ")) > width) return cut(texts.join("  "), width)
  return tabs.map(({ isCurrent }, at) => paint(isCurrent ? "strong" : "quiet", texts[at] ?? "")).join("  ")
}

const linesOf = (paint: Pen["paint"], { facts, name, sections, state, tabs }: Part, width: number) => {
  const widest =
    sections === undefined ? Math.max(leastLabel, ...facts.map(({ label }) => widthOf(label) + 1)) : leastLabel
  const shown = sections ?? [{ entries: facts.map((fact) => ({ ...fact, tone: "plain" as const })) }]
  return [
    ...(tabs === undefined ? [] : [tabsLine(paint, tabs, width)]),
    paint("strong", cut(name, width)),
    ...(state.text === "" ? [] : [paint(state.tone, cut(state.text, width))]),
    "",
    ...sectionLines(paint, shown, { indent: "", labels: () => widest, least: 1 }, width)
  ]
}

interface Props {
  readonly details: Part
  /** First line on screen. */
  readonly top: number
  /** The keys that scroll. */
  readonly hint: string
  readonly width: number
  readonly height: number
}

/** The details of a row from line `top` on; the last line counts the lines below. */
export const Details = memo(({ details, height, hint, top, width }: Props) => {
  const paint = usePaint()
  const all = linesOf(paint, details, width)
  // the note takes a line
  const room = all.length <= height ? height : Math.max(1, height - 1)
  const reach = Math.max(0, all.length - room)
  useReach(reach)
  const from = Math.max(0, Math.min(top, reach))
  const below = all.length - from - room
  const rest = below <= 0 ? "the end" : `${below} more ${below === 1 ? "line" : "lines"} below`
  const note = cut(`${rest}${hint === "" ? "" : ` (${hint})`}`, width)
  const hasNote = all.length > height && height > 1
  return <Line>{[...all.slice(from, from + room), ...(hasNote ? [paint("quiet", note)] : [])].join("\n")}</Line>
})
