import { memo } from "react"

import { cut, fit, widthOf } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"
import type { MenuBody } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"
import type { Props } from "./Room.ts"
import { Target } from "./Target.tsx"

const gap = "  "

/** The minimum width of labels, so that the details move little while the user types. */
const leastLabel = 48

/** The choices that fit, around the selected one. */
export const Menu = memo(({ body: { choices, cursor, title }, height, width }: Props<MenuBody>) => {
  const paint = usePaint()
  const room = Math.max(1, height - 1)
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), choices.length - room))
  const details = Math.min(Math.floor(width / 2), Math.max(0, ...choices.map(({ detail }) => widthOf(detail))))
  const widest = Math.max(leastLabel, ...choices.map(({ label }) => widthOf(label)))
  const labels = Math.max(0, Math.min(widest, width - details - gap.length * 2))
  const place = choices.length === 0 ? "" : ` · ${cursor + 1} of ${choices.length}`
  return (
    <>
      <Line>{paint("strong", cut(title, width - place.length)) + paint("quiet", place)}</Line>
      {choices.length === 0 && <Line>{paint("quiet", "No choice matches.")}</Line>}
      <Target target={{ _tag: "Choices", top, choices }} width={width}>
        {choices.slice(top, top + room).map(({ detail, label }, at) => {
          const isSelected = top + at === cursor
          const text = `${isSelected ? glyphs.selected : " "} ${fit(label, labels)}${gap}${fit(detail, details)}`
          return <Line key={at}>{isSelected ? paint("selected", text) : text.trimEnd()}</Line>
        })}
      </Target>
    </>
  )
})
