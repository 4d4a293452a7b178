import type { Result } from "./Runner.ts"

const marks = { Passed: "✓", Failed: "✗", Skipped: "-" } as const

const indented = (text: string) => text.replaceAll(/^/gm, "    ")

/** One result as text: a line, and below it why it failed or was skipped. */
export const line = ({ milliseconds, name, outcome }: Result) => {
  const head = `${marks[outcome._tag]} ${name}`
  return outcome._tag === "Passed"
    ? `${head} (${milliseconds} ms)`
    : outcome._tag === "Skipped"
      ? `${head} (skipped: ${outcome.reason})`
      : `${head} (${milliseconds} ms)\n${indented(outcome.reason)}`
}

const count = (results: ReadonlyArray<Result>, tag: Result["outcome"]["_tag"]) =>
  results.filter(({ outcome }) => outcome._tag === tag).length

/** The last line of a run, such as `9 passed, 0 failed, 1 skipped`. */
export const summary = (results: ReadonlyArray<Result>) => {
  const skipped = count(results, "Skipped")
  return `${count(results, "Passed")} passed, ${count(results, "Failed")} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`
}

/** Whether every scenario that could run passed. */
export const isGreen = (results: ReadonlyArray<Result>) => count(results, "Failed") === 0
