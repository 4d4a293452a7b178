import type { LoadReport } from "../LoadReport.ts"
import { millis, statusesOf } from "../text.ts"
import { chart } from "./chart.ts"
import { escape } from "./escape.ts"
import { style } from "./style.ts"

const yLabel = (value: number) => `${Number(value.toPrecision(3))} ms`

const lines = ["p50", "p95", "p99", "max"] as const

const everyNth = (count: number) => Math.max(1, Math.ceil(count / 10))

const overTime = ({ intervals }: LoadReport) =>
  chart({
    title: "Latency over time, by when iterations were to begin",
    series: lines.map((name) => ({
      name,
      points: intervals.map(({ latency, start }) => ({ x: start / 1000, y: latency?.[name] }))
    })),
    ticks: intervals
      .filter((_, index) => index % everyNth(intervals.length) === 0)
      .map(({ start }) => ({ x: start / 1000, label: `${start / 1000} s` })),
    yLabel
  })

const arrivalsOverTime = ({ intervals }: LoadReport) =>
  chart({
    title: "Arrivals over time",
    series: (["due", "failed", "dropped"] as const).map((name) => ({
      name,
      points: intervals.map((interval) => ({ x: interval.start / 1000, y: interval[name] }))
    })),
    ticks: intervals
      .filter((_, index) => index % everyNth(intervals.length) === 0)
      .map(({ start }) => ({ x: start / 1000, label: `${start / 1000} s` })),
    yLabel: (value) => String(Number(value.toPrecision(3)))
  })

// each nine has as much room as the one before
const nines = (share: number) => -Math.log10(1 - Math.min(share, 99.999) / 100)

const distribution = ({ percentiles }: LoadReport) =>
  chart({
    title: "Latency by percentile",
    series: [
      { name: "iterations", points: percentiles.map(({ latency, share }) => ({ x: nines(share), y: latency })) }
    ],
    ticks: [1, 50, 90, 99, 99.9, 99.99, 99.999].map((share) => ({
      x: nines(share),
      label: share === 99.999 ? "max" : `${share}%`
    })),
    yLabel
  })

const cell = (text: string) => `<td>${escape(text)}</td>`

const row = (name: string, latency: LoadReport["latency"], last: string) =>
  `<tr><th scope="row">${escape(name)}</th>${cell(String(latency?.count ?? 0))}${lines
    .map((line) => cell(latency === undefined ? "–" : millis(latency[line])))
    .join("")}${cell(last)}</tr>`

const table = (report: LoadReport) =>
  [
    `<table><thead><tr><th></th><th>count</th>${lines.map((line) => `<th>${line} (ms)</th>`).join("")}<th>answers</th></tr></thead><tbody>`,
    row("iteration", report.latency, ""),
    ...report.operations.map((one) => row(one.operation, one.latency, statusesOf(one))),
    "</tbody></table>"
  ].join("\n")

const list = (title: string, items: ReadonlyArray<string>) =>
  items.length === 0 ? "" : `<h2>${title}</h2><ul>${items.map((item) => `<li>${escape(item)}</li>`).join("")}</ul>`

/** What a load measured as one page, which needs nothing but itself. */
export const page = (report: LoadReport): string => {
  const { arrivals, errors, options, thresholds } = report
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escape(report.scenario)} under load</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(report.scenario)}</h1>
<p>${escape(`${options.rate}/s (${options.arrivals}) for ${report.elapsed / 1000} s against ${report.target}, seed ${options.seed}, ${report.started_at}${report.interrupted ? ", interrupted" : ""}`)}</p>
<p>${escape(`${arrivals.due} due: ${arrivals.passed} passed, ${arrivals.failed} failed, ${arrivals.dropped} dropped, ${arrivals.unfinished} unfinished`)}</p>
${list(
  "Thresholds",
  thresholds.map(
    ({ met, threshold, value }) =>
      `${met ? "✓" : "✗"} ${threshold} (${value === undefined ? "nothing was measured" : `was ${Number(value.toFixed(3))}`})`
  )
)}
${overTime(report)}
${arrivalsOverTime(report)}
${distribution(report)}
${table(report)}
${list(
  "Errors",
  errors.map(({ count, kind, message }) => `${count} × ${kind}: ${message}`)
)}
</body>
</html>
`
}
