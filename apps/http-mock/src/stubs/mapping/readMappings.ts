import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { oneLine } from "../../world/oneLine.ts"
import { StubMapping, StubMappings } from "./StubMapping.ts"

/** What is wrong with a mapping, and where; the place is empty where it is wrong as a whole. */
export interface StubProblem {
  readonly place: string
  readonly reason: string
}

const mostTold = 20

const options = { onExcessProperty: "error", errors: "all" } as const

const decodeOne = Schema.decodeUnknownResult(StubMapping, options)

const decodeMany = Schema.decodeUnknownResult(StubMappings, options)

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Where a path leads, as a program writes it. */
export const placeOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>): string =>
  path
    .map((part) => (typeof part === "object" ? part.key : part))
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")

const problemsOf = ({ issue }: Schema.SchemaError): ReadonlyArray<StubProblem> =>
  issuesOf(issue).issues.map(({ message, path = [] }) => ({ place: placeOf(path), reason: oneLine(message) }))

/** A problem as a sentence without its end. */
export const sentenceOf = ({ place, reason }: StubProblem): string =>
  /^(?:is|has|compares|needs|takes|leads) /.test(reason)
    ? `${place === "" ? "the mapping" : place} ${reason}`
    : `${place === "" ? "" : `${place}: `}${reason}`

/** Problems as sentences. */
export const sentencesOf = (problems: ReadonlyArray<StubProblem>): string =>
  problems
    .slice(0, mostTold)
    .map((problem) => `${sentenceOf(problem)}.`)
    .join(" ") + (problems.length > mostTold ? ` There are ${problems.length - mostTold} more.` : "")

/** The mappings that a value describes: one, or those of an object `{"mappings": [...]}`; or where it describes none. */
export const readMappings = (value: unknown): Result.Result<StubMappings, ReadonlyArray<StubProblem>> => {
  if (!Predicate.isObject(value) || Array.isArray(value))
    return Result.fail([{ place: "", reason: 'is no object, as a mapping or {"mappings": [...]} is' }])
  if ("mappings" in value) return Result.mapError(decodeMany(value), problemsOf)
  return Result.mapBoth(decodeOne(value), { onFailure: problemsOf, onSuccess: (mapping) => ({ mappings: [mapping] }) })
}
