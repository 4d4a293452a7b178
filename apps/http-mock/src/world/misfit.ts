import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

import { oneLine } from "./oneLine.ts"

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

/** Where a value does not fit its schema first, and why, as in `users[3].email: Missing key`. */
export const misfitOf = ({ issue }: Schema.SchemaError): string => {
  const [first] = issuesOf(issue).issues
  const place = placeOf(first?.path ?? [])
  return `${place === "" ? "" : `${place}: `}${oneLine(first?.message ?? "")}`
}
