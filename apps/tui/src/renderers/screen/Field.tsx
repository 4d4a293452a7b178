import { useCursor } from "ink"

import { cut, fit, fromGraphemes, widthOf } from "../../text/fit.ts"
import type { Shown } from "../../text/fit.ts"
import type { Typed } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import { Target } from "./Target.tsx"

const fitting = (shown: ReadonlyArray<Shown>, width: number): ReadonlyArray<Shown> => {
  let room = width
  const end = shown.findIndex((each) => (room -= each.width) < 0)
  return end < 0 ? shown : shown.slice(0, end)
}

const cellsOf = (shown: ReadonlyArray<Shown>) => shown.reduce((sum, { width }) => sum + width, 0)

interface Props {
  readonly field: Typed
  readonly isFocused: boolean
  readonly labelWidth?: number
  readonly width: number
  /** Its index in a form. */
  readonly at?: number
}

/** Returns the part of a field around the cursor that fits, and the column of the cursor. */
const partOf = ({ field: typed, isFocused, labelWidth = widthOf(typed.label), width }: Props) => {
  const { example, field, isSecret, label, used = "" } = typed
  const all = isSecret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : fromGraphemes(field.graphemes)
  const aside = used === "" || width < labelWidth + used.length + 12 ? "" : ` ${used}`
  // the cursor can be after the last character
  const room = Math.max(1, width - labelWidth - 2 - aside.length)
  const cursor = isFocused ? field.cursor : 0
  const before = fitting(all.slice(0, cursor).toReversed(), room).toReversed()
  const shown = [...before, ...fitting(all.slice(cursor), room - cellsOf(before))]
  return {
    label: fit(label, labelWidth),
    text: shown.map(({ text }) => text).join(""),
    placeholder: all.length === 0 && example !== undefined ? cut(`(${example})`, room) : "",
    end: aside === "" ? "" : `${" ".repeat(Math.max(0, room + 1 - cellsOf(shown)))}${aside}`,
    caret: Math.min(width - 1, labelWidth + 1 + cellsOf(before)),
    start: labelWidth + 1,
    from: cursor - before.length,
    shown
  }
}

/** One line: a label and an editable text. */
export const Field = (props: Props) => {
  const paint = usePaint()
  const { end, from, label, placeholder, shown, start, text } = partOf(props)
  const cells = shown.flatMap((each, at) => Array.from({ length: each.width }, () => from + at))
  const cursors = Array.from({ length: props.width }, (_, column) =>
    column < start ? from : (cells[column - start] ?? from + shown.length)
  )
  return (
    <Target target={{ _tag: "Field", at: props.at, cursors }} width={props.width}>
      <Line>{`${paint(props.isFocused ? "accent" : "quiet", label)} ${text}${paint("quiet", placeholder)}${paint("quiet", end)}`}</Line>
    </Target>
  )
}

/** Puts the terminal's cursor into a field, where input methods open. */
export const Caret = ({ row, ...props }: Props & { readonly row: number }) => {
  useCursor().setCursorPosition({ x: partOf(props).caret, y: row })
  return null
}
