import { sanitize } from "@remote-assist/cli/Terminal"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import stringWidth from "string-width"

import { mask } from "../../actions/Report.ts"
import type { Field } from "../../resources/Field.ts"
import type { Resource } from "../../resources/Resource.ts"
import { fit, printable } from "../../text/fit.ts"
import { writeJson } from "./output.ts"

// a spreadsheet reads a text that begins so as a formula; a quote before it makes it a text
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const special = /[",\r\n]/

const safe = (text: string) => (formula.test(text) ? `'${text}` : text)

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Predicate.isString(value)) return safe(value)
  if (Array.isArray(value))
    return safe(value.map((each) => (Predicate.isString(each) ? each : JSON.stringify(each))).join(", "))
  const text = JSON.stringify(value)
  return Predicate.isObjectKeyword(value) ? safe(text) : text
}

const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A record after RFC 4180, with its line end; texts that a spreadsheet would compute are marked as texts. */
export const record = (values: ReadonlyArray<unknown>): string =>
  `${values.map((value) => quoted(textOf(value))).join(",")}\r\n`

export type FormatName = "json" | "ndjson" | "csv" | "table"

/** How rows are written, page by page. */
interface Format<Row> {
  readonly begin: string
  readonly page: (rows: ReadonlyArray<Row>) => string
  readonly end: string
}

/** A row as a program reads it. */
export const valueOf = <Row>(fields: ReadonlyArray<Field<Row>>, row: Row): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value(row) ?? null]))

const jsonLine = <Row>(fields: ReadonlyArray<Field<Row>>, row: Row) => writeJson(valueOf(fields, row))

/** An object a line. */
export const ndjsonFormat = <Row>(fields: ReadonlyArray<Field<Row>>): Format<Row> => ({
  begin: "",
  page: (rows) => rows.map((row) => `${jsonLine(fields, row)}\n`).join(""),
  end: ""
})

/** One array. */
export const jsonFormat = <Row>(fields: ReadonlyArray<Field<Row>>): Format<Row> => {
  let before = "\n"
  return {
    begin: "[",
    page: (rows) =>
      rows
        .map((row) => {
          const text = `${before}  ${jsonLine(fields, row)}`
          before = ",\n"
          return text
        })
        .join(""),
    end: "\n]\n"
  }
}

const shown = (value: unknown) => (Predicate.isString(value) ? sanitize(value) : value)

/** Records after a first one with the names; where they are `seen` on a terminal, without what it would obey. */
export const csvFormat = <Row>(fields: ReadonlyArray<Field<Row>>, seen: boolean): Format<Row> => ({
  begin: record(fields.map(({ name }) => name)),
  page: (rows) =>
    rows.map((row) => record(fields.map(({ value }) => (seen ? shown(value(row)) : value(row))))).join(""),
  end: ""
})

const gap = "  "

const titleOf = (name: string) => name.replaceAll("_", " ").toUpperCase()

const sum = (widths: ReadonlyArray<number>) => widths.reduce((total, width) => total + width + gap.length, -gap.length)

/** Takes from the widest until all fit. */
const narrowed = (widths: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  const fitting = [...widths]
  while (sum(fitting) > room) {
    const widest = fitting.indexOf(Math.max(...fitting))
    if ((fitting[widest] ?? 0) <= 1) break
    fitting[widest] = (fitting[widest] ?? 0) - 1
  }
  return fitting
}

/** Columns as wide as the first page needs, and no wider than there is room; without a terminal nothing is cut. */
export const table = <Row>(fields: ReadonlyArray<Field<Row>>, room: number | undefined): Format<Row> => {
  let widths: ReadonlyArray<number> | undefined
  const lineOf = (texts: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
    `${texts
      .map((text, at) => {
        const width = widths[at] ?? 0
        return room === undefined && stringWidth(text) > width ? text : fit(text, width)
      })
      .join(gap)
      .trimEnd()}\n`
  return {
    begin: "",
    page: (rows) => {
      const lines = rows.map((row) => fields.map(({ text }) => printable(text(row))))
      const titles = fields.map(({ name }) => titleOf(name))
      const isFirst = widths === undefined
      const needed = titles.map((title, at) =>
        Math.max(title.length, ...lines.map((texts) => stringWidth(texts[at] ?? "")))
      )
      const known = (widths ??= room === undefined ? needed : narrowed(needed, room))
      return (isFirst ? [titles, ...lines] : lines).map((texts) => lineOf(texts, known)).join("")
    },
    end: ""
  }
}

/** All that is known of one, label by label. */
export const facts = <Row>({ facts, secret, state }: Resource<Row>, row: Row, isRevealed = false): string => {
  const all: Resource<Row>["facts"] = [
    ...(state === undefined ? [] : [["State", (row: Row) => state(row).text] as const]),
    ...facts,
    ...(secret === undefined
      ? []
      : [
          [
            secret.label,
            (row: Row) => {
              const value = secret.value(row)
              return value && (isRevealed ? Redacted.value(value) : mask)
            }
          ] as const
        ])
  ]
  const known = all.flatMap(([label, value]) => {
    const text = printable(value(row) ?? "")
    return text === "" ? [] : [{ label, text }]
  })
  const width = Math.max(0, ...known.map(({ label }) => label.length))
  return known.map(({ label, text }) => `${label.padEnd(width)}  ${text}\n`).join("")
}
