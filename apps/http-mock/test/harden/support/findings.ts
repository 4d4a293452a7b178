import { newReport } from "./Report.ts"
import type { Report } from "./Report.ts"

/** Runs a part of the attack, and returns its findings. */
export const findingsOf = async (part: (report: Report) => Promise<void>): Promise<ReadonlyArray<string>> => {
  const report = newReport()
  await part(report)
  return report.statuses.size === 0 ? ["no request was sent"] : report.findings
}
