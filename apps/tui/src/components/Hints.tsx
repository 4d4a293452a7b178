import { Text } from "ink"

import { useTheme } from "../hooks/useTheme.ts"
import { keyText } from "../keymap/keymap.ts"
import type { Binding } from "../keymap/keymap.ts"
import { widthOf } from "../text/fit.ts"

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

interface Props {
  readonly bindings: ReadonlyArray<Binding>
  readonly width: number
}

/** One line of keys and what they do. */
export const Hints = ({ bindings, width }: Props) => {
  const theme = useTheme()
  return (
    <Text wrap="truncate">
      {thatFit(bindings, width).map(({ command, dangerous, keys, label }, index) => (
        <Text key={command}>
          {index === 0 ? "" : separator}
          <Text {...(dangerous ? theme.bad : theme.accent)}>{keyText(keys[0])}</Text>
          <Text {...theme.quiet}> {label}</Text>
        </Text>
      ))}
    </Text>
  )
}
