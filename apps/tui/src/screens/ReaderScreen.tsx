import { Box } from "ink"

import { Lines } from "../components/Lines.tsx"
import type { Line } from "../components/Lines.tsx"
import type { Notice } from "../engine/Notices.ts"
import { clock } from "../freshnessText.ts"
import { useCell } from "../hooks/useCell.ts"
import { useModel } from "../Runtime.tsx"
import { fit, wrap } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import { helpColumns } from "./helpLines.ts"

interface Props {
  readonly width: number
  readonly height: number
  readonly of: "Help" | "Notices"
}

const tones = { done: "good", hint: "plain", problem: "bad" } as const

const noticeLines = (notices: ReadonlyArray<Notice>, width: number): ReadonlyArray<Line> =>
  notices.length === 0
    ? [{ text: "Nothing was told yet.", tone: "quiet" }]
    : notices.toReversed().flatMap(({ at, kind, text }) =>
        wrap(`${clock.format(at)} ${glyphs[kind]} ${text}`, width).map((part): Line => ({
          text: part,
          tone: tones[kind]
        }))
      )

/** What is read and scrolled: every key, or what was told, the last first. */
export const ReaderScreen = ({ height, of, width }: Props) => {
  const { notices, ui } = useModel()
  const { overlay } = useCell(ui)
  const { all } = useCell(notices.state)
  const columns = of === "Help" ? helpColumns(width) : [noticeLines(all, width)]
  const length = Math.max(...columns.map((lines) => lines.length))
  const rows = Math.max(1, height - 1)
  const asked = overlay?._tag === "Help" || overlay?._tag === "Notices" ? overlay.top : 0
  const top = Math.min(asked, Math.max(0, length - rows))
  const more = length > top + rows ? ` · ${length - top - rows} more lines below` : ""
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Lines lines={[{ text: fit(`${of === "Help" ? "Help" : "What was told"}${more}`, width), tone: "strong" }]} />
      <Box>
        {columns.map((lines, index) => (
          <Lines key={index} lines={lines.slice(top, top + rows)} />
        ))}
      </Box>
    </Box>
  )
}
