import { newReport } from "./Report.ts"
import type { Report } from "./Report.ts"

/** What a part of the attack finds. */
export const findingsOf = async (part: (report: Report) => Promise<void>): Promise<ReadonlyArray<string>> => {
  const report = newReport()
  await part(report)
  return report.statuses.size === 0 ? ["nothing was asked"] : report.findings
}
