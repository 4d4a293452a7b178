import { memo } from "react"

import { cut, fit, widthOf } from "../../text/fit.ts"
import type { Header as Part } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import { Target } from "./Target.tsx"

interface Props {
  readonly header: Part
  readonly width: number
}

const name = "remote-assist"

const badgeTones = { live: ["live", "bad"], emulator: ["emulator", "accent"], unknown: ["strong", "plain"] } as const

/** The minimum width of the freshness. */
const leastState = 12

/** One line: the program, the server, the user, and how fresh the data is. */
export const Header = memo(({ header, width }: Props) => {
  const { address, place, profile, region, state, who = "" } = header
  const paint = usePaint()
  const kind = place === "unknown" ? "" : `${place.toUpperCase()} `
  const whole = `▐${kind}${region}▌${profile === "" ? "" : ` ${profile}`}`
  const badge = cut(whole, Math.max(0, width - Math.min(widthOf(state.text), leastState) - 1))
  const fresh = cut(state.text, Math.max(0, width - badge.length - 1))
  // the name of the program is dropped first
  const all = [name, badge, address, ...(who === "" ? [] : [`${who} ·`]), fresh]
  const isNamed = all.reduce((sum, text) => sum + widthOf(text) + 1, 0) <= width
  const left = (isNamed ? name.length + 1 : 0) + badge.length
  const person = cut(who, Math.max(0, Math.min(widthOf(who), width - left - widthOf(fresh) - 4)))
  const right = (person === "" ? 0 : widthOf(person) + 3) + widthOf(fresh)
  const middle = Math.max(0, width - left - right)
  const [tone, end] = badgeTones[place]
  const [inside = "", after] = badge.slice(1).split("▌")
  return (
    <Line>
      {[
        isNamed ? `${paint("accent", name)} ` : "",
        paint(end, badge.slice(0, 1)) + paint(tone, inside),
        after === undefined ? "" : `${paint(end, "▌")}${after}`,
        paint("quiet", fit(middle > 14 ? cut(` ${address}`, middle - 2) : "", middle)),
        person === "" ? "" : `${person} · `,
        paint(state.tone, fresh)
      ].join("")}
    </Line>
  )
})

/** With less room, tabs move closer; then all but the current one are reduced to their keys. */
const manners = [
  { gap: 3, isShort: false },
  { gap: 1, isShort: false },
  { gap: 0, isShort: false },
  { gap: 0, isShort: true }
] as const

const titleOf = ({ isCurrent, key, title }: Part["tabs"][number], isShort: boolean) =>
  isShort && !isCurrent && key !== "" ? "" : title

/** One line: all screens, the current one in brackets. */
export const Tabs = memo(({ header: { tabs }, width }: Props) => {
  const paint = usePaint()
  const ways = manners.map(({ gap, isShort }) => {
    const all = tabs.map((tab) => {
      const title = titleOf(tab, isShort)
      const lead = tab.key === "" || title === "" ? tab.key : `${tab.key} `
      return { ...tab, lead, title, width: lead.length + title.length + 2 }
    })
    return { gap, all, width: all.reduce((sum, tab) => sum + tab.width + gap, -gap) }
  })
  const { all = [], gap = 0 } = ways.find((way) => way.width <= width) ?? ways.at(-1) ?? {}
  let room = width + gap
  const shown = all.filter((tab) => (room -= tab.width + gap) >= 0)
  const line = shown.map(({ isCurrent, lead, title }) =>
    isCurrent ? paint("strong", `[${lead}${title}]`) : ` ${paint("accent", lead)}${paint("quiet", title)} `
  )
  const names = shown.flatMap(({ name, width }) =>
    Array.from({ length: width + gap }, (_, at) => (at < width ? name : undefined))
  )
  return (
    <Target target={{ _tag: "Tabs", names }}>
      <Line>{line.join(" ".repeat(gap))}</Line>
    </Target>
  )
})
