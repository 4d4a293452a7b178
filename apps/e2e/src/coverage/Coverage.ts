import * as Contract from "@remote-assist/core/Contract"
import { pluralize } from "@remote-assist/core/Text"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { parseBody } from "../compare/Leaf.ts"
import type { Result as RunResult } from "../runner/Result.ts"

type Ast = SchemaAST.AST

const below = (path: string, name: string) => (path === "" ? name : `${path}.${name}`)

const alternatives = (ast: Ast): ReadonlyArray<Ast> => (SchemaAST.isUnion(ast) ? ast.types : [ast])

/** Whether a member of a union is a list of another member, as in an answer of one or several. */
const isListOf = (member: Ast, members: ReadonlyArray<Ast>): boolean =>
  SchemaAST.isArrays(member) && members.some((other) => member.rest[0] === other)

const collect = (ast: Ast, path: string, paths: Set<string>, within: ReadonlyArray<Ast> = []): void => {
  if (within.includes(ast)) return
  const inner = [...within, ast]
  const members = alternatives(ast)
  for (const member of members) {
    if (isListOf(member, members)) continue
    if (SchemaAST.isSuspend(member)) collect(member.thunk(), path, paths, inner)
    else if (SchemaAST.isUnion(member)) collect(member, path, paths, inner)
    else if (SchemaAST.isArrays(member))
      for (const element of [...member.elements, ...member.rest]) collect(element, `${path}[]`, paths, inner)
    else if (SchemaAST.isObjects(member))
      for (const { name, type } of member.propertySignatures) {
        paths.add(below(path, String(name)))
        collect(type, below(path, String(name)), paths, inner)
      }
  }
}

const encoded = (schemas: ReadonlyArray<Schema.Top>) => schemas.map(({ ast }) => SchemaAST.toEncoded(ast))

/**
 * Returns the paths of fields on the wire, such as `entries[].email`. An answer of one or several has the paths of one.
 */
export const fieldsOf = (schemas: ReadonlyArray<Schema.Top>): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const ast of encoded(schemas)) collect(ast, "", paths)
  return [...paths]
}

/** Returns the paths of all fields in a JSON value. */
const pathsIn = (value: unknown, path: string): ReadonlyArray<readonly [path: string, value: unknown]> =>
  Array.isArray(value)
    ? value.flatMap((element) => pathsIn(element, `${path}[]`))
    : Predicate.isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => {
          const field = below(path, name)
          return [[field, inner] as const, ...pathsIn(inner, field)]
        })
      : []

/** Returns the fields of schemas that a body has, with a value or null. */
export const fieldsIn = (schemas: ReadonlyArray<Schema.Top>, body: unknown) => {
  const declared = new Set(fieldsOf(schemas))
  const isOneOrSeveral = encoded(schemas).some((ast) =>
    alternatives(ast).some((member, _, members) => isListOf(member, members))
  )
  const bodies = isOneOrSeveral && Array.isArray(body) ? body : [body]
  const fields = bodies.flatMap((one) => pathsIn(one, "")).filter(([path]) => declared.has(path))
  return {
    seen: new Set(fields.flatMap(([path, value]) => (value === null ? [] : [path]))),
    empty: new Set(fields.flatMap(([path, value]) => (value === null ? [path] : [])))
  }
}

/** The coverage of an operation. */
type OperationSeen = ReturnType<typeof seenOf>

/** The part of the contract that answers covered. */
export type Coverage = ReturnType<typeof measureCoverage>

/** Whether the service itself answered an operation as documented. */
const isServed = ({ statuses }: OperationSeen): boolean => statuses.some(({ served }) => served > 0)

const answersIn = ({ attempt: { exchanges, journal }, name }: RunResult) => {
  const faulty = new Set(journal.filter(({ takenBy }) => takenBy !== undefined).map(({ exchange }) => exchange))
  return exchanges.flatMap(({ answer, id, operation }) =>
    operation === undefined || answer === undefined
      ? []
      : [{ operation, scenario: name, status: answer.status, body: answer.body, injected: faulty.has(id) }]
  )
}

const seenOf = (operation: Contract.Operation, sent: ReturnType<typeof answersIn>) => {
  const { statuses: documented, successes } = operation
  // 204 counts as a 200 without a body
  const hasNoBody = successes.has(204) && !documented.includes(204)
  const answers = sent.map((answer) => (hasNoBody && answer.status === 204 ? { ...answer, status: 200 } : answer))
  /** Counts the answers of a status, by the service itself and by faults of the emulator. */
  const statusSeen = (status: number) => {
    const all = answers.filter((answer) => answer.status === status)
    const injected = all.filter((answer) => answer.injected).length
    return { status, served: all.length - injected, injected }
  }
  const served = answers.filter(({ injected }) => !injected)
  const schemas = [...successes.values()].flat()
  const found = served.filter(({ status }) => status === 200).map(({ body }) => fieldsIn(schemas, parseBody(body)))
  // empty if it was always null
  const fieldSeen = (path: string): "yes" | "empty" | "no" =>
    found.some(({ seen }) => seen.has(path)) ? "yes" : found.some(({ empty }) => empty.has(path)) ? "empty" : "no"
  const others = new Set(answers.map(({ status }) => status).filter((status) => !documented.includes(status)))
  return {
    operation,
    statuses: documented.map(statusSeen),
    fields: fieldsOf(schemas).map((path) => ({ path, seen: fieldSeen(path) })),
    // answered statuses that are not documented
    undocumented: [...others].toSorted((one, other) => one - other).map(statusSeen),
    // those that the service answered
    scenarios: [...new Set(served.map(({ scenario }) => scenario))].toSorted()
  }
}

const share = <A>(all: ReadonlyArray<A>, isSeen: (one: A) => boolean) => ({
  seen: all.filter(isSeen).length,
  of: all.length
})

/**
 * Measures the documented statuses and the fields in the answers of each operation. Answers of faults do not count; the journal
 * identifies them.
 */
export const measureCoverage = (results: ReadonlyArray<RunResult>) => {
  const answers = Map.groupBy(results.flatMap(answersIn), ({ operation }) => operation)
  const details = Contract.operations.map((operation) => seenOf(operation, answers.get(operation.id) ?? []))
  const statuses = details.flatMap((one) => one.statuses)
  const fields = details.flatMap((one) => one.fields)
  return {
    operations: share(details, isServed),
    statuses: share(statuses, ({ served }) => served > 0),
    fields: share(fields, ({ seen }) => seen === "yes"),
    // statuses that only faults of the emulator answered do not count
    onlyInjected: statuses.filter(({ injected, served }) => served === 0 && injected > 0).length,
    details
  }
}

/** The coverage as JSON. */
export const coverageReport = ({ details, onlyInjected, ...shares }: Coverage) => ({
  version: 1,
  ...shares,
  only_injected: onlyInjected,
  details: details.map(({ operation: { id, section }, ...seen }) => ({ operation: id, section, ...seen }))
})

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
  if (invalid !== undefined) return Result.fail(`"${(percentage ? text : invalid).trim()}" is not a minimum. ${usage}.`)
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
  const apart =
    onlyInjected === 0
      ? []
      : [`  not counted: ${pluralize(onlyInjected, "status", "statuses")} that only faults of the emulator answered`]
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
  readonly [operation: Contract.OperationId, fields: ReadonlyArray<string>, reason: string]
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
