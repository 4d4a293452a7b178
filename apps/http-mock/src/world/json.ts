import { disjunction, nearest, shellQuote } from "@remote-assist/core/Text"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

const missing = "is missing. Add it"

// an unknown field is reported with the known ones
const messageOf: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag === "MissingKey") return missing
  return issue._tag === "UnexpectedKey" && SchemaAST.isObjects(issue.ast)
    ? `unknown field; the fields are ${issue.ast.propertySignatures.map(({ name }) => String(name)).join(", ")}`
    : SchemaIssue.defaultLeafHook(issue)
}

// the default messages name types and schemas
const nouns: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["a finite number", "a number"],
  ["a string representing a finite number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"]
])

const toNoun = (expected: string) => nouns.get(expected) ?? (/^[A-Z]\w+$/.test(expected) ? "an object" : expected)

const reword = (message: string) =>
  message.replace(/^Expected (.+)$/s, (_, expected: string) => `use ${disjunction(expected.split(" | ").map(toNoun))}`)

/** A number in a range, whose error for values of other types names its unit. */
export const numberOf = (expected: string, minimum: number, maximum: number) =>
  Schema.Number.annotate({ message: `Expected a number ${expected}` }).check(
    Schema.isFinite(),
    Schema.isBetween({ minimum, maximum })
  )

/** A text whose error describes its format, also for values of other types. */
export const textOf = (isValid: (text: string) => boolean, expected: string) =>
  Schema.String.annotate({ message: `Expected ${expected}` }).check(Schema.makeFilter(isValid, { expected }))

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: messageOf })

const keyOf = (part: PropertyKey | { readonly key: PropertyKey }) => {
  const key = typeof part === "object" ? part.key : part
  return typeof key === "number" ? key : String(key)
}

/** Returns the issues of a schema error, with paths from `start`. */
export const issuesOf = ({ issue }: Schema.SchemaError, ...start: ReadonlyArray<string>) =>
  format(issue).issues.map(({ message, path = [] }) => {
    const keys = [...start, ...path.map(keyOf)]
    // a list lacks an entry only if it must not be empty
    return message === missing && typeof keys.at(-1) === "number"
      ? { path: keys.slice(0, -1), message: "is empty. Give at least one" }
      : { path: keys, message: reword(message) }
  })

/** Formats the first issue of a schema error without a full stop, as in `users[3].email: use a text`. */
export const formatSchemaError = (error: Schema.SchemaError, ...start: ReadonlyArray<string>): string => {
  const [first] = issuesOf(error, ...start)
  const place = (first?.path ?? [])
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "")
  const message = oneLine(first?.message ?? "").replace(/\.$/, "")
  if (place === "") return message
  return message.startsWith("is ") ? `${place} ${message}` : `${place}: ${message}`
}

/** Says that a body is missing, and what it needs. */
export const missingBody = (error: Schema.SchemaError): string => {
  const { issue } = error
  const ast = issue._tag === "AnyOf" ? issue.ast.types[0] : issue._tag === "InvalidType" ? issue.ast : undefined
  if (ast === undefined || !SchemaAST.isObjects(ast)) return `The body is missing: ${formatSchemaError(error)}.`
  const required = ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type))
  const [fields, last] = required.length > 0 ? [required, " and "] : [ast.propertySignatures, " or "]
  const names = fields.map(({ name }) => String(name)).join(", ")
  return `The body is missing. Send a JSON object with ${names.replace(/, (?=[^,]+$)/, last)}.`
}

/** The maximum nesting depth of JSON, which is read and written recursively. */
export const maxDepth = 100

const isDeeper = (value: unknown, depth: number): boolean =>
  Predicate.isObjectOrArray(value) && (depth === 0 || Object.values(value).some((one) => isDeeper(one, depth - 1)))

export const isTooDeep = (json: string): boolean =>
  Option.exists(Option.liftThrowable((): unknown => JSON.parse(json))(), (value) => isDeeper(value, maxDepth))

/** Says that there is no such name, and names the nearest one, or says otherwise what to do. */
export const unknownName = (noun: string, name: string, known: ReadonlyArray<string>, otherwise: string): string => {
  const other = nearest(name, known)
  return `There is no ${noun} ${name.slice(0, 100)}. ${other === undefined ? otherwise : `The nearest is ${other}`}.`
}

export const oneLine = (text: string, maxLength?: number): string => text.replaceAll(/\s+/g, " ").slice(0, maxLength)

/** Quotes a text as one word of a POSIX shell, if it needs quotes. */
export const shellWord = (text: string): string => (/^[\w./\\:-]+$/.test(text) ? text : shellQuote(text))
