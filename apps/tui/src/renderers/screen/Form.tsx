import { Box, useCursor } from "ink"

import { cut, fit, fromGraphemes, widthOf } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import type { FormBody, MenuBody, Typed } from "../../view/View.ts"
import { Line, Target, usePaint } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

interface FieldProps {
  readonly field: Typed
  readonly isFocused: boolean
  readonly labelWidth?: number
  readonly width: number
  /** Its index in a form. */
  readonly at?: number
}

/** Returns the part of a field around the cursor that fits, and what is at each column. */
const partOf = ({ field: typed, isFocused, labelWidth = widthOf(typed.label), width }: FieldProps) => {
  const { field, isSecret, used = "" } = typed
  const all = isSecret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : fromGraphemes(field.graphemes)
  const aside = used === "" || width < labelWidth + used.length + 12 ? "" : ` ${used}`
  const start = labelWidth + 1
  // the cursor can be after the last character
  const room = Math.max(1, width - start - 1 - aside.length)
  const cells = all.flatMap((each, at) => Array.from({ length: each.width }, () => at))
  const cursor = isFocused ? cells.findIndex((at) => at === field.cursor) : 0
  const caret = cursor < 0 ? cells.length : cursor
  // only whole characters are shown
  const whole = cells.findIndex((at, cell) => cell >= caret - room && cells[cell - 1] !== at)
  const first = whole < 0 ? cells.length : whole
  const characterAt = (cell: number) => cells[first + cell] ?? all.length
  const shown = all.slice(characterAt(0), characterAt(room))
  const cursors = Array.from({ length: width }, (_, column) => characterAt(Math.max(0, column - start)))
  return {
    aside,
    caret: Math.min(width - 1, start + caret - first),
    cursors,
    room,
    start,
    text: shown.map(({ text }) => text).join("")
  }
}

/** One line: a label and an editable text. */
export const Field = (props: FieldProps) => {
  const { at, field, isFocused, width } = props
  const {
    example = "",
    field: { graphemes },
    label
  } = field
  const paint = usePaint()
  const { aside, cursors, room, start, text } = partOf(props)
  const typed =
    graphemes.length === 0 && example !== "" ? paint("quiet", fit(`(${example})`, room + 1)) : fit(text, room + 1)
  const line = `${paint(isFocused ? "accent" : "quiet", fit(label, start - 1))} ${typed}${paint("quiet", aside)}`
  return (
    <Target target={{ _tag: "Field", at, cursors }} width={width}>
      <Line>{line.trimEnd()}</Line>
    </Target>
  )
}

/** Puts the terminal's cursor into a field, where input methods open. */
export const Caret = ({ row, ...props }: FieldProps & { readonly row: number }) => {
  useCursor().setCursorPosition({ x: partOf(props).caret, y: row })
  return null
}

/** A form: its title, the fields that fit, and the cursor in the focused one. */
export const Form = ({ body: { fields, title }, height, top, width }: Props<FormBody> & { readonly top: number }) => {
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
      <Line>{paint("strong", title)}</Line>
      <Box flexDirection="column" flexShrink={0} marginY={space}>
        {fields.slice(first, first + rows).map((field, at) => (
          <Field key={field.label} field={field} isFocused={field.isFocused} at={first + at} {...room} />
        ))}
      </Box>
      {focused && <Caret field={focused} isFocused row={top + 1 + space + focus - first} {...room} />}
    </>
  )
}

const gap = "  "

/** The minimum width of labels, so that the details move little while the user types. */
const leastLabel = 48

/** The choices that fit, around the selected one. */
export const Menu = ({ body: { choices, cursor, title }, height, width }: Props<MenuBody>) => {
  const paint = usePaint()
  const room = Math.max(1, height - 1)
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), choices.length - room))
  const details = Math.min(Math.floor(width / 2), Math.max(0, ...choices.map(({ detail }) => widthOf(detail))))
  const widest = Math.max(leastLabel, ...choices.map(({ label }) => widthOf(label)))
  const labels = Math.max(0, Math.min(widest, width - details - gap.length * 2))
  const place = choices.length === 0 ? "" : ` · ${cursor + 1} of ${choices.length}`
  return (
    <>
      <Line>{paint("strong", cut(title, width - place.length)) + paint("quiet", place)}</Line>
      {choices.length === 0 && <Line>{paint("quiet", "No choice matches.")}</Line>}
      <Target target={{ _tag: "Choices", top, choices }} width={width}>
        {choices.slice(top, top + room).map(({ detail, label }, at) => {
          const isSelected = top + at === cursor
          const text = `${isSelected ? glyphs.selected : " "} ${fit(label, labels)}${gap}${fit(detail, details)}`
          return <Line key={at}>{isSelected ? paint("selected", text) : text.trimEnd()}</Line>
        })}
      </Target>
    </>
  )
}
