import { Box, useCursor } from "ink"

import { cut, fit, fromGraphemes, widthOf } from "../../text/fit.ts"
import type { Shown } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"
import type { FormBody, MenuBody, Typed } from "../../view/View.ts"
import { Line, Target, usePaint } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

const fitting = (shown: ReadonlyArray<Shown>, width: number): ReadonlyArray<Shown> => {
  let room = width
  const end = shown.findIndex((each) => (room -= each.width) < 0)
  return end < 0 ? shown : shown.slice(0, end)
}

const cellsOf = (shown: ReadonlyArray<Shown>) => shown.reduce((sum, { width }) => sum + width, 0)

interface FieldProps {
  readonly field: Typed
  readonly isFocused: boolean
  readonly labelWidth?: number
  readonly width: number
  /** Its index in a form. */
  readonly at?: number
}

/** Returns the part of a field around the cursor that fits, the index of its first character, and the columns. */
const partOf = ({ field: typed, isFocused, labelWidth = widthOf(typed.label), width }: FieldProps) => {
  const { field, isSecret, used = "" } = typed
  const all = isSecret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : fromGraphemes(field.graphemes)
  const aside = used === "" || width < labelWidth + used.length + 12 ? "" : ` ${used}`
  // the cursor can be after the last character
  const room = Math.max(1, width - labelWidth - 2 - aside.length)
  const cursor = isFocused ? field.cursor : 0
  const before = fitting(all.slice(0, cursor).toReversed(), room).toReversed()
  const shown = [...before, ...fitting(all.slice(cursor), room - cellsOf(before))]
  const start = labelWidth + 1
  return {
    aside,
    caret: Math.min(width - 1, start + cellsOf(before)),
    from: cursor - before.length,
    room,
    shown,
    start
  }
}

/** One line: a label and an editable text. */
export const Field = (props: FieldProps) => {
  const { at, field, isFocused, width } = props
  const paint = usePaint()
  const { aside, from, room, shown, start } = partOf(props)
  const example = field.field.graphemes.length === 0 && field.example !== undefined ? `(${field.example})` : ""
  const cells = shown.flatMap((each, at) => Array.from({ length: each.width }, () => from + at))
  const cursors = Array.from({ length: width }, (_, column) =>
    column < start ? from : (cells[column - start] ?? from + shown.length)
  )
  const text = shown.map(({ text }) => text).join("")
  return (
    <Target target={{ _tag: "Field", at, cursors }} width={width}>
      <Line>
        {`${paint(isFocused ? "accent" : "quiet", fit(field.label, start - 1))} ${example === "" ? fit(text, room + 1) : paint("quiet", fit(example, room + 1))}${paint("quiet", aside)}`.trimEnd()}
      </Line>
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
