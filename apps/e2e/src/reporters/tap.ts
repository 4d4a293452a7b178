import { failureOf, lastAttempt } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"
import { visible } from "../runner/visible.ts"
import { cappedText } from "./capped.ts"
import { failureLines } from "./failureText.ts"
import type { MakeReporter } from "./Reporter.ts"

const named = (name: string) => visible(name).replaceAll(/[\\#]/g, String.raw`\$&`)

const block = (lines: ReadonlyArray<string>) => ["  ---", ...lines.map((line) => `  ${line}`), "  ..."]

const linesOf = (result: Result, number: number): ReadonlyArray<string> => {
  const last = lastAttempt(result)
  const name = named(result.repeat === 1 ? result.name : `${result.name} #${result.repeat}`)
  if (last?.outcome._tag === "Skipped") return [`ok ${number} - ${name} # SKIP ${visible(last.outcome.reason)}`]
  if (last?.outcome._tag === "Interrupted") return [`not ok ${number} - ${name}`, ...block(["message: interrupted"])]
  const failed = result.attempts.findLast(({ outcome }) => outcome._tag === "Failed")
  const failure = failureOf(result)
  if (result.verdict !== "Failed" || failed === undefined || failure === undefined) return [`ok ${number} - ${name}`]
  return [
    `not ok ${number} - ${name}`,
    ...block([
      `message: ${visible(JSON.stringify(cappedText(failure.message)))}`,
      "severity: fail",
      "detail: |-",
      ...failureLines(result, failed, failure)
    ])
  ]
}

/** The run in the Test Anything Protocol, version 14. */
export const tap: MakeReporter = ({ write }) => {
  let number = 0
  return (event) => {
    if (event._tag === "RunStarted") write(`TAP version 14\n1..${event.run.total}\n`)
    if (event._tag === "ScenarioEnded") write(`${linesOf(event.result, ++number).join("\n")}\n`)
    if (event._tag === "RunEnded" && event.wasInterrupted) write("Bail out! interrupted\n")
  }
}
