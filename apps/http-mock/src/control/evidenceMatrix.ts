import { operations } from "@remote-assist/core/Contract"

import type { Seen } from "../tenants/Evidence.ts"

/** A documented status of an operation, and the clients that got it. */
export interface Row {
  readonly operation: string
  readonly status: number
  /** Whether the service responded with it. */
  readonly served: boolean
  readonly injected: boolean
  /** The kinds of clients that got it: `sdk`, `raw` or their own names. */
  readonly drivers: ReadonlyArray<string>
}

/** The documented statuses of all operations. */
export const documented = operations.flatMap(({ id, statuses }) =>
  statuses.map((status) => ({ operation: id, status }))
)

/** Returns all documented statuses in the order of the contract. */
export const matrix = (seen: ReadonlyArray<Seen>): ReadonlyArray<Row> => {
  const found = new Map(seen.map((entry) => [`${entry.operation} ${entry.status}`, entry]))
  return documented.map(({ operation, status }) => {
    const entry = found.get(`${operation} ${status}`)
    return {
      operation,
      status,
      served: entry?.served === true,
      injected: entry?.injected === true,
      drivers: entry?.drivers ?? []
    }
  })
}

/** Returns the statuses that are not documented for their operation. */
export const undocumented = (seen: ReadonlyArray<Seen>): ReadonlyArray<Seen> => {
  const known = new Set(documented.map(({ operation, status }) => `${operation} ${status}`))
  return seen.filter(({ operation, status }) => !known.has(`${operation} ${status}`))
}

const mark = ({ drivers, injected, served }: Row) => {
  if (drivers.length === 0) return "never"
  return `${drivers.join(", ")}${served ? "" : injected ? " (by a fault)" : ""}`
}

const bars = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

/** Formats the statuses of all operations as a Markdown table. */
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
