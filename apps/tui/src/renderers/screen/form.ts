import { widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { FormBody } from "../../view/View.ts"
import { fieldLine } from "./field.ts"
import type { Frame } from "./Frame.ts"
import { styled } from "./sgr.ts"

/** Below this height nothing is left empty. */
const roomy = 8

/** A form: its title, a line for each field, and the cursor in the one that is filled in. */
export const drawForm = (
  theme: Theme,
  { fields, title }: FormBody,
  { height, width }: { height: number; width: number }
): Frame => {
  const space = height >= roomy ? [""] : []
  const labelWidth = Math.min(Math.floor(width / 2), Math.max(...fields.map(({ label }) => widthOf(label))))
  const drawn = fields.map((field) => fieldLine(theme, field, { isFocused: field.isFocused, labelWidth, width }))
  const focused = fields.findIndex(({ isFocused }) => isFocused)
  const column = drawn[focused]?.cursor
  return {
    lines: [styled(theme.strong, title), ...space, ...drawn.map(({ line }) => line), ...space],
    cursor: column === undefined ? undefined : { row: 1 + space.length + focused, column }
  }
}
