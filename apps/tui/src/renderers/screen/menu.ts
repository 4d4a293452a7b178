import { cut, fit, widthOf } from "../../text/fit.ts"
import { glyphs } from "../../theme.ts"
import type { Theme } from "../../theme.ts"
import type { MenuBody } from "../../view/View.ts"
import type { Region } from "./Region.ts"
import { styled } from "./sgr.ts"

const gap = "  "

/** Labels have this much at least, so that what stands beside them moves little while one types. */
const leastLabel = 48

/** The choices that have room, the selected one among them. */
export const drawMenu = (
  theme: Theme,
  { choices, cursor, title }: MenuBody,
  { height, width }: { height: number; width: number }
): { readonly lines: ReadonlyArray<string>; readonly regions: ReadonlyArray<Region> } => {
  const room = Math.max(1, height - 1)
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), choices.length - room))
  const details = Math.min(Math.floor(width / 2), Math.max(0, ...choices.map(({ detail }) => widthOf(detail))))
  const widest = Math.max(leastLabel, ...choices.map(({ label }) => widthOf(label)))
  const labels = Math.max(0, Math.min(widest, width - details - gap.length * 2))
  const place = choices.length === 0 ? "" : ` · ${cursor + 1} of ${choices.length}`
  return {
    lines: [
      styled(theme.strong, cut(title, width - place.length)) + styled(theme.quiet, place),
      ...(choices.length === 0 ? [styled(theme.quiet, "Nothing fits what is typed.")] : []),
      ...choices.slice(top, top + room).map(({ detail, label }, at) => {
        const isSelected = top + at === cursor
        const text = `${isSelected ? glyphs.selected : " "} ${fit(label, labels)}${gap}`
        return isSelected
          ? styled(theme.selected, `${text}${fit(detail, details)}`)
          : `${text}${styled(theme.quiet, fit(detail, details))}`
      })
    ],
    regions: [
      {
        row: 1,
        column: 0,
        height: Math.min(room, choices.length - top),
        width,
        target: { _tag: "Choices", top, choices }
      }
    ]
  }
}
