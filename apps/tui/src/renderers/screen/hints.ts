import { keyText } from "../../keymap/keymap.ts"
import type { Binding } from "../../keymap/keymap.ts"
import { cut, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import { styled } from "./sgr.ts"

const separator = "  "

const hintWidth = ({ keys, label }: Binding) => widthOf(`${keyText(keys[0])} ${label}${separator}`)

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

/** One line of keys and what they do, or what was begun to be typed. */
export const hintsLine = (theme: Theme, hints: ReadonlyArray<Binding>, begun: string, width: number): string =>
  [
    ...(begun === "" ? [] : [cut(`${begun} …`, width)]),
    ...thatFit(hints, width - (begun === "" ? 0 : widthOf(begun) + 2 + separator.length)).map(
      ({ dangerous, keys, label }) =>
        `${styled(dangerous ? theme.bad : theme.accent, keyText(keys[0]))} ${styled(theme.quiet, label)}`
    )
  ].join(separator)
