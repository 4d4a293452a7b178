import { Box } from "ink"
import { memo } from "react"

import { cut, widthOf } from "../../text/fit.ts"
import type { FormBody } from "../../view/View.ts"
import { Caret, Field } from "./Field.tsx"
import { Line, usePaint } from "./Line.tsx"
import type { Props } from "./Room.ts"

/** A form: its title, the fields that fit, and the cursor in the focused one. */
export const Form = memo(
  ({ body: { fields, title }, height, top, width }: Props<FormBody> & { readonly top: number }) => {
    const paint = usePaint()
    const space = fields.length + 3 <= height ? 1 : 0
    const labelWidth = Math.min(Math.floor(width / 2), Math.max(0, ...fields.map(({ label }) => widthOf(label))))
    const focus = fields.findIndex(({ isFocused }) => isFocused)
    const focused = fields[focus]
    const rows = Math.max(1, height - 1 - space * 2)
    const first = Math.max(0, Math.min(focus - Math.floor(rows / 2), fields.length - rows))
    const room = { labelWidth, width }
    return (
      <>
        <Line>{paint("strong", cut(title, width))}</Line>
        <Box flexDirection="column" flexShrink={0} marginY={space}>
          {fields.slice(first, first + rows).map((field, at) => (
            <Field key={field.label} field={field} isFocused={field.isFocused} at={first + at} {...room} />
          ))}
        </Box>
        {focused && <Caret field={focused} isFocused row={top + 1 + space + focus - first} {...room} />}
      </>
    )
  }
)
