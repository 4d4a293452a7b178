import { columnOf } from "./series.ts"
import type { Span } from "./series.ts"
import { clockOf, isOverDays } from "./times.ts"

const second = 1000

/** Distances of times that are easily read, in milliseconds. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * second
)

const longest = 14

/** From one label to the next, so that each has room. */
const stepFor = (span: Span, width: number): number => {
  const most = Math.max(1, Math.floor(width / longest))
  const least = (span.to - span.from) / most
  return steps.find((step) => step >= least) ?? Math.ceil(least / 86_400_000) * 86_400_000
}

/** The times below a chart, so many cells wide: the first, the last and that of the cursor before all others. */
export const timeAxis = (span: Span, width: number, cursor: number): string => {
  const withDay = isOverDays(span.from, span.to)
  const exact = (at: number) => clockOf(at, { withDay })
  const step = stepFor(span, width)
  const round = (at: number) => clockOf(at, { withDay, withSeconds: step % 60_000 !== 0 })
  const cells = Array.from({ length: width }, () => " ")

  const put = (text: string, from: number): void => {
    const start = Math.max(0, Math.min(width - text.length, from))
    const around = cells.slice(Math.max(0, start - 1), start + text.length + 1)
    if (text.length > width || around.some((cell) => cell !== " ")) return
    for (const [at, character] of Array.from(text).entries()) cells[start + at] = character
  }
  const centred = (text: string, at: number) => put(text, columnOf(span, width, at) - Math.floor(text.length / 2))

  if (cursor >= span.from && cursor <= span.to) centred(exact(cursor), cursor)
  put(exact(span.from), 0)
  if (span.to > span.from) put(exact(span.to), width)
  const first = Math.ceil(span.from / step) * step
  for (let at = first; at < span.to; at += step) centred(round(at), at)
  return cells.join("")
}
