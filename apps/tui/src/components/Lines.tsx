import { Box, Text } from "ink"

import { useTheme } from "../hooks/useTheme.ts"
import type { Tone } from "../theme.ts"

/** A line of a panel: what is drawn is as high as the array is long. */
export interface Line {
  readonly text: string
  readonly tone: Tone
}

export const Lines = ({ lines }: { readonly lines: ReadonlyArray<Line> }) => {
  const theme = useTheme()
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map(({ text, tone }, index) => (
        <Text key={index} {...theme[tone]} wrap="truncate">
          {text === "" ? " " : text}
        </Text>
      ))}
    </Box>
  )
}
