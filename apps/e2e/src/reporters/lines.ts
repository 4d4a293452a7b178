import { durationOf, failureOf, lastAttempt } from "../runner/Result.ts"
import type { Result, Verdict } from "../runner/Result.ts"
import { visible } from "../runner/visible.ts"
import { failureLines } from "./failureText.ts"
import type { MakeReporter } from "./Reporter.ts"
import { summaryOf } from "./summary.ts"

const marks: Record<Verdict, string> = { Passed: "✓", Flaky: "~", Failed: "✗", Skipped: "-", Interrupted: "!" }

const numberOf = ({ repeat }: Result) => (repeat === 1 ? "" : ` #${repeat}`)

/** A result as a line, and below it why it failed or was skipped. */
export const resultLines = (result: Result): ReadonlyArray<string> => {
  const { attempts, name, verdict } = result
  const head = `${marks[verdict]} ${visible(name)}${numberOf(result)}`
  const last = lastAttempt(result)
  if (last?.outcome._tag === "Skipped") return [`${head} (skipped: ${visible(last.outcome.reason)})`]
  const time = `${head} (${durationOf(result)} ms${attempts.length > 1 ? `, ${attempts.length} attempts` : ""})`
  const failed = attempts.findLast(({ outcome }) => outcome._tag === "Failed")
  const failure = failureOf(result)
  return failure === undefined || failed === undefined ? [time] : [time, ...failureLines(result, failed, failure)]
}

/** What could not be removed, as lines. */
export const leftoverLines = (results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const leftovers = results.flatMap(({ attempts, name }) =>
    attempts.flatMap(({ leftovers }) => leftovers.map((leftover) => ({ ...leftover, name })))
  )
  return leftovers.length === 0
    ? []
    : [
        `${leftovers.length} left behind:`,
        ...leftovers.map(({ id, kind, name, reason }) => visible(`  ${kind} ${id} of ${name}: ${reason}`))
      ]
}

/** A line for each scenario once it has ended, for logs and pipes. */
export const lines: MakeReporter =
  ({ write }) =>
  (event) => {
    if (event._tag === "ScenarioEnded") write(`${resultLines(event.result).join("\n")}\n`)
    if (event._tag === "RunEnded")
      write(
        `${[...leftoverLines(event.results), `${summaryOf(event.results)} (${event.duration} ms, seed ${event.run.seed})`].join("\n")}\n`
      )
  }
