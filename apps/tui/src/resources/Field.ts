import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import type { Secret } from "./Secret.ts"
import { moment, yesNo } from "./texts.ts"

/** What a program reads of a row: a value by the name that the service gives it, and a text for a table. */
export interface Field<Row> {
  readonly name: string
  readonly value: (row: Row) => unknown
  readonly text: (row: Row) => string
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return yesNo(value)
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? moment(value) : value
  if (Array.isArray(value)) return value.map(textOf).join(", ")
  return JSON.stringify(value)
}

/** Makes fields of a row: name, value, and its text if that is not the usual one. */
export const fieldOf =
  <Row>() =>
  (
    name: string,
    value: (row: Row) => unknown,
    text: (row: Row) => string = (row) => textOf(value(row))
  ): Field<Row> => ({ name, value: (row) => value(row) ?? null, text })

/** The field of what is secret of a row, for where that is asked for. */
export const ofSecret = <Row>({ name, value }: Secret<Row>): Field<Row> => {
  const open = (row: Row) => {
    const secret = value(row)
    return secret === undefined ? undefined : Redacted.value(secret)
  }
  return { name, value: open, text: (row) => open(row) ?? "" }
}

/** The fields of a schema, but for those that are secret. What is secret within a field is `Redacted`, and written so. */
export const of = <Row>(
  schema: { readonly fields: Readonly<Record<string, unknown>> },
  secret: ReadonlyArray<keyof Row & string> = []
): ReadonlyArray<Field<Row>> =>
  Object.keys(schema.fields)
    .filter((name) => !secret.some((hidden) => hidden === name))
    .map((name) => {
      const value = (row: Row) => (Predicate.hasProperty(row, name) ? row[name] : undefined)
      return { name, value, text: (row) => textOf(value(row)) }
    })
