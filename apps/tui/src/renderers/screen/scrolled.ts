import { fit } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import { styled } from "./sgr.ts"

export interface Scrolled {
  readonly lines: ReadonlyArray<string>
  /** The furthest first line. */
  readonly reach: number
}

/** The lines that have room, from `top` on; the last says how many more there are. */
export const scrolled = (
  theme: Theme,
  all: ReadonlyArray<string>,
  { height, hint, top, width }: { height: number; hint: string; top: number; width: number }
): Scrolled => {
  if (all.length <= height) return { lines: all, reach: 0 }
  // the line that says so takes the place of one
  const room = Math.max(1, height - 1)
  const reach = all.length - room
  const from = Math.max(0, Math.min(top, reach))
  const below = all.length - from - room
  const said = below === 0 ? "the end" : `${below} more ${below === 1 ? "line" : "lines"} below`
  const note = styled(theme.quiet, fit(`${said}${hint === "" ? "" : ` (${hint})`}`, width))
  return { lines: height < 2 ? all.slice(from, from + 1) : [...all.slice(from, from + room), note], reach }
}
