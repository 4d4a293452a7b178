import { cut, fit, widthOf } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Header } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const name = "remote-assist"

const badgeOf = ({ place, profile, region }: Header) => {
  const kind = place === "unknown" ? "" : `${place.toUpperCase()} `
  return `▐${kind}${region}▌${profile === "" ? "" : ` ${profile}`}`
}

const badgeTones = { live: "live", emulator: "emulator", unknown: "strong" } as const

/** Of the freshness, this much stays. */
const leastState = 12

/** One line: the program, where it is connected to, who is logged in, and how fresh the data is. */
export const headerLine = (theme: Theme, header: Header, width: number): string => {
  const { address, place, state, who = "" } = header
  const badge = cut(badgeOf(header), Math.max(0, width - Math.min(widthOf(state.text), leastState) - 1))
  const stateText = cut(state.text, Math.max(0, width - badge.length - 1))
  // the name of the program is the first to go: it says the least
  const said = [badge, address, ...(who === "" ? [] : [`${who} ·`]), stateText]
  const isNamed = said.reduce((sum, text) => sum + widthOf(text) + 1, name.length + 1) <= width
  const left = (isNamed ? name.length + 1 : 0) + badge.length
  const room = width - left - widthOf(stateText) - 1
  const shownWho = cut(who, Math.max(0, Math.min(widthOf(who), room - 3)))
  const right = (shownWho === "" ? 0 : widthOf(shownWho) + 3) + widthOf(stateText)
  const middle = Math.max(0, width - left - right)
  const shownAddress = middle > 14 ? cut(` ${address}`, middle - 2) : ""
  return [
    isNamed ? `${styled(theme.accent, name)} ` : "",
    styled(theme[badgeTones[place]], badge),
    styled(theme.quiet, fit(shownAddress, middle)),
    shownWho === "" ? "" : `${shownWho} · `,
    styled(theme[state.tone], stateText)
  ].join("")
}

const separator = "   "

/** One line: the screens there are, the one that is shown in brackets. */
export const tabsLine = (theme: Theme, { tabs }: Header, width: number): string => {
  const drawn = tabs.map(({ isCurrent, key, title }) => ({
    width: key.length + title.length + 3 + separator.length,
    text: isCurrent
      ? styled(theme.strong, `[${key} ${title}]`)
      : ` ${styled(theme.accent, key)} ${styled(theme.quiet, title)} `
  }))
  let room = width
  return drawn
    .filter((tab) => (room -= tab.width) >= 0)
    .map(({ text }) => text)
    .join(separator)
}
