import { Box } from "ink"
import { memo } from "react"

import { cut, wrap } from "../../text/fit.ts"
import type { Said } from "../../view/View.ts"
import { Line, usePaint } from "./Line.tsx"

/** Of the height, what is told may have this much, and what has to be read before one answers. */
const shares = { told: 0.4, asked: 0.6 }

const sum = (all: ReadonlyArray<number>) => all.reduce((total, lines) => total + lines, 0)

/** Returns how many lines each text gets: spare ones give way first, then the longest, and the last one at the end. */
const shared = (wanted: ReadonlyArray<number>, messages: ReadonlyArray<Said>, room: number): ReadonlyArray<number> => {
  const given = [...wanted]
  for (const [at, { isSpare }] of [...messages.entries()].toReversed())
    if (isSpare === true) given[at] = Math.max(0, (given[at] ?? 0) - Math.max(0, sum(given) - room))
  for (const shrinking of [given.length - 1, given.length])
    while (sum(given) > room) {
      const longest = given.indexOf(Math.max(0, ...given.slice(0, shrinking)))
      const lines = given[longest] ?? 0
      if (lines <= 1) break
      given[longest] = lines - 1
    }
  return given
}

interface Room {
  readonly width: number
  readonly height: number
  /** Whether they are read before one answers. */
  readonly isAsked: boolean
}

/** Returns what has room of messages, line by line; of one that is cut, the last line ends in `…`. */
export const messageLines = (messages: ReadonlyArray<Said>, { height, isAsked, width }: Room): ReadonlyArray<Said> => {
  const wanted = messages.map(({ text }) => wrap(text, width))
  const room = Math.max(1, Math.floor(height * shares[isAsked ? "asked" : "told"]))
  const given = shared(
    wanted.map(({ length }) => length),
    messages,
    room
  )
  return messages.flatMap(({ tone }, at) => {
    const lines = wanted[at] ?? []
    const limit = given[at] ?? 0
    const shown = lines.slice(0, limit)
    const last = limit > 0 && lines.length > limit ? limit - 1 : undefined
    return shown.map((text, line) => ({ text: line === last ? cut(`${text}…`, width) : text, tone }))
  })
}

/** What is asked, wrong or told. */
export const Messages = memo(({ lines }: { readonly lines: ReadonlyArray<Said> }) => {
  const paint = usePaint()
  return lines.length === 0 ? null : (
    <Box flexShrink={0}>
      <Line>{lines.map(({ text, tone }) => paint(tone, text)).join("\n")}</Line>
    </Box>
  )
})
