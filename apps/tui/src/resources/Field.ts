import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

import type { FormField } from "../actions/Action.ts"
import type { Tone } from "../theme.ts"

/** Help of a field, or the properties that its schema does not have. */
type FieldText = string | (Pick<FormField, "help"> & Partial<FormField>)

const typeOf = ({ _tag, encoding, ...ast }: SchemaAST.AST): FormField["takes"] => {
  if (encoding !== undefined) return "text"
  if (_tag === "Boolean") return "yes or no"
  if (!("rest" in ast)) return "text"
  return ast.rest[0]?._tag === "Number" ? "numbers" : "texts"
}

/** Returns the check of a text that stands for another value; the schema says what it expects. */
const checkOf = (schema: Schema.Decoder<unknown>): FormField["check"] => {
  const { _tag, encoding } = schema.ast
  const expected = _tag === "Number" ? "a number" : Schema.resolveAnnotations(schema)?.expected
  if (encoding === undefined || expected === undefined) return undefined
  const isValid = (text: string) => text.trim() !== "" && Option.isSome(Schema.decodeUnknownOption(schema)(text.trim()))
  return (text) => (isValid(text) ? undefined : `is not ${expected}`)
}

const limitOf = ({ checks }: SchemaAST.AST): number | undefined =>
  checks?.flatMap(({ annotations }) => annotations?.arbitraryConstraint?.maxCodePoints ?? [])[0]

/** Returns the fields of a form. Flag, type, limit, and whether it is required or secret come from the schema. */
export const formFields = <const Name extends string>(
  { fields }: { readonly fields: Readonly<Record<NoInfer<Name>, Schema.Decoder<unknown>>> },
  texts: Readonly<Record<Name, FieldText>>
): Readonly<Record<Name, FormField>> =>
  Record.map(texts, (text, name): FormField => {
    const { ast } = fields[name]
    const limit = limitOf(ast)
    const check = checkOf(fields[name])
    return {
      flag: name.replaceAll("_", "-"),
      takes: typeOf(ast),
      ...(ast.context?.isOptional !== true && { isRequired: true }),
      ...(ast._tag === "Declaration" && { isSecret: true }),
      ...(limit !== undefined && { limit }),
      ...(check !== undefined && { check }),
      ...(typeof text === "string" ? { help: text } : text)
    }
  })

/** A field of a row in commands and tools: its value under the name of the API, and its text in a table. */
export interface Field<Row> {
  readonly name: string
  readonly value: (row: Row) => unknown
  readonly text: (row: Row) => string
}

/** A secret field of a row. It is shown and copied only on request. */
export interface Secret<Row> {
  /** Name of the field in the API. */
  readonly name: string
  readonly label: string
  readonly value: (row: Row) => Redacted.Redacted | undefined
}

type Maybe<A> = A | null | undefined

/** Formats a date of the service to the minute. The service sends UTC with microseconds. */
export const formatDate = (date: Maybe<string>): string => (date ?? "").slice(0, 16).replace("T", " ")

/** Formats a date to the minute with its time zone. */
export const formatDateUtc = (date: Maybe<string>): string => (formatDate(date) === "" ? "" : `${formatDate(date)} UTC`)

export const yesNo = (flag: Maybe<boolean>): string => (flag == null ? "" : flag ? "yes" : "no")

const isDate = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return yesNo(value)
  if (typeof value === "string") return isDate(value) ? formatDate(value) : value
  return Array.isArray(value) ? value.map(formatValue).join(", ") : JSON.stringify(value)
}

const toPlain = (value: unknown): unknown => (DateTime.isDateTime(value) ? DateTime.formatIso(value) : (value ?? null))

/** Returns a constructor of fields: name, value (default: the property of that name) and text. */
export const fieldMaker =
  <Row>() =>
  (
    name: string,
    value: (row: Row) => unknown = (row) => (Predicate.hasProperty(row, name) ? row[name] : undefined),
    text: (row: Row) => string = (row) => formatValue(toPlain(value(row)))
  ): Field<Row> => ({ name, value: (row) => toPlain(value(row)), text })

/** Returns the secret of a row as a field; it is masked as in the JSON of reports until it is revealed. */
export const secretField = <Row>({ name, value }: Secret<Row>, isRevealed: boolean): Field<Row> => {
  const read = (row: Row) => {
    const secret = value(row)
    return secret && (isRevealed ? Redacted.value(secret) : "<redacted>")
  }
  return { name, value: read, text: (row) => read(row) ?? "" }
}

export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  readonly tone?: (row: Row) => Tone
  /** Words for a screen reader, if the text is a glyph. */
  readonly words?: (row: Row) => string
  /** Whether its text grows with time, which is not a change of the row. */
  readonly isElapsed?: boolean
  /** Whether it shows the state of a row, which otherwise gets a column of its own. */
  readonly isState?: boolean
  readonly align?: "left" | "right"
  /** Minimum width. */
  readonly width: number
  /** Share of the remaining width; 0 keeps the minimum. */
  readonly grow: number
  /** Columns with the highest rank are dropped first on a narrow screen. */
  readonly rank: number
}

/** A value to sort by. Dates are strings, as in the API. */
export type Value = string | number | boolean | null | undefined

/** A column of a field: it can be sorted, added and removed by its name. */
export interface FieldColumn<Row> extends Column<Row> {
  readonly name: string
  readonly value: (row: Row) => Value
}

const isValue = (value: unknown): value is Value => value == null || /^(string|number|boolean)$/.test(typeof value)

/** Returns a column of a field. Objects and arrays are sorted by their text. */
export const fieldColumn = <Row>({ name, text, value }: Field<Row>): FieldColumn<Row> => {
  const title = name.replaceAll("_", " ").toUpperCase()
  const sortValue = (row: Row) => {
    const found = value(row)
    return isValue(found) ? found : text(row)
  }
  return { name, title, text, value: sortValue, width: Math.max(10, title.length), grow: 1, rank: 10 }
}

/** A property of a row: a field, with a label also a line of the details, and with a place also a column. */
interface Property<Row> extends Partial<Pick<Column<Row>, "tone" | "words" | "isElapsed" | "isState" | "align">> {
  /** Default: the property of that name. */
  readonly value?: (row: Row) => unknown
  readonly text?: (row: Row) => string
  readonly label?: string
  readonly column?: readonly [title: string, width: number, grow: number, rank: number]
  /** The text in the column (default: `text`). */
  readonly columnText?: (row: Row) => string
  /** What the column is sorted by (default: `value`). */
  readonly sortBy?: (row: Row) => Value
}

/** Returns the fields, the facts and the columns of properties by their names in the API; `fields` can have others. */
export const fromProperties = <Row>(
  properties: Readonly<Record<string, Property<Row>>>,
  fields: ReadonlyArray<string> = Object.keys(properties)
) => {
  const toField = (name: string) => fieldMaker<Row>()(name, properties[name]?.value, properties[name]?.text)
  const all = Object.entries(properties)
  return {
    fields: fields.map(toField),
    facts: all.flatMap(([name, { label, text }]) => {
      const { value } = toField(name)
      const detail = (row: Row) => {
        const found = value(row)
        return isDate(found) ? formatDateUtc(found) : formatValue(found)
      }
      return label === undefined ? [] : [[label, text ?? detail] as const]
    }),
    columns: all.flatMap(([name, { column, columnText, sortBy, ...options }]): ReadonlyArray<FieldColumn<Row>> => {
      if (column === undefined) return []
      const [title, width, grow, rank] = column
      const { text, value } = fieldColumn(toField(name))
      return [{ ...options, name, title, width, grow, rank, text: columnText ?? text, value: sortBy ?? value }]
    })
  }
}

/** Returns the names of the fields of a schema, without its secret fields. */
export const fieldNames = (
  { fields }: { readonly fields: Readonly<Record<string, unknown>> },
  ...secret: ReadonlyArray<string>
): ReadonlyArray<string> => Object.keys(fields).filter((name) => !secret.includes(name))

/** Returns the error of an e-mail address, after the name of its field, or `undefined`. The service checks whether it exists. */
export const validateEmail = (text: string): string | undefined => {
  if (!text.includes("@")) return "has no @"
  return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? undefined : "is not an e-mail address, such as name@domain"
}

/** Whether a text is a number that the service may use as an id. */
export const isNumeric = (text: string): boolean => /^\d{1,15}$/.test(text)
