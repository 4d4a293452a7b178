import { cut, fit, widthOf } from "../../text/fit.ts"
import * as Shown from "../../text/Shown.ts"
import type { Theme } from "../../theme.ts"
import type { Typed } from "../../view/View.ts"
import { styled } from "./sgr.ts"

/** What has room, beginning with the first. */
const fitting = (shown: ReadonlyArray<Shown.Shown>, width: number): ReadonlyArray<Shown.Shown> => {
  let room = width
  const end = shown.findIndex((each) => (room -= each.width) < 0)
  return end < 0 ? shown : shown.slice(0, end)
}

const textOf = (shown: ReadonlyArray<Shown.Shown>) => shown.map(({ text }) => text).join("")

const widthOfAll = (shown: ReadonlyArray<Shown.Shown>) => shown.reduce((sum, each) => sum + each.width, 0)

/** The part of a text around the cursor that has room: as much before it as there is, then what follows. */
const around = (all: ReadonlyArray<Shown.Shown>, cursor: number, width: number) => {
  const before = fitting(all.slice(0, cursor).toReversed(), width).toReversed()
  const used = widthOfAll(before)
  const after = fitting(all.slice(cursor), width - used)
  return { used, text: textOf(before) + textOf(after), from: cursor - before.length, shown: [...before, ...after] }
}

export interface FieldLine {
  readonly line: string
  /** Column of the cursor. */
  readonly cursor: number
  /** For each cell of the line, where in the text the cursor goes there. */
  readonly cursors: ReadonlyArray<number>
}

/** For each cell of a line, how many characters are before it: none at the label, all behind the last. */
const cursorsOf = (shown: ReadonlyArray<Shown.Shown>, from: number, start: number, width: number) => {
  const within = shown.flatMap((each, at) => Array.from({ length: each.width }, () => from + at))
  const cells = [...Array.from({ length: start }, () => from), ...within]
  return Array.from({ length: width }, (_, column) => cells[column] ?? from + shown.length)
}

/** One line: a label and a text under edit. */
export const fieldLine = (
  theme: Theme,
  { example, field, isSecret, label, used: usedOf = "" }: Typed,
  { isFocused, labelWidth = widthOf(label), width }: { isFocused: boolean; labelWidth?: number; width: number }
): FieldLine => {
  const shown = isSecret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : Shown.ofGraphemes(field.graphemes)
  // the cursor stands behind the last character
  const aside = usedOf === "" || width < labelWidth + usedOf.length + 12 ? "" : ` ${usedOf}`
  const room = Math.max(1, width - labelWidth - 2 - aside.length)
  const { from, shown: seen, text, used } = around(shown, isFocused ? field.cursor : 0, room)
  const placeholder = shown.length === 0 && example !== undefined ? styled(theme.quiet, cut(`(${example})`, room)) : ""
  const styledLabel = styled(isFocused ? theme.accent : theme.quiet, fit(label, labelWidth))
  const end = aside === "" ? "" : `${" ".repeat(Math.max(0, room + 1 - widthOf(text)))}${styled(theme.quiet, aside)}`
  return {
    line: `${styledLabel} ${text}${placeholder}${end}`,
    cursor: Math.min(width - 1, labelWidth + 1 + used),
    cursors: cursorsOf(seen, from, labelWidth + 1, width)
  }
}
