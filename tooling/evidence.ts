import { globSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"

import * as Schema from "effect/Schema"

import { matrix } from "../apps/http-mock/src/control/evidence.ts"
import type { Seen } from "../apps/http-mock/src/tenants/Evidence.ts"
import { FileContent } from "../apps/http-mock/src/tenants/Evidence.ts"

// compares the statuses that the last test run received with evidence.json; --write writes the file

const files = globSync(["{packages,apps}/*/.reports/evidence/*", "{examples,tooling}/.reports/evidence/*"])
if (files.length === 0) {
  console.error("No test run left evidence. Run `pnpm test` first.")
  process.exit(1)
}
const evidence = new URL("../apps/http-mock/evidence.json", import.meta.url)

const decode = Schema.decodeSync(FileContent)

const readEvidence = async () => {
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

const nameOf = ({ operation, status }: Seen) => `${operation} ${status}`

/** Lists evidence that the run lost. */
const lost = (before: ReadonlyArray<Seen>, now: ReadonlyArray<Seen>) => {
  const rows = new Map(now.map((row) => [nameOf(row), row]))
  return before.flatMap((row) => {
    const found = rows.get(nameOf(row))
    if (found === undefined) return [`${nameOf(row)} is no longer documented`]
    const drivers = row.drivers.filter((driver) => !found.drivers.includes(driver))
    return [
      ...(row.served && !found.served ? [`${nameOf(row)} is no longer answered by the service itself`] : []),
      ...drivers.map((driver) => `${nameOf(row)} is no longer received by ${driver}`)
    ]
  })
}

const now = matrix(await readEvidence())
const missing = now.filter(({ drivers }) => drivers.length === 0).map((row) => `${nameOf(row)} is never received`)

if (process.argv.includes("--write")) {
  await writeFile(evidence, `[\n${now.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
} else {
  const before = JSON.parse(await readFile(evidence, "utf8")) as ReadonlyArray<Seen>
  for (const problem of [...missing, ...lost(before, now)]) {
    console.error(problem)
    process.exitCode = 1
  }
  if (process.exitCode === 1)
    console.error(
      "The tests receive fewer statuses than apps/http-mock/evidence.json lists. Add the missing tests, or accept the change with `node tooling/evidence.ts --write && pnpm gen`."
    )
}
