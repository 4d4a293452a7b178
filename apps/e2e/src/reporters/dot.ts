import type { Verdict } from "../runner/Result.ts"
import { leftoverLines, resultLines } from "./lines.ts"
import type { MakeReporter } from "./Reporter.ts"
import { summaryOf } from "./summary.ts"

const marks: Record<Verdict, string> = { Passed: ".", Flaky: "~", Failed: "F", Skipped: "-", Interrupted: "!" }

/** A character for each scenario; those that failed are told at the end. */
export const dot: MakeReporter = ({ columns, write }) => {
  let written = 0
  return (event) => {
    if (event._tag === "ScenarioEnded") {
      written++
      write(`${marks[event.result.verdict]}${written % columns === 0 ? "\n" : ""}`)
    }
    if (event._tag === "RunEnded") {
      const failed = event.results.filter(({ verdict }) => verdict === "Failed" || verdict === "Flaky")
      write(
        `${["", ...failed.flatMap(resultLines), ...leftoverLines(event.results), summaryOf(event.results)].join("\n")}\n`
      )
    }
  }
}
