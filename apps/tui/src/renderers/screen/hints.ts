import type { Binding } from "../../keymap/bindings.ts"
import { keyText } from "../../keymap/Keys.ts"
import { cut, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { View } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const separator = "  "

const hintWidth = ({ keys, label }: Binding) => widthOf(`${keyText(keys[0] ?? "")} ${label}${separator}`)

/** The hints that have room, in their order; the last two, how to get help and out, are the last to go. */
export const thatFit = (bindings: ReadonlyArray<Binding>, width: number): ReadonlyArray<Binding> => {
  const byWeight = [...bindings.slice(-2).toReversed(), ...bindings.slice(0, -2)]
  const chosen = new Set<Binding>()
  let room = width + separator.length
  for (const binding of byWeight) {
    room -= hintWidth(binding)
    if (room < 0) break
    chosen.add(binding)
  }
  return bindings.filter((binding) => chosen.has(binding))
}

/** The hints on as many lines as they take, each as full as may be. */
const inLines = (bindings: ReadonlyArray<Binding>, width: number): ReadonlyArray<ReadonlyArray<Binding>> => {
  const lines: Array<Array<Binding>> = [[]]
  let room = width + separator.length
  for (const binding of bindings) {
    room -= hintWidth(binding)
    if (room < 0 && lines.at(-1)?.length !== 0) {
      lines.push([])
      room = width + separator.length - hintWidth(binding)
    }
    lines.at(-1)?.push(binding)
  }
  return lines
}

/** Keys and what they do that have room in one line, which has exactly a width. */
export const hintLine = (theme: Theme, hints: ReadonlyArray<Binding>, width: number): string => {
  const shown = thatFit(hints, width)
  const used = shown.reduce((sum, binding) => sum + hintWidth(binding), -separator.length)
  const [line = ""] = hintLines(theme, { hints: shown, begun: "", isChord: false }, width)
  return line + " ".repeat(Math.max(0, width - Math.max(0, used)))
}

/** What of a view is said at the foot. */
export type Foot = Pick<View, "begun" | "hints" | "isChord">

/** Keys and what they do, behind what was begun to be typed: one line, or as many as second keys take up to a most. */
export const hintLines = (
  theme: Theme,
  { begun, hints, isChord }: Foot,
  width: number,
  most = 1
): ReadonlyArray<string> => {
  const lead = begun === "" ? "" : cut(`${begun} …`, width) + separator
  const room = Math.max(0, width - widthOf(lead))
  const lines = isChord ? inLines(hints, room).slice(0, most) : [thatFit(hints, room)]
  return lines.map((line, at) => {
    const drawn = line.map(
      ({ dangerous, keys, label }) =>
        `${styled(dangerous ? theme.bad : theme.accent, keyText(keys[0] ?? ""))} ${styled(theme.quiet, label)}`
    )
    return (at === 0 ? lead : " ".repeat(widthOf(lead))) + drawn.join(separator)
  })
}
