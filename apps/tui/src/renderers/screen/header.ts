import { cut, fit, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Header } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const name = "remote-assist"

/** One line: the program, where it is connected to, who is logged in, and how fresh the data is. */
export const headerLine = (theme: Theme, { address, region, state, who = "" }: Header, width: number): string => {
  const right = widthOf(state.text) + (who === "" ? 0 : 3)
  const left = name.length + 3 + region.length
  const room = width - left - right - 3
  const shownWho = cut(who, Math.max(0, Math.min(widthOf(who), room)))
  const shownAddress = room - widthOf(shownWho) > 12 ? address : ""
  const middle = Math.max(0, width - left - right - widthOf(shownWho))
  return [
    styled(theme.accent, name),
    " · ",
    styled(theme.strong, region),
    styled(theme.quiet, fit(shownAddress === "" ? "" : cut(` · ${shownAddress}`, middle - 2), middle)),
    shownWho,
    shownWho === "" ? "" : " · ",
    styled(theme[state.tone], cut(state.text, Math.max(0, width - left - middle)))
  ].join("")
}
