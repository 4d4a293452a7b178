import type { OperationId } from "@remote-assist/core/Contract"
import * as Result from "effect/Result"

import { isServed } from "./Coverage.ts"
import type { Coverage, OperationSeen } from "./Coverage.ts"

const kinds = ["operations", "statuses", "fields"] as const
type Kind = (typeof kinds)[number]

/** How much of a kind answers must cover. */
interface Minimum {
  readonly kind: Kind
  readonly min: number
  readonly unit: "" | "%"
}

const usage = "Give one percentage such as 90%, or operations=36,statuses=100%,fields=95%"

const parseMinimum = (text: string): ReadonlyArray<Minimum> => {
  const [, name, digits = "", sign] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)(%?)\s*$/.exec(text) ?? []
  const kind = kinds.find((kind) => kind === name)
  const min = Number(digits)
  const isValid = sign === "%" ? min <= 100 : Number.isInteger(min)
  return kind === undefined || !isValid ? [] : [{ kind, min, unit: sign === "%" ? "%" : "" }]
}

/** Parses minimums such as `90%` or `operations=36,statuses=100%`. Fails with a message. */
export const parseMinimums = (text: string): Result.Result<ReadonlyArray<Minimum>, string> => {
  const [, percentage] = /^\s*(\d+(?:\.\d+)?)%?\s*$/.exec(text) ?? []
  const entries = percentage === undefined ? text.split(",") : kinds.map((kind) => `${kind}=${percentage}%`)
  const invalid = entries.find((entry) => parseMinimum(entry).length === 0)
  if (invalid !== undefined) return Result.fail(`"${invalid.trim()}" is not a minimum. ${usage}.`)
  const minimums = entries.flatMap(parseMinimum)
  return new Set(minimums.map(({ kind }) => kind)).size < minimums.length
    ? Result.fail(`a kind is there twice. ${usage}.`)
    : Result.succeed(minimums)
}

/** Returns a message for each minimum that is not met. */
export const unmetMinimums = (minimums: ReadonlyArray<Minimum>, coverage: Coverage): ReadonlyArray<string> =>
  minimums.flatMap(({ kind, min, unit }) => {
    const { of, seen } = coverage[kind]
    const isMet = unit === "%" ? seen * 100 >= min * of : seen >= min
    return isMet ? [] : [`Too few ${kind} are covered: ${seen} of ${of}. The minimum is ${min}${unit}.`]
  })

// rounded down, so that only full coverage is 100%
const percentOf = ({ of, seen }: Coverage[Kind]) => `${Math.floor((of === 0 ? 1 : seen / of) * 1000) / 10}%`

/** Formats the coverage of operations, statuses and fields. */
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

const statusText = ({ injected, served, status }: OperationSeen["statuses"][number]) =>
  `${status}${served === 0 && injected > 0 ? " (only by a fault)" : ""}`

const listLine = (title: string, items: ReadonlyArray<string>) =>
  items.length === 0 ? [] : [`    ${title}: ${items.join(", ")}`]

const formatMissing = (seen: OperationSeen): ReadonlyArray<string> => {
  const { id, section } = seen.operation
  const undocumented = new Set(undocumentedFields.flatMap(([operation, fields]) => (operation === id ? fields : [])))
  const lines = [
    ...listLine("statuses", seen.statuses.filter(({ served }) => served === 0).map(statusText)),
    ...listLine(
      "fields",
      seen.fields
        .filter(({ path, seen }) => seen !== "yes" && !undocumented.has(path))
        .map(({ path, seen }) => `${path}${seen === "empty" ? " (only null)" : ""}`)
    )
  ]
  return lines.length === 0 ? [] : [`  ${id} (${section})${isServed(seen) ? "" : ": never answered"}`, ...lines]
}

/** Lists what the answers did not cover, and undocumented statuses. */
export const missingLines = ({ details }: Coverage): ReadonlyArray<string> => {
  const missing = details.flatMap(formatMissing)
  const unseenUndocumented = undocumentedFields.flatMap(([operation, fields, reason]) => {
    const all = details.find((one) => one.operation.id === operation)?.fields ?? []
    const unseen = all.filter(({ path, seen }) => fields.includes(path) && seen !== "yes")
    return unseen.length === 0 ? [] : [`  ${operation}: ${unseen.map(({ path }) => path).join(", ")} (${reason})`]
  })
  const undocumented = details.flatMap(({ operation, undocumented }) =>
    undocumented.map((status) => `  ${operation.id} ${statusText(status)}`)
  )
  return [
    ...(missing.length === 0 ? ["", "Nothing is missing."] : section("Not covered:", missing)),
    ...section("Not covered, and not in the interface:", unseenUndocumented),
    ...section("Answered, but not documented:", undocumented)
  ]
}

/** Fields that the SDK accepts but an emulator never answers, and what the interface has instead. */
export const undocumentedFields: ReadonlyArray<
  readonly [operation: OperationId, fields: ReadonlyArray<string>, reason: string]
> = [
  [
    "Registration.confirmNewEmail",
    ["avatar.original", "avatar.thumb", "avatar.timestamp", "avatar.url"],
    "the picture of an account is a text, §2.4"
  ],
  [
    "Registration.confirmNewEmail",
    ["confirmed_at", "email_confirmed", "enterprise_id"],
    "an account has confirmed_email alone of these, §2.4"
  ],
  ["Calls.list", ["[].dialerId"], "spelled dialderId, §2.8"],
  ["Calls.read", ["dialerId"], "spelled dialderId, §2.8"],
  [
    "Calls.recent",
    ["contact.avatar.original", "contact.avatar.thumb"],
    "the picture of a contact has timestamp and url, §2.9"
  ],
  [
    "EnterpriseUsers.list",
    ["entries[].avatar.timestamp", "entries[].avatar.url"],
    "the picture of an entry has original and thumb, §2.5"
  ],
  ["Pods.list", ["entries[].users"], "a pod has user_count, and lists only admins of its members, §2.6"]
]
