import type { MakeReporter } from "./Reporter.ts"
import { runReport, scenarioReport } from "./RunReport.ts"

/** The whole run as one JSON document, once it has ended. */
export const json: MakeReporter =
  ({ write }) =>
  (event) => {
    if (event._tag === "RunEnded") write(`${JSON.stringify(runReport(event), undefined, 2)}\n`)
  }

/** Each scenario as a line of JSON once it has ended; the run itself as the first and the last line. */
export const ndjson: MakeReporter = ({ write }) => {
  const line = (value: unknown) => write(`${JSON.stringify(value)}\n`)
  return (event) => {
    if (event._tag === "RunStarted") line({ type: "run-started", ...event.run })
    if (event._tag === "ScenarioEnded") line({ type: "scenario", ...scenarioReport(event.result) })
    if (event._tag === "RunEnded") {
      const { scenarios, ...run } = runReport(event)
      line({ type: "run-ended", ...run, ended: scenarios.length })
    }
  }
}
