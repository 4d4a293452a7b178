import { cut, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Said } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const ending = "…"

/** The first lines of a text that is longer than there is room for. */
const shortened = (lines: ReadonlyArray<string>, most: number, width: number): ReadonlyArray<string> =>
  lines.length <= most
    ? lines
    : most === 0
      ? []
      : [...lines.slice(0, most - 1), cut(`${lines[most - 1] ?? ""}${ending}`, width)]

/** A paragraph as lines of at most a width, and at most so many. */
export const paragraph = (
  theme: Theme,
  { text, tone }: Said,
  width: number,
  most = Number.POSITIVE_INFINITY
): ReadonlyArray<string> => shortened(wrap(text, width), most, width).map((line) => styled(theme[tone], line))

/** Of the height, what is told may have this much, and what has to be read before one answers. */
const shares = { told: 0.4, asked: 0.6 }

const sum = (all: ReadonlyArray<number>) => all.reduce((total, lines) => total + lines, 0)

/** The same without what can be spared, the last first, as far as there is no room for it. */
const needed = (wanted: ReadonlyArray<number>, messages: ReadonlyArray<Said>, room: number): ReadonlyArray<number> => {
  const given = [...wanted]
  for (const [at, { isSpare }] of [...messages.entries()].toReversed())
    if (isSpare === true) given[at] = Math.max(0, (given[at] ?? 0) - Math.max(0, sum(given) - room))
  return given
}

/** How many lines each of some texts gets: the longest gives way, and only then the last, which says what to do. */
const shared = (wanted: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  const given = [...wanted]
  const excess = () => sum(given) - room
  for (const shrinking of [given.slice(0, -1), given]) {
    while (excess() > 0) {
      const longest = given.indexOf(Math.max(0, ...given.slice(0, shrinking.length)))
      const lines = given[longest] ?? 0
      if (lines <= 1) break
      given[longest] = lines - 1
    }
  }
  return given
}

/** What is asked or told, as lines of a room so high. */
export const paragraphs = (
  theme: Theme,
  messages: ReadonlyArray<Said>,
  { height, isAsked, width }: { height: number; isAsked: boolean; width: number }
): ReadonlyArray<string> => {
  const wanted = messages.map(({ text }) => wrap(text, width).length)
  const room = Math.max(1, Math.floor(height * shares[isAsked ? "asked" : "told"]))
  const given = shared(needed(wanted, messages, room), room)
  return messages.flatMap((said, at) => paragraph(theme, said, width, given[at]))
}
