import { cut, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { FormBody } from "../../view/View.ts"
import { fieldLine } from "./field.ts"
import type { Frame } from "./Frame.ts"
import { styled } from "./sgr.ts"

/** A form: its title, a line for each field that has room, and the cursor in the one that is filled in. */
export const drawForm = (
  theme: Theme,
  { fields, title }: FormBody,
  { height, width }: { height: number; width: number }
): Frame => {
  const space = fields.length + 3 <= height ? [""] : []
  const labelWidth = Math.min(Math.floor(width / 2), Math.max(0, ...fields.map(({ label }) => widthOf(label))))
  const drawn = fields.map((field) => fieldLine(theme, field, { isFocused: field.isFocused, labelWidth, width }))
  const focused = fields.findIndex(({ isFocused }) => isFocused)
  const column = drawn[focused]?.cursor
  const rows = Math.max(1, height - 1 - space.length * 2)
  const top = Math.max(0, Math.min(focused - Math.floor(rows / 2), fields.length - rows))
  const seen = drawn.slice(top, top + rows)
  const first = 1 + space.length
  return {
    lines: [styled(theme.strong, cut(title, width)), ...space, ...seen.map(({ line }) => line), ...space],
    cursor: column === undefined ? undefined : { row: first + focused - top, column },
    regions: seen.map(({ cursors }, at) => ({
      row: first + at,
      column: 0,
      height: 1,
      width,
      target: { _tag: "Field", at: top + at, cursors }
    }))
  }
}
