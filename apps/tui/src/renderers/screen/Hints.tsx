import { memo } from "react"

import type { Binding } from "../../keymap/bindings.ts"
import { keyText } from "../../keymap/Keys.ts"
import { cut, widthOf } from "../../text/fit.ts"
import type { View } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"

const gap = "  "

const textOf = ({ keys, label }: Binding) => `${keyText(keys[0] ?? "")} ${label}`

/** Returns the hints that fit, in their order. The last two, help and exit, are dropped last. */
export const fitting = (hints: ReadonlyArray<Binding>, width: number): ReadonlyArray<Binding> => {
  let room = width + gap.length
  const isShown = (hint: Binding) => (room -= widthOf(textOf(hint)) + gap.length) >= 0
  const byWeight = [...hints.slice(-2).toReversed(), ...hints.slice(0, -2)]
  const missing = byWeight.findIndex((hint) => !isShown(hint))
  const shown = new Set(missing < 0 ? byWeight : byWeight.slice(0, missing))
  return hints.filter((hint) => shown.has(hint))
}

/** Breaks hints into lines. */
const wrapped = (hints: ReadonlyArray<Binding>, width: number): ReadonlyArray<ReadonlyArray<Binding>> => {
  const lines: Array<Array<Binding>> = [[]]
  let room = width + gap.length
  for (const hint of hints) {
    const taken = widthOf(textOf(hint)) + gap.length
    if (taken > room && lines.at(-1)?.length !== 0) {
      lines.push([])
      room = width + gap.length
    }
    room -= taken
    lines.at(-1)?.push(hint)
  }
  return lines
}

type Part = Pick<View, "begun" | "hints" | "isChord">

const leadOf = (begun: string, width: number) => (begun === "" ? "" : cut(`${begun} …`, width) + gap)

/** Returns the hints of each line: one line, or several for the second keys of a chord. */
export const hintLines = ({ begun, hints, isChord }: Part, width: number, limit: number) => {
  const room = Math.max(0, width - widthOf(leadOf(begun, width)))
  return isChord ? wrapped(hints, room).slice(0, limit) : [fitting(hints, room)]
}

/** Keys with their labels, after the typed part of a command. */
export const Hints = memo(
  ({ begun = "", lines, width }: { begun?: string; lines: ReadonlyArray<ReadonlyArray<Binding>>; width: number }) => {
    const paint = usePaint()
    const lead = leadOf(begun, width)
    return lines.map((line, at) => (
      <Line key={at}>
        {(at === 0 ? lead : " ".repeat(widthOf(lead))) +
          line
            .map(
              ({ dangerous, keys, label }) =>
                `${paint(dangerous ? "bad" : "accent", keyText(keys[0] ?? ""))} ${paint("quiet", label)}`
            )
            .join(gap)}
      </Line>
    ))
  }
)
