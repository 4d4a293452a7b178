import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

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
export const formatSchemaError = ({ issue }: Schema.SchemaError): string => {
  const [first] = issuesOf(issue).issues
  const place = placeOf(first?.path ?? [])
  return `${place === "" ? "" : `${place}: `}${oneLine(first?.message ?? "")}`
}

/** How deep JSON may nest: what reads and writes it takes the levels one within another. */
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

export const oneLine = (text: string, most?: number): string => text.replaceAll(/\s+/g, " ").slice(0, most)
