import { cut, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { Said } from "../../view/View.ts"
import { styled } from "./sgr.ts"

const ending = "…"

/** The first lines of a text that is longer than there is room for. */
const shortened = (lines: ReadonlyArray<string>, most: number, width: number): ReadonlyArray<string> =>
  lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `${cut(lines[most - 1] ?? "", width - ending.length)}${ending}`]

/** A paragraph as lines of at most a width, and at most so many. */
export const paragraph = (
  theme: Theme,
  { text, tone }: Said,
  width: number,
  most = Number.POSITIVE_INFINITY
): ReadonlyArray<string> => shortened(wrap(text, width), most, width).map((line) => styled(theme[tone], line))

/** What is asked or told, each in a third of the height at the most. */
export const paragraphs = (
  theme: Theme,
  messages: ReadonlyArray<Said>,
  width: number,
  height: number
): ReadonlyArray<string> =>
  messages.flatMap((said) => paragraph(theme, said, width, Math.max(1, Math.floor(height / 3))))
