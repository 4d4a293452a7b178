import { globSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"

import * as Schema from "effect/Schema"

import { matrix } from "../apps/http-mock/src/control/evidenceMatrix.ts"
import type { Row } from "../apps/http-mock/src/control/evidenceMatrix.ts"
import type { Seen } from "../apps/http-mock/src/tenants/Evidence.ts"
import { FileContent } from "../apps/http-mock/src/tenants/evidenceFile.ts"

// compares what the last run of the tests drove with what is kept; with --write, keeps it

const files = globSync(["{packages,apps}/*/.reports/evidence/*", "{examples,tooling}/.reports/evidence/*"])
const kept = new URL("../apps/http-mock/evidence.json", import.meta.url)

const decode = Schema.decodeSync(FileContent)

const seen = async () => {
  const merged = new Map<string, Seen>()
  for (const file of files)
    for (const one of decode(await readFile(file, "utf8"))) {
      const key = `${one.operation} ${one.status}`
      const other = merged.get(key)
      merged.set(key, {
        ...one,
        served: one.served || other?.served === true,
        injected: one.injected || other?.injected === true,
        drivers: [...new Set([...one.drivers, ...(other?.drivers ?? [])])].toSorted()
      })
    }
  return [...merged.values()]
}

const nameOf = ({ operation, status }: Row) => `${operation} ${status}`

/** What the run no longer shows of what is kept. */
const lost = (before: ReadonlyArray<Row>, now: ReadonlyArray<Row>) => {
  const rows = new Map(now.map((row) => [nameOf(row), row]))
  return before.flatMap((row) => {
    const found = rows.get(nameOf(row))
    if (found === undefined) return [`${nameOf(row)} is no longer documented`]
    const drivers = row.drivers.filter((driver) => !found.drivers.includes(driver))
    return [
      ...(row.served && !found.served ? [`${nameOf(row)} is no longer answered by the service itself`] : []),
      ...drivers.map((driver) => `${nameOf(row)} is no longer shown by ${driver}`)
    ]
  })
}

const now = matrix(await seen())
const never = now.filter(({ drivers }) => drivers.length === 0).map((row) => `${nameOf(row)} is never shown`)

if (process.argv.includes("--write")) {
  await writeFile(kept, `[\n${now.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
} else {
  const before = JSON.parse(await readFile(kept, "utf8")) as ReadonlyArray<Row>
  for (const problem of [...never, ...lost(before, now)]) {
    console.error(problem)
    process.exitCode = 1
  }
  if (process.exitCode === 1)
    console.error(
      "The tests show less of the emulator than apps/http-mock/evidence.json keeps: add what is missing, or keep the new state with `node tooling/evidence.ts --write && pnpm gen`."
    )
}
