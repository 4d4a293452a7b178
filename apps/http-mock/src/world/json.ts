import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

// an unknown field is reported with the known ones
const messageOf: SchemaIssue.LeafHook = (issue) =>
  issue._tag === "UnexpectedKey" && SchemaAST.isObjects(issue.ast)
    ? `unknown field; the fields are ${issue.ast.propertySignatures.map(({ name }) => String(name)).join(", ")}`
    : SchemaIssue.defaultLeafHook(issue)

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: messageOf })

const formatPath = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>) =>
  path
    .map((part) => (typeof part === "object" ? part.key : part))
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")

/** Formats the first issue of a schema error, as in `users[3].email: Missing key`. */
export const formatSchemaError = ({ issue }: Schema.SchemaError): string => {
  const [first] = issuesOf(issue).issues
  const place = formatPath(first?.path ?? [])
  return `${place === "" ? "" : `${place}: `}${oneLine(first?.message ?? "")}`
}

/** The maximum nesting depth of JSON, which is read and written recursively. */
export const maxDepth = 100

const [quote, backslash, openList, closeList, openObject, closeObject] = Buffer.from('"\\[]{}')

export const isTooDeep = (json: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (quoted) {
      if (letter === backslash) at += 1
      else if (letter === quote) quoted = false
    } else if (letter === quote) quoted = true
    else if (letter === openList || letter === openObject) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (letter === closeList || letter === closeObject) depth -= 1
  }
  return false
}

export const oneLine = (text: string, maxLength?: number): string => text.replaceAll(/\s+/g, " ").slice(0, maxLength)

/** Quotes a text as one word of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
