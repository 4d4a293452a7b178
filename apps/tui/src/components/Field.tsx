import { Text } from "ink"

import { useTheme } from "../hooks/useTheme.ts"
import { cut, widthOf } from "../text/fit.ts"
import * as Shown from "../text/Shown.ts"
import { glyphs } from "../theme.ts"
import type { TextField } from "./TextField.ts"

interface Props {
  readonly label: string
  readonly field: TextField
  readonly focused: boolean
  readonly width: number
  readonly secret?: boolean
  /** Shown while nothing is typed. */
  readonly example?: string
}

/** What has room, beginning with the first. */
const fitting = (shown: ReadonlyArray<Shown.Shown>, width: number): ReadonlyArray<Shown.Shown> => {
  let room = width
  const end = shown.findIndex((each) => (room -= each.width) < 0)
  return end < 0 ? shown : shown.slice(0, end)
}

const textOf = (shown: ReadonlyArray<Shown.Shown>) => shown.map(({ text }) => text).join("")

/** The part of a text around the cursor that has room: as much before it as there is, then what follows. */
const around = (all: ReadonlyArray<Shown.Shown>, cursor: number, width: number) => {
  const before = fitting(all.slice(0, cursor).toReversed(), width).toReversed()
  const used = before.reduce((sum, each) => sum + each.width, 0)
  return { before: textOf(before), after: textOf(fitting(all.slice(cursor), width - used)) }
}

/** One line: a label and a text under edit, with its cursor when focused. */
export const Field = ({ example, field, focused, label, secret, width }: Props) => {
  const theme = useTheme()
  const shown = secret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : Shown.ofGraphemes(field.graphemes)
  const room = Math.max(1, width - widthOf(label) - 1 - (focused ? 1 : 0))
  const { after, before } = around(shown, focused ? field.cursor : 0, room)
  return (
    <Text wrap="truncate">
      <Text {...(focused ? theme.accent : theme.quiet)}>{label}</Text> {before}
      {focused ? <Text {...theme.accent}>{glyphs.caret}</Text> : ""}
      {after}
      {shown.length === 0 && example !== undefined ? <Text {...theme.quiet}>{cut(example, room)}</Text> : ""}
    </Text>
  )
}
