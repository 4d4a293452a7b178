import { replaceFile } from "@remote-assist/cli/Files"
import { sanitize } from "@remote-assist/cli/Terminal"
import { explainFileError } from "@remote-assist/core/FileError"
import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import stringWidth from "string-width"

import { fromFacts, lineText } from "../../actions/Report.ts"
import type { Report } from "../../actions/Report.ts"
import type { Field } from "../../resources/Field.ts"
import type { Resource } from "../../resources/Resource.ts"
import { fit, printable } from "../../text/format.ts"
import { toJson, usageError } from "./output.ts"
import type { CommandError, Output } from "./output.ts"

// spreadsheets compute a text that starts like this; a quote before it prevents that
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const safe = (text: string) => (formula.test(text) ? `'${text}` : text)

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Predicate.isString(value)) return safe(value)
  if (Array.isArray(value))
    return safe(value.map((each) => (Predicate.isString(each) ? each : JSON.stringify(each))).join(", "))
  const text = JSON.stringify(value)
  return Predicate.isObjectKeyword(value) ? safe(text) : text
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats a CSV record (RFC 4180) with its line end. Formulas become text. */
export const csvRecord = (values: ReadonlyArray<unknown>): string =>
  `${values.map((value) => quoted(cellText(value))).join(",")}\r\n`

export type FormatName = "json" | "ndjson" | "csv" | "table"

/** Returns the format that the ending of a file names; fails with a sentence without its full stop for any other name. */
export const formatOfFile = (path: string): Result.Result<FormatName, string> => {
  const [, ending = ""] = /[^/\\]\.(\w+)$/.exec(path) ?? []
  const format = (["csv", "json", "ndjson"] as const).find((name) => name === ending.toLowerCase())
  return format === undefined
    ? Result.fail(`The ending of ${path} names no format. Use .csv, .json or .ndjson`)
    : Result.succeed(format)
}

interface Format<Row> {
  readonly begin: string
  readonly page: (rows: ReadonlyArray<Row>, isFirst: boolean) => string
  readonly end: string
}

/** Returns the fields of a row by their names. */
export const toRecord = <Row>(fields: ReadonlyArray<Field<Row>>, row: Row): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value(row) ?? null]))

/** A JSON array, or an object a line. */
const json = <Row>(fields: ReadonlyArray<Field<Row>>, isArray: boolean): Format<Row> => ({
  begin: isArray ? "[" : "",
  page: (rows, isFirst) => {
    const texts = rows.map((row) => toJson(toRecord(fields, row)))
    if (!isArray) return texts.map((text) => `${text}\n`).join("")
    return texts.map((text, at) => `${isFirst && at === 0 ? "" : ","}\n  ${text}`).join("")
  },
  end: isArray ? "\n]\n" : ""
})

/** CSV with a header. On a terminal, control characters are removed. */
export const csv = <Row>(fields: ReadonlyArray<Field<Row>>, isTerminal: boolean): Format<Row> => ({
  begin: csvRecord(fields.map(({ name }) => name)),
  page: (rows) =>
    rows
      .map((row) => {
        const values = fields.map(({ value }) => value(row))
        return csvRecord(
          isTerminal ? values.map((value) => (Predicate.isString(value) ? sanitize(value) : value)) : values
        )
      })
      .join(""),
  end: ""
})

const gap = "  "

const sum = (widths: ReadonlyArray<number>) => widths.reduce((total, width) => total + width + gap.length, -gap.length)

/** Narrows the widest column until all fit. */
const fitWidths = (widths: ReadonlyArray<number>, room: number): ReadonlyArray<number> => {
  const fitting = [...widths]
  while (sum(fitting) > room) {
    const widest = fitting.indexOf(Math.max(...fitting))
    if ((fitting[widest] ?? 0) <= 1) break
    fitting[widest] = (fitting[widest] ?? 0) - 1
  }
  return fitting
}

/** A table with the widths of its first page, cut to the terminal. Without a terminal, nothing is cut. */
export const table = <Row>(fields: ReadonlyArray<Field<Row>>, room: number | undefined): Format<Row> => {
  let widths: ReadonlyArray<number> | undefined
  const formatLine = (texts: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
    `${texts
      .map((text, at) => {
        const width = widths[at] ?? 0
        return room === undefined && stringWidth(text) > width ? text : fit(text, width)
      })
      .join(gap)
      .trimEnd()}\n`
  return {
    begin: "",
    page: (rows, isFirst) => {
      const lines = rows.map((row) => fields.map(({ text }) => printable(text(row))))
      const titles = fields.map(({ name }) => name.replaceAll("_", " ").toUpperCase())
      const needed = titles.map((title, at) =>
        Math.max(title.length, ...lines.map((texts) => stringWidth(texts[at] ?? "")))
      )
      const known = (widths ??= room === undefined ? needed : fitWidths(needed, room))
      return (isFirst ? [titles, ...lines] : lines).map((texts) => formatLine(texts, known)).join("")
    },
    end: ""
  }
}

/** Returns the format of a name for an output of a width, which is `undefined` without a terminal. */
export const formatNamed = <Row>(
  name: FormatName,
  fields: ReadonlyArray<Field<Row>>,
  width: number | undefined
): Format<Row> => {
  if (name === "csv") return csv(fields, width !== undefined)
  return name === "table" ? table(fields, width) : json(fields, name === "json")
}

/** Writes rows page by page, and returns their number. The next page is read when the output has taken the last one. */
export const writeRows =
  <Row, E, R>(
    { begin, end, page }: Format<Row>,
    { write }: Output<E>,
    onPage: (count: number) => Effect.Effect<void, never, R>
  ) =>
  <E2, R2>(rows: Stream.Stream<Row, E2, R2>) =>
    Effect.gen(function* () {
      let count = 0
      yield* Stream.runForEachArray(rows, (rows) => {
        const text = (count === 0 ? begin : "") + page(rows, count === 0)
        count += rows.length
        return Effect.andThen(write(text), onPage(count))
      })
      yield* write((count === 0 ? begin + page([], true) : "") + end)
      return count
    })

/** Formats facts with aligned labels, a line each; empty facts are left out. */
export const formatFacts = (facts: Parameters<typeof fromFacts>[1], isRevealed = false): string =>
  formatReport(fromFacts("", facts), isRevealed)

/** Formats the facts of a row. */
export const formatRow = <Row>({ facts, secret, state }: Resource<Row>, row: Row, isRevealed = false): string =>
  formatFacts(
    [
      ["State", state?.(row).text],
      ...facts.map(([label, value]) => [label, value(row)] as const),
      [secret?.label ?? "", secret?.value(row)]
    ],
    isRevealed
  )

/** Formats a report: facts with aligned labels, and a paragraph for each part. */
export const formatReport = ({ parts }: Report, isRevealed: boolean): string => {
  const lines = parts.flatMap((part) => part.lines)
  const width = Math.max(0, ...lines.map(({ label = "" }) => label.length))
  return parts
    .map(({ lines, title }) =>
      [
        ...(title === undefined ? [] : [sanitize(title)]),
        ...lines.map((line) => {
          const text = sanitize(lineText(line, isRevealed))
          return line.label === undefined ? text : `${sanitize(line.label).padEnd(width)}  ${text}`
        })
      ]
        .map((line) => `${line.trimEnd()}\n`)
        .join("")
    )
    .join("\n")
}

/** Explains to the user why a file cannot be written. */
export const cannotWrite = (path: string, otherPath: string) => (error: PlatformError.PlatformError) => {
  if (error.reason._tag === "AlreadyExists") return usageError(`${path} exists. Give --force to overwrite it.`)
  if (error.reason._tag === "BadResource") return usageError(`${path} is not a file. ${otherPath}`)
  return usageError(`Cannot write ${path}: ${explainFileError(error, true)}.`)
}

/** Writes a file by {@link replaceFile}. `otherPath` is the advice if the path is not a file. */
export const writeFile = <A, E, R>(
  path: string,
  write: (to: Output<CommandError>) => Effect.Effect<A, E, R>,
  {
    otherPath = "Use another path.",
    ...options
  }: Parameters<typeof replaceFile>[2] & { readonly otherPath?: string } = {}
) => {
  const cannot = cannotWrite(path, otherPath)
  const encoder = new TextEncoder()
  return Effect.mapError(
    replaceFile(
      path,
      (file) =>
        write({
          width: undefined,
          write: (text) => Effect.mapError(file.writeAll(encoder.encode(text)), cannot)
        }),
      options
    ),
    (error) => (error instanceof PlatformError.PlatformError ? cannot(error) : error)
  )
}
