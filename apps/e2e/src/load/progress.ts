import type { Output } from "../reporters/Reporter.ts"
import type { Loaded, LoadOptions } from "./Load.ts"
import { millis } from "./text.ts"

/** How far a load is, as one line of at most so many columns. */
export const progressLine = ({ duration }: Pick<LoadOptions, "duration">, loaded: Loaded, columns: number): string => {
  const { counts, latencies } = loaded.measures
  const elapsed = loaded.elapsed()
  const share = Math.min(1, elapsed / duration)
  const p95 = latencies.percentile(95)
  const told = [
    elapsed === 0 ? "warm-up" : `${Math.floor(share * 100)}%`,
    `${counts.passed + counts.failed} done`,
    `${loaded.inFlight()} under way`,
    `${counts.failed} failed`,
    `${counts.dropped} dropped`,
    ...(p95 === undefined ? [] : [`p95 ${millis(p95)} ms`])
  ].join("  ")
  const width = Math.max(0, Math.min(30, columns - told.length - 4))
  const full = Math.floor(share * width)
  const bar = width < 5 ? "" : `[${"█".repeat(full)}${"░".repeat(width - full)}] `
  return `${bar}${told}`.slice(0, Math.max(0, columns - 1))
}

/** Draws how far a load is on a terminal, in one line that is drawn anew; nothing is written elsewhere. */
export const progress = (options: Pick<LoadOptions, "duration">, { columns, isTerminal, write }: Output) => ({
  draw: (loaded: Loaded) => {
    if (isTerminal) write(`\r\u001B[K${progressLine(options, loaded, columns)}`)
  },
  erase: () => {
    if (isTerminal) write("\r\u001B[K")
  }
})
