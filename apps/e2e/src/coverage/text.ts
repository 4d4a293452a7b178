import * as Result from "effect/Result"

import { beyondInterface } from "./undocumentedFields.ts"
import { isServed } from "./Coverage.ts"
import type { Coverage, OperationSeen, Share, StatusSeen } from "./Coverage.ts"

const kinds = ["operations", "statuses", "fields"] as const
type Kind = (typeof kinds)[number]

/** How much of a kind must be seen. */
interface Minimum {
  readonly kind: Kind
  readonly least: number
  readonly unit: "" | "%"
}

const usage = "give one percentage such as 90%, or operations=36,statuses=100%,fields=95%"

const minimumOf = (text: string): ReadonlyArray<Minimum> => {
  const [, name, digits = "", sign] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)(%?)\s*$/.exec(text) ?? []
  const kind = kinds.find((kind) => kind === name)
  const least = Number(digits)
  const isUsable = sign === "%" ? least <= 100 : Number.isInteger(least)
  return kind === undefined || !isUsable ? [] : [{ kind, least, unit: sign === "%" ? "%" : "" }]
}

/** Reads what must be seen, such as `90%` or `operations=36,statuses=100%`; a failure says what is wrong. */
export const readMinimum = (text: string): Result.Result<ReadonlyArray<Minimum>, string> => {
  const [, percentage] = /^\s*(\d+(?:\.\d+)?)%?\s*$/.exec(text) ?? []
  const entries = percentage === undefined ? text.split(",") : kinds.map((kind) => `${kind}=${percentage}%`)
  const unusable = entries.find((entry) => minimumOf(entry).length === 0)
  if (unusable !== undefined) return Result.fail(`"${unusable.trim()}" is not understood: ${usage}.`)
  const minimums = entries.flatMap(minimumOf)
  return new Set(minimums.map(({ kind }) => kind)).size < minimums.length
    ? Result.fail(`a kind is given twice: ${usage}.`)
    : Result.succeed(minimums)
}

/** The minimums that are not met, a sentence each. */
export const unmet = (minimums: ReadonlyArray<Minimum>, coverage: Coverage): ReadonlyArray<string> =>
  minimums.flatMap(({ kind, least, unit }) => {
    const { of, seen } = coverage[kind]
    const isMet = unit === "%" ? seen * 100 >= least * of : seen >= least
    return isMet ? [] : [`Too few ${kind} were seen: ${seen} of ${of}, and ${least}${unit} must be.`]
  })

// rounded down: what is not all is never 100%
const percentOf = ({ of, seen }: Share) => `${Math.floor((of === 0 ? 1 : seen / of) * 1000) / 10}%`

/** How much of the contract was seen, in three numbers, and what only faults showed. */
export const summaryLines = (coverage: Coverage): ReadonlyArray<string> => {
  const { onlyInjected } = coverage
  const lines = kinds.map((kind) => {
    const { of, seen } = coverage[kind]
    return `  ${kind.padEnd(10)}  ${`${seen} of ${of}`.padStart(10)}  ${percentOf({ of, seen })}`
  })
  const statuses = `${onlyInjected} ${onlyInjected === 1 ? "status" : "statuses"}`
  const apart = onlyInjected === 0 ? [] : [`  not counted: ${statuses} that only faults of the emulator answered`]
  return ["Coverage of the contract", ...lines, ...apart]
}

const section = (title: string, lines: ReadonlyArray<string>) => (lines.length === 0 ? [] : ["", title, ...lines])

const statusText = ({ injected, served, status }: StatusSeen) =>
  `${status}${served === 0 && injected > 0 ? " (only by a fault)" : ""}`

const listLine = (title: string, items: ReadonlyArray<string>) =>
  items.length === 0 ? [] : [`    ${title}: ${items.join(", ")}`]

const missingOf = (seen: OperationSeen): ReadonlyArray<string> => {
  const { id, section } = seen.operation
  const beyond = new Set(beyondInterface.flatMap(({ fields, operation }) => (operation === id ? fields : [])))
  const lines = [
    ...listLine("statuses", seen.statuses.filter(({ served }) => served === 0).map(statusText)),
    ...listLine(
      "fields",
      seen.fields
        .filter(({ path, seen }) => seen !== "yes" && !beyond.has(path))
        .map(({ path, seen }) => `${path}${seen === "empty" ? " (only null)" : ""}`)
    )
  ]
  return lines.length === 0 ? [] : [`  ${id} (${section})${isServed(seen) ? "" : ": never answered"}`, ...lines]
}

/** What was not seen, what of that the interface does not have, and what was answered that is not documented. */
export const missingLines = ({ details }: Coverage): ReadonlyArray<string> => {
  const missing = details.flatMap(missingOf)
  const beyond = beyondInterface.flatMap(({ fields, operation, reason }) => {
    const all = details.find((one) => one.operation.id === operation)?.fields ?? []
    const unseen = all.filter(({ path, seen }) => fields.includes(path) && seen !== "yes")
    return unseen.length === 0 ? [] : [`  ${operation}: ${unseen.map(({ path }) => path).join(", ")} (${reason})`]
  })
  const undocumented = details.flatMap(({ operation, undocumented }) =>
    undocumented.map((status) => `  ${operation.id} ${statusText(status)}`)
  )
  return [
    ...(missing.length === 0 ? ["", "Nothing is missing."] : section("Not seen:", missing)),
    ...section("Not seen either, and not of the interface:", beyond),
    ...section("Answered, though not documented:", undocumented)
  ]
}
