import { wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { View } from "../../view/View.ts"
import { drawBoxes } from "./boxes.ts"
import { drawChart } from "./chart.ts"
import { fieldLine } from "./field.ts"
import type { FieldLine } from "./field.ts"
import { drawForm } from "./form.ts"
import type { Frame } from "./Frame.ts"
import { headerLine, tabsLine } from "./header.ts"
import { hintLines } from "./hints.ts"
import { drawList, filledTo } from "./list.ts"
import { drawMenu } from "./menu.ts"
import { paragraphs } from "./paragraph.ts"
import { drawReader } from "./reader.ts"
import { lowered } from "./Region.ts"
import type { Region } from "./Region.ts"
import type { Size } from "./Size.ts"

/** A frame, and what of the view has room in it. */
export interface Drawn {
  readonly frame: Frame
  /** Rows of the list, where there is one. */
  readonly rows: number | undefined
  /** The same of each list by its name, where there are several. */
  readonly heights?: ReadonlyMap<string, number>
  /** The furthest first line of what scrolls. */
  readonly reach: number
}

const least: Size = { width: 30, height: 8 }

/** Of the height, second keys may have this much. */
const share = 0.25

/** From this height on the screens there are have a line. */
const roomy = 20

const sentences = [
  `Too small: ${least.width} columns and ${least.height} rows are needed.`,
  `Too small: ${least.width}x${least.height}`,
  "Too small"
]

/** The longest that has room. */
const tooSmall = ({ height, width }: Size): Drawn => {
  const said = sentences.map((sentence) => wrap(sentence, Math.max(1, width)))
  const lines = said.find((lines) => lines.length <= height) ?? said.at(-1) ?? []
  return { frame: { lines: filledTo(lines, height), cursor: undefined, regions: [] }, rows: undefined, reach: 0 }
}

interface Body {
  readonly lines: ReadonlyArray<string>
  readonly cursor?: Frame["cursor"]
  readonly rows?: number | undefined
  readonly heights?: ReadonlyMap<string, number>
  readonly reach?: number
  readonly regions?: ReadonlyArray<Region>
}

const drawBody = (theme: Theme, body: View["body"], below: number, room: Size): Body => {
  switch (body._tag) {
    case "List":
      return drawList(theme, body, { ...room, below })
    case "Boxes":
      return drawBoxes(theme, body, { ...room, below })
    case "Reader": {
      const height = room.height - below
      const reader = drawReader(theme, body, { ...room, height })
      return { ...reader, regions: [{ row: 0, column: 0, height, width: room.width, target: { _tag: "Reader" } }] }
    }
    case "Form":
      return drawForm(theme, body, { ...room, height: room.height - below })
    case "Menu":
      return drawMenu(theme, body, { ...room, height: room.height - below })
    case "Chart":
      return drawChart(theme, body, { ...room, height: room.height - below })
  }
}

const lineOf = ({ cursors }: FieldLine, row: number, width: number): Region => ({
  row,
  column: 0,
  height: 1,
  width,
  target: { _tag: "Field", at: undefined, cursors }
})
/** The foot where all boxes are shown: the keys of each stand in it. */
const boxFoot = (theme: Theme, view: View, width: number): ReadonlyArray<string> => {
  const names = view.body._tag === "Boxes" ? view.body.boxes.map(({ list }) => list.name) : []
  return hintLines(theme, { ...view, hints: view.hints.filter(({ context }) => !names.includes(context)) }, width)
}

/** Draws a view for a terminal of a size: exactly as many lines as it has. */
export const draw = (theme: Theme, view: View, size: Size): Drawn => {
  const { height, width } = size
  if (width < least.width || height < least.height) return tooSmall(size)
  const tabs = height < roomy || view.header.tabs.length === 0 ? undefined : tabsLine(theme, view.header, width)
  const top = [headerLine(theme, view.header, width), ...(tabs === undefined ? [] : [tabs.line])]
  const foot = hintLines(theme, view, width, Math.floor(height * share))
  const room = { width, height: height - top.length - foot.length }
  const isAsked = view.input !== undefined || view.body._tag === "Form"
  const said = paragraphs(theme, view.messages, { ...room, isAsked })
  const input = view.input && fieldLine(theme, view.input, { isFocused: true, width })
  const below = said.length + (input === undefined ? 0 : 1)
  const { cursor, heights, lines, reach = 0, regions = [], rows } = drawBody(theme, view.body, below, room)
  const middle = [...lines, ...said].slice(0, room.height - (input === undefined ? 0 : 1))
  const typed = input === undefined ? [] : [input.line]
  const empty = Array.from({ length: room.height - middle.length - typed.length }, () => "")
  const all = [...top, ...middle, ...empty, ...typed]
  return {
    frame: {
      lines: [
        ...all,
        ...(view.isChord || heights === undefined || heights.size < 2 ? foot : boxFoot(theme, view, width))
      ],
      cursor:
        input !== undefined
          ? { row: all.length - 1, column: input.cursor }
          : cursor && { row: top.length + cursor.row, column: cursor.column },
      regions: [
        ...lowered(tabs?.regions ?? [], 1),
        ...lowered(regions, top.length),
        ...(input === undefined ? [] : [lineOf(input, all.length - 1, width)])
      ]
    },
    rows,
    ...(heights && { heights }),
    reach
  }
}
