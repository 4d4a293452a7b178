import { beyondInterface, isBeyond } from "./beyondInterface.ts"
import type { Coverage, OperationSeen, Share } from "./Coverage.ts"
import { isServed } from "./Coverage.ts"
import { skeletonOf } from "./skeleton.ts"

// rounded down: what is not all is never 100%
const percentOf = ({ of, seen }: Share) => `${Math.floor((of === 0 ? 1 : seen / of) * 1000) / 10}%`

const line = (kind: string, share: Share) =>
  `  ${kind.padEnd(10)}  ${`${share.seen} of ${share.of}`.padStart(10)}  ${percentOf(share)}`

/** How much of the contract was seen, in three numbers, and apart from them what only faults showed. */
export const summaryLines = ({ fields, onlyInjected, operations, statuses }: Coverage): ReadonlyArray<string> => [
  "Coverage of the contract",
  line("operations", operations),
  line("statuses", statuses),
  line("fields", fields),
  ...(onlyInjected === 0
    ? []
    : [
        `  not counted: ${onlyInjected} ${onlyInjected === 1 ? "status" : "statuses"} that only faults of the emulator answered`
      ])
]

/** What the interface has of an operation and was not seen. */
export const missingOf = ({ fields, operation, statuses }: OperationSeen) => ({
  statuses: statuses.filter(({ served }) => served === 0),
  fields: fields.filter(({ path, seen }) => seen !== "yes" && !isBeyond(operation.id, path))
})

const isWhole = (seen: OperationSeen) => {
  const missing = missingOf(seen)
  return missing.statuses.length === 0 && missing.fields.length === 0
}

const operationLines = (seen: OperationSeen): ReadonlyArray<string> => {
  const { fields, statuses } = missingOf(seen)
  const { id, section } = seen.operation
  return [
    `  ${id} (${section})${isServed(seen) ? "" : ": never answered"}`,
    ...(statuses.length === 0
      ? []
      : [
          `    statuses: ${statuses.map(({ injected, status }) => `${status}${injected > 0 ? " (a fault's alone)" : ""}`).join(", ")}`
        ]),
    ...(fields.length === 0
      ? []
      : [
          `    fields: ${fields.map(({ path, seen }) => `${path}${seen === "empty" ? " (only null)" : ""}`).join(", ")}`
        ])
  ]
}

const undocumentedLines = ({ details }: Coverage): ReadonlyArray<string> => {
  const found = details.flatMap(({ operation, undocumented }) =>
    undocumented.map(({ injected, served, status }) =>
      served > 0 || injected > 0 ? `  ${operation.id} ${status}${served === 0 ? " (a fault's alone)" : ""}` : ""
    )
  )
  return found.length === 0 ? [] : ["", "Answered, though not documented:", ...found]
}

const beyondLines = ({ details }: Coverage): ReadonlyArray<string> => {
  const lines = details.flatMap(({ fields, operation }) =>
    beyondInterface
      .filter((beyond) => beyond.operation === operation.id)
      .flatMap((beyond) => {
        const missing = fields.filter(({ path, seen }) => beyond.fields.includes(path) && seen !== "yes")
        return missing.length === 0
          ? []
          : [`  ${operation.id}: ${missing.map(({ path }) => path).join(", ")} (${beyond.reason})`]
      })
  )
  return lines.length === 0 ? [] : ["", "Not seen either, and not of the interface:", ...lines]
}

const incomplete = ({ details }: Coverage) => details.filter((seen) => !isWhole(seen))

/** What was not seen, apart from it what the interface does not have, and what came that is not documented. */
export const missingLines = (coverage: Coverage): ReadonlyArray<string> => {
  const missing = incomplete(coverage)
  return [
    "",
    ...(missing.length === 0 ? ["Nothing is missing."] : ["Not seen:", ...missing.flatMap(operationLines)]),
    ...beyondLines(coverage),
    ...undocumentedLines(coverage)
  ]
}

/** For each operation of which something was not seen the file of a scenario that would show it. */
export const skeletonLines = (coverage: Coverage): ReadonlyArray<string> => {
  const skeletons = incomplete(coverage).map((seen) => {
    const { fields, statuses } = missingOf(seen)
    return skeletonOf(seen.operation, {
      statuses: statuses.map(({ status }) => status),
      fields: fields.map(({ path }) => path)
    })
  })
  return skeletons.length === 0
    ? []
    : ["", "Scenarios to begin with:", ...skeletons.flatMap(({ file, source }) => ["", `// ${file}`, source.trimEnd()])]
}
