import { readFile } from "node:fs/promises"

import { documented } from "../../apps/http-mock/src/control/evidence.ts"
import type { Seen } from "../../apps/http-mock/src/tenants/Evidence.ts"
import { page, table } from "./markdown.ts"

const file = new URL("../../apps/http-mock/evidence.json", import.meta.url)

const hasEvidence = (rows: ReadonlyArray<Seen>, operation: string, status: number) =>
  rows.some((row) => row.operation === operation && row.status === status && row.drivers.length > 0)

const mark = ({ drivers, injected, served }: Seen) => {
  if (drivers.length === 0) return "never"
  return `${drivers.join(", ")}${served ? "" : injected ? " (by a fault)" : ""}`
}

/** Lists the statuses of all operations in a table. */
const statusTable = (rows: ReadonlyArray<Seen>) => {
  const statuses = [...new Set(rows.map(({ status }) => status))].toSorted((one, other) => one - other)
  const lines = [...Map.groupBy(rows, ({ operation }) => operation)].map(([operation, members]) => {
    const byStatus = new Map(members.map((row) => [row.status, mark(row)]))
    return [operation, ...statuses.map((status) => byStatus.get(status) ?? "")]
  })
  return table(["operation", ...statuses.map(String)], lines)
}

/** The page of the evidence; fails if no test received a documented status. */
export const render = async () => {
  const rows = JSON.parse(await readFile(file, "utf8")) as ReadonlyArray<Seen>
  const missing = documented
    .filter(({ operation, status }) => !hasEvidence(rows, operation, status))
    .map(({ operation, status }) => `${operation} ${status}`)
  if (missing.length > 0)
    throw new Error(
      `No test receives ${missing.join(", ")}. Write one, run \`pnpm test\`, then \`node tooling/evidence.ts --write && pnpm gen\`.`
    )
  return page(
    "Statuses that the tests received from the emulator",
    "evidence.json, which `node tooling/evidence.ts --write` makes of the last test run",
    [
      'Each documented status of each operation, and the clients that received it: `sdk` is a client on `@remote-assist/core`, `raw` is plain HTTP. "By a fault" marks answers that only a fault causes.',
      statusTable(rows)
    ]
  )
}
