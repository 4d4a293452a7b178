import { Box } from "ink"
import { memo } from "react"

import { cut, wrap } from "../../text/fit.ts"
import type { StyledText } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"

/** The share of the height for notices, and for questions. */
const shares = { notice: 0.4, question: 0.6 }

const sum = (all: ReadonlyArray<number>) => all.reduce((total, lines) => total + lines, 0)

/** Returns how many lines each text gets: spare ones shrink first, then the longest, then the last one. */
const shared = (
  wanted: ReadonlyArray<number>,
  messages: ReadonlyArray<StyledText>,
  room: number
): ReadonlyArray<number> => {
  const lengths = [...wanted]
  for (const [at, { isSpare }] of [...messages.entries()].toReversed())
    if (isSpare === true) lengths[at] = Math.max(0, (lengths[at] ?? 0) - Math.max(0, sum(lengths) - room))
  for (const shrinking of [lengths.length - 1, lengths.length])
    while (sum(lengths) > room) {
      const longest = lengths.indexOf(Math.max(0, ...lengths.slice(0, shrinking)))
      const lines = lengths[longest] ?? 0
      if (lines <= 1) break
      lengths[longest] = lines - 1
    }
  return lengths
}

interface Room {
  readonly width: number
  readonly height: number
  /** Whether the user has to answer them. */
  readonly isAsked: boolean
}

/** Returns the lines of messages that fit; the last line of a cut message ends in `…`. */
export const messageLines = (
  messages: ReadonlyArray<StyledText>,
  { height, isAsked, width }: Room
): ReadonlyArray<StyledText> => {
  const wanted = messages.map(({ text }) => wrap(text, width))
  const room = Math.max(1, Math.floor(height * shares[isAsked ? "question" : "notice"]))
  const lengths = shared(
    wanted.map(({ length }) => length),
    messages,
    room
  )
  return messages.flatMap(({ tone }, at) => {
    const lines = wanted[at] ?? []
    const limit = lengths[at] ?? 0
    const shown = lines.slice(0, limit)
    const last = limit > 0 && lines.length > limit ? limit - 1 : undefined
    return shown.map((text, line) => ({ text: line === last ? cut(`${text}…`, width) : text, tone }))
  })
}

/** Questions, errors and notices. */
export const Messages = memo(({ lines }: { readonly lines: ReadonlyArray<StyledText> }) => {
  const paint = usePaint()
  return lines.length === 0 ? null : (
    <Box flexShrink={0}>
      <Line>{lines.map(({ text, tone }) => paint(tone, text)).join("\n")}</Line>
    </Box>
  )
})
