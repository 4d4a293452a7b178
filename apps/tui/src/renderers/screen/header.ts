import { cut, fit, widthOf } from "../../text/fit.ts"
import type { Style, Theme } from "../../theme.ts"
import type { Header } from "../../view/View.ts"
import type { Region } from "./Region.ts"
import { styled } from "./sgr.ts"

const name = "remote-assist"

const badgeOf = ({ place, profile, region }: Header) => {
  const kind = place === "unknown" ? "" : `${place.toUpperCase()} `
  return `▐${kind}${region}▌${profile === "" ? "" : ` ${profile}`}`
}

const badgeTones = { live: "live", emulator: "emulator", unknown: "strong" } as const

/** A badge: what it says in reverse, between ends in its colour. */
const drawnBadge = (style: Style, badge: string): string => {
  const { sign: color } = style
  const end = color === undefined ? {} : { color }
  const [inside = "", after] = badge.slice(1).split("▌")
  return [
    styled(end, badge.slice(0, 1)),
    styled(style, inside),
    after === undefined ? "" : `${styled(end, "▌")}${after}`
  ].join("")
}

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
    drawnBadge(theme[badgeTones[place]], badge),
    styled(theme.quiet, fit(shownAddress, middle)),
    shownWho === "" ? "" : `${shownWho} · `,
    styled(theme[state.tone], stateText)
  ].join("")
}

type Tab = Header["tabs"][number]

/** How tabs are drawn: with less room nearer to each other, and then the others by their keys alone. */
const manners = [
  { gap: 3, isShort: false },
  { gap: 1, isShort: false },
  { gap: 0, isShort: false },
  { gap: 0, isShort: true }
] as const

interface Labelled {
  readonly tab: Tab
  readonly lead: string
  readonly title: string
  readonly width: number
}

const labelled = (tab: Tab, isShort: boolean): Labelled => {
  const { isCurrent, key, title } = tab
  const shown = isShort && !isCurrent && key !== "" ? "" : title
  const lead = key === "" || shown === "" ? key : `${key} `
  return { tab, lead, title: shown, width: lead.length + shown.length + 2 }
}

const widthOfAll = (all: ReadonlyArray<Labelled>, gap: number) =>
  all.reduce((sum, { width }) => sum + width + gap, -gap)

/** One line: the screens there are, the one that is shown in brackets. */
export const tabsLine = (
  theme: Theme,
  { tabs }: Header,
  width: number
): { readonly line: string; readonly regions: ReadonlyArray<Region> } => {
  const ways = manners.map(({ gap, isShort }) => ({ gap, all: tabs.map((tab) => labelled(tab, isShort)) }))
  const { all = [], gap = 0 } = ways.find(({ all, gap }) => widthOfAll(all, gap) <= width) ?? ways.at(-1) ?? {}
  const drawn: Array<string> = []
  const regions: Array<Region> = []
  let column = 0
  for (const { lead, tab, title, width: taken } of all) {
    if (column + taken > width) break
    drawn.push(
      tab.isCurrent
        ? styled(theme.strong, `[${lead}${title}]`)
        : ` ${styled(theme.accent, lead)}${styled(theme.quiet, title)} `
    )
    regions.push({ row: 0, column, height: 1, width: taken, target: { _tag: "Tab", name: tab.name } })
    column += taken + gap
  }
  return { line: drawn.join(" ".repeat(gap)), regions }
}
