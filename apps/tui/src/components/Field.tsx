import { Text } from "ink"
import stringWidth from "string-width"

import { useTheme } from "../hooks/useTheme.ts"
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

/** The part of a text that shows the cursor within a width. */
const scrolled = (graphemes: ReadonlyArray<string>, cursor: number, width: number): ReadonlyArray<string> => {
  const before = graphemes.slice(0, cursor)
  while (before.length > 0 && stringWidth(before.join("")) > width) before.shift()
  return before
}

/** One line: a label and a text under edit, with its cursor when focused. */
export const Field = ({ example, field, focused, label, secret, width }: Props) => {
  const theme = useTheme()
  const graphemes = secret ? field.graphemes.map(() => "•") : field.graphemes
  const room = Math.max(1, width - stringWidth(label) - 2)
  const before = focused ? scrolled(graphemes, field.cursor, room) : graphemes
  const after = focused ? graphemes.slice(field.cursor) : []
  return (
    <Text wrap="truncate">
      <Text {...(focused ? theme.accent : theme.quiet)}>{label}</Text> {before.join("")}
      {focused ? <Text {...theme.accent}>{glyphs.caret}</Text> : ""}
      {after.join("")}
      {field.graphemes.length === 0 && example !== undefined ? <Text {...theme.quiet}>{example}</Text> : ""}
    </Text>
  )
}
