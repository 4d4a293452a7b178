import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

import { oneLine } from "../oneLine.ts"
import { WorldFile } from "./WorldFile.ts"

/** A file or an option that describes no world. */
export class UnusableWorld extends Schema.TaggedError<UnusableWorld>()("UnusableWorld", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.source}: ${this.reason}.`
  }
}

const decodeWorld = Schema.decodeUnknownResult(WorldFile, { onExcessProperty: "error" })

// a misspelt field is told with those there are
const messageOf: SchemaIssue.LeafHook = (issue) =>
  issue._tag === "UnexpectedKey" && SchemaAST.isObjects(issue.ast)
    ? `there is no such field, but ${issue.ast.propertySignatures.map(({ name }) => String(name)).join(", ")}`
    : SchemaIssue.defaultLeafHook(issue)

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: messageOf })

const placeOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>) =>
  path
    .map((part) => (typeof part === "object" ? part.key : part))
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")

const reasonOf = ({ issue }: Schema.SchemaError) => {
  const [first] = issuesOf(issue).issues
  const place = placeOf(first?.path ?? [])
  return `${place === "" ? "" : `${place}: `}${oneLine(first?.message ?? "")}`
}

/** The world that a value describes, or where it does not. */
export const decode = (value: unknown, source: string): Result.Result<WorldFile, UnusableWorld> =>
  Result.mapError(decodeWorld(value), (error) => new UnusableWorld({ source, reason: reasonOf(error) }))
