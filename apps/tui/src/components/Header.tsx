import { Text } from "ink"

import { useTheme } from "../hooks/useTheme.ts"
import { cut, fit, widthOf } from "../text/fit.ts"
import type { Tone } from "../theme.ts"

interface Props {
  readonly width: number
  readonly region: string
  readonly address: string
  readonly who: string
  readonly state: { readonly text: string; readonly tone: Tone }
}

const name = "remote-assist"

/** One line: the program, where it is connected to, who is logged in, and how fresh the data is. */
export const Header = ({ address, region, state, who, width }: Props) => {
  const theme = useTheme()
  const right = widthOf(state.text) + (who === "" ? 0 : 3)
  const left = name.length + 3 + region.length
  const room = width - left - right - 3
  const shownWho = cut(who, Math.max(0, Math.min(widthOf(who), room)))
  const shownAddress = room - widthOf(shownWho) > 12 ? address : ""
  const middle = Math.max(0, width - left - right - widthOf(shownWho))
  return (
    <Text wrap="truncate">
      <Text {...theme.accent}>{name}</Text>
      {" · "}
      <Text {...theme.strong}>{region}</Text>
      <Text {...theme.quiet}>{fit(shownAddress === "" ? "" : cut(` · ${shownAddress}`, middle - 2), middle)}</Text>
      {shownWho}
      {shownWho === "" ? "" : " · "}
      <Text {...theme[state.tone]}>{state.text}</Text>
    </Text>
  )
}
