import type { LoadReport } from "./LoadReport.ts"

type Latency = NonNullable<LoadReport["latency"]>

/** Milliseconds with three figures or so. */
export const millis = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

const columns = ["count", "p50", "p95", "p99", "max"] as const

const cells = (latency: Latency | undefined) =>
  columns
    .map((column) => {
      const value = latency?.[column]
      return (value === undefined ? "-" : column === "count" ? String(value) : millis(value)).padStart(9)
    })
    .join("")

/** The answers of an operation by status, such as `200: 12, 401: 1`. */
export const statusesOf = ({ lost, statuses }: LoadReport["operations"][number]): string =>
  [
    ...Object.entries(statuses).map(([status, count]) => `${status}: ${count}`),
    ...(lost === 0 ? [] : [`no answer: ${lost}`])
  ].join(", ")

const tableOf = ({ latency, operations }: LoadReport) => {
  const width = Math.max(9, ...operations.map(({ operation }) => operation.length))
  return [
    `  ${"".padEnd(width)}${columns.map((column) => column.padStart(9)).join("")}  (ms)`,
    `  ${"iteration".padEnd(width)}${cells(latency)}`,
    ...operations.map((one) => `  ${one.operation.padEnd(width)}${cells(one.latency)}  ${statusesOf(one)}`)
  ]
}

const section = (title: string, lines: ReadonlyArray<string>) =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)]

/** What was measured, for people. */
export const loadLines = (report: LoadReport): ReadonlyArray<string> => {
  const { arrivals, elapsed, errors, leftovers, options, thresholds } = report
  const { dropped, due, failed, passed, unfinished } = arrivals
  const achieved = elapsed === 0 ? 0 : ((passed + failed) * 1000) / elapsed
  return [
    `${report.scenario}: ${options.rate}/s (${options.arrivals}) for ${elapsed / 1000} s against ${report.target}, seed ${options.seed}${report.interrupted ? ", interrupted" : ""}`,
    `  ${due} due: ${passed} passed, ${failed} failed, ${dropped} dropped, ${unfinished} unfinished; ${achieved.toFixed(1)}/s`,
    ...(dropped === 0
      ? []
      : [
          `  Dropped ones could not begin, as ${options.max_in_flight} were under way: no latency below knows of them. Raise --max-in-flight.`
        ]),
    "",
    ...tableOf(report),
    ...section(
      "errors",
      errors
        .toSorted((one, other) => other.count - one.count)
        .map(({ count, kind, message }) => `${count} × ${kind}: ${message.split("\n")[0]}`)
    ),
    ...section(
      "thresholds",
      thresholds.map(
        ({ met, threshold, value }) =>
          `${met ? "✓" : "✗"} ${threshold}  (${value === undefined ? "nothing was measured" : `was ${Number(value.toFixed(3))}`})`
      )
    ),
    ...section(
      `${report.left_behind} left behind:`,
      leftovers.map(({ id, kind, reason }) => `${kind} ${id}: ${reason}`)
    )
  ]
}
