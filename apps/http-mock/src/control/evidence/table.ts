import type { Row } from "./matrix.ts"

const mark = ({ drivers, injected, served }: Row) => {
  if (drivers.length === 0) return "never"
  return `${drivers.join(", ")}${served ? "" : injected ? " (by a fault)" : ""}`
}

const bars = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

/** Every operation with the kinds of clients that have had each of its documented statuses, as a Markdown table. */
export const table = (rows: ReadonlyArray<Row>): string => {
  const statuses = [...new Set(rows.map(({ status }) => status))].toSorted((one, other) => one - other)
  const operations = Map.groupBy(rows, ({ operation }) => operation)
  const lines = [...operations].map(([operation, ofIt]) =>
    bars([
      operation,
      ...statuses.map((status) => {
        const row = ofIt.find((row) => row.status === status)
        return row === undefined ? "" : mark(row)
      })
    ])
  )
  return [bars(["operation", ...statuses.map(String)]), bars(["---", ...statuses.map(() => "---")]), ...lines, ""].join(
    "\n"
  )
}
