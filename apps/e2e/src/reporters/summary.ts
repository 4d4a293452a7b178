import { count } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"

const counts = [
  ["Flaky", "flaky"],
  ["Skipped", "skipped"],
  ["Interrupted", "interrupted"]
] as const

/** The last line of a run: `9 passed, 0 failed, 1 skipped`. */
export const summaryOf = (results: ReadonlyArray<Result>): string =>
  [
    `${count(results, "Passed")} passed`,
    `${count(results, "Failed")} failed`,
    ...counts.flatMap(([verdict, word]) => {
      const number = count(results, verdict)
      return number === 0 ? [] : [`${number} ${word}`]
    })
  ].join(", ")
