import { Box } from "ink"

import { fit } from "../../components/fit.ts"
import { Lines } from "../../components/Lines.tsx"
import { useCell } from "../../hooks/useCell.ts"
import { useModel } from "../../Runtime.tsx"
import { helpColumns } from "./helpLines.ts"

/** Every key, drawn from the keymap. */
export const HelpScreen = ({ height, width }: { readonly width: number; readonly height: number }) => {
  const { overlay } = useCell(useModel().ui)
  const columns = helpColumns(width)
  const length = Math.max(...columns.map((lines) => lines.length))
  const rows = Math.max(1, height - 1)
  const top = Math.min(overlay?._tag === "Help" ? overlay.top : 0, Math.max(0, length - rows))
  const more = length > top + rows ? ` · ${length - top - rows} more lines below` : ""
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <Lines lines={[{ text: fit(`Help${more}`, width), tone: "strong" }]} />
      <Box>
        {columns.map((lines, index) => (
          <Lines key={index} lines={lines.slice(top, top + rows)} />
        ))}
      </Box>
    </Box>
  )
}
