import { wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { View } from "../../view/View.ts"
import { fieldLine } from "./field.ts"
import { drawForm } from "./form.ts"
import type { Frame } from "./Frame.ts"
import { headerLine, tabsLine } from "./header.ts"
import { hintLines } from "./hints.ts"
import { drawList, filledTo } from "./list.ts"
import { drawMenu } from "./menu.ts"
import { paragraphs } from "./paragraph.ts"
import { drawReader } from "./reader.ts"
import type { Size } from "./Size.ts"

/** A frame, and what of the view has room in it. */
export interface Drawn {
  readonly frame: Frame
  /** Rows of the list, where there is one. */
  readonly rows: number | undefined
  /** The furthest first line of what scrolls. */
  readonly reach: number
}

const least: Size = { width: 30, height: 8 }

/** Of the height, second keys may have this much. */
const share = 0.25

/** From this height on the screens there are have a line. */
const roomy = 20

const tooSmall = ({ height, width }: Size): Drawn => ({
  frame: {
    lines: filledTo(wrap(`Too small: ${least.width} columns and ${least.height} rows are needed.`, width), height),
    cursor: undefined
  },
  rows: undefined,
  reach: 0
})

interface Body {
  readonly lines: ReadonlyArray<string>
  readonly cursor?: Frame["cursor"]
  readonly rows?: number
  readonly reach?: number
}

const drawBody = (theme: Theme, body: View["body"], below: number, room: Size): Body => {
  switch (body._tag) {
    case "List":
      return drawList(theme, body, { ...room, below })
    case "Reader":
      return drawReader(theme, body, { ...room, height: room.height - below })
    case "Form":
      return drawForm(theme, body, { ...room, height: room.height - below })
    case "Menu":
      return drawMenu(theme, body, { ...room, height: room.height - below })
  }
}

/** Draws a view for a terminal of a size: exactly as many lines as it has. */
export const draw = (theme: Theme, view: View, size: Size): Drawn => {
  const { height, width } = size
  if (width < least.width || height < least.height) return tooSmall(size)
  const top = [
    headerLine(theme, view.header, width),
    ...(height < roomy || view.header.tabs.length === 0 ? [] : [tabsLine(theme, view.header, width)])
  ]
  const foot = hintLines(theme, view, width, Math.floor(height * share))
  const room = { width, height: height - top.length - foot.length }
  const isAsked = view.input !== undefined || view.body._tag === "Form"
  const said = paragraphs(theme, view.messages, { ...room, isAsked })
  const input = view.input && fieldLine(theme, view.input, { isFocused: true, width })
  const below = said.length + (input === undefined ? 0 : 1)
  const { cursor, lines, reach = 0, rows } = drawBody(theme, view.body, below, room)
  const middle = [...lines, ...said].slice(0, room.height - (input === undefined ? 0 : 1))
  const typed = input === undefined ? [] : [input.line]
  const empty = Array.from({ length: room.height - middle.length - typed.length }, () => "")
  const all = [...top, ...middle, ...empty, ...typed]
  return {
    frame: {
      lines: [...all, ...foot],
      cursor:
        input !== undefined
          ? { row: all.length - 1, column: input.cursor }
          : cursor && { row: top.length + cursor.row, column: cursor.column }
    },
    rows,
    reach
  }
}
