import { sanitize } from "@remote-assist/cli/Terminal"
import * as Predicate from "effect/Predicate"

import type { Field } from "../../resources/Field.ts"
import * as Csv from "./csv.ts"
import * as Json from "./json.ts"

export type FormatName = "json" | "ndjson" | "csv" | "table"

/** How rows are written, page by page. */
export interface Format<Row> {
  readonly begin: string
  readonly page: (rows: ReadonlyArray<Row>) => string
  readonly end: string
}

/** A row as a program reads it. */
export const valueOf = <Row>(fields: ReadonlyArray<Field<Row>>, row: Row): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value(row) ?? null]))

const line = <Row>(fields: ReadonlyArray<Field<Row>>, row: Row) => Json.write(valueOf(fields, row))

/** An object a line. */
export const ndjson = <Row>(fields: ReadonlyArray<Field<Row>>): Format<Row> => ({
  begin: "",
  page: (rows) => rows.map((row) => `${line(fields, row)}\n`).join(""),
  end: ""
})

/** One array. */
export const json = <Row>(fields: ReadonlyArray<Field<Row>>): Format<Row> => {
  let before = "\n"
  return {
    begin: "[",
    page: (rows) =>
      rows
        .map((row) => {
          const text = `${before}  ${line(fields, row)}`
          before = ",\n"
          return text
        })
        .join(""),
    end: "\n]\n"
  }
}

const shown = (value: unknown) => (Predicate.isString(value) ? sanitize(value) : value)

/** Records after a first one with the names; where they are `seen` on a terminal, without what it would obey. */
export const csv = <Row>(fields: ReadonlyArray<Field<Row>>, seen: boolean): Format<Row> => ({
  begin: Csv.record(fields.map(({ name }) => name)),
  page: (rows) =>
    rows.map((row) => Csv.record(fields.map(({ value }) => (seen ? shown(value(row)) : value(row))))).join(""),
  end: ""
})
