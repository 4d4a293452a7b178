import type { DriftReport, LeftOut } from "../control/upstream/Recording.ts"

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("`", "'").replaceAll(/\s+/g, " ")

const row = (...cells: ReadonlyArray<string>) => `| ${cells.map(cell).join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<string>) =>
  rows.length === 0 ? ["None."] : [row(...head), row(...head.map(() => "---")), ...rows]

/** The report as Markdown. */
export const textOf = ({ compared, differences, not_compared }: DriftReport, leftOut: ReadonlyArray<LeftOut>): string =>
  [
    "# Drift",
    "",
    `${differences.length} differences of the upstream, in what it answered to ${compared.length} operations by status.`,
    "",
    "## Differences",
    "",
    ...table(
      ["operation", "status", "where", "expected", "got", "against"],
      differences.map(({ against, expected, got, operation, path, status }) =>
        row(operation, String(status), path, expected, got, against)
      )
    ),
    "",
    "## Compared",
    "",
    ...table(
      ["operation", "status", "answers"],
      compared.map(({ answers, operation, status }) => row(operation, String(status), String(answers)))
    ),
    "",
    "## Not compared",
    "",
    ...table(
      ["operation", "status", "answers", "why"],
      not_compared.map(({ answers, operation, status, why }) => row(operation, String(status), String(answers), why))
    ),
    "",
    "## Not among the mappings",
    "",
    ...table(
      ["why", "requests"],
      leftOut.map(({ requests, why }) => row(why, String(requests)))
    ),
    ""
  ].join("\n")

/** The same as JSON. */
export const jsonOf = (report: DriftReport, leftOut: ReadonlyArray<LeftOut>): string =>
  `${JSON.stringify({ format: "remote-assist-mock drift", version: 1, ...report, left_out: leftOut }, undefined, 2)}\n`
