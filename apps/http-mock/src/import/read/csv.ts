import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"

import type { Read, Source } from "./Source.ts"

interface Row {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

const delimiters = [",", ";", "\t", "|"]

// many times a row: a quote that is not closed is found near where it opens
const longest = 100_000

const delimiterOf = (header: string) =>
  delimiters.reduce((best, one) => (header.split(one).length > header.split(best).length ? one : best))

const whys: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote opens that is never closed",
  CSV_MAX_RECORD_SIZE: `a row is longer than ${longest} characters, as where a quote is not closed`,
  CSV_INVALID_CLOSING_QUOTE: "something stands behind the quote that closes a cell",
  INVALID_OPENING_QUOTE: "there is a quote in the middle of a cell"
}

const whyOf = (error: unknown) => (error instanceof CsvError ? (whys[error.code] ?? error.message) : String(error))

/** The rows of a text, each with the line that it begins in; of rows without a cell none. */
const rowsOf = (text: string): Result.Result<ReadonlyArray<Row>, string> => {
  const rows: Array<Row> = []
  let line = 1
  const read = () =>
    parse(text, {
      delimiter: delimiterOf(text.slice(0, text.search(/[\r\n]|$/))),
      relax_column_count: true,
      max_record_size: longest,
      on_record: (cells: ReadonlyArray<string>, { lines }) => {
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells })
        line = lines + 1
        return null
      }
    })
  return Result.map(
    Result.try({ try: read, catch: (error) => `in the row that begins in line ${line}, ${whyOf(error)}` }),
    () => rows
  )
}

const letter = (index: number): string =>
  `${index < 26 ? "" : letter(Math.floor(index / 26) - 1)}${String.fromCodePoint(65 + (index % 26))}`

const readOf = ({ cells, line }: Row, columns: ReadonlyArray<string>): Read => ({
  place: `line ${line}`,
  fields: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]))
})

/** The columns and rows of CSV. */
export const readCsv = (text: string): Result.Result<Pick<Source, "columns" | "entries">, string> =>
  Result.flatMap(rowsOf(text), ([header, ...rows]) => {
    const columns = header?.cells.map((cell) => cell.trim()) ?? []
    const twice = columns.findIndex((column, index) => column !== "" && columns.indexOf(column) < index)
    if (twice >= 0)
      return Result.fail(
        `the columns ${letter(columns.indexOf(columns[twice] ?? ""))} and ${letter(twice)} are both ${columns[twice]}`
      )
    const beyond = rows.find(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    if (beyond !== undefined)
      return Result.fail(
        `line ${beyond.line} has ${beyond.cells.length} cells, and the header ${columns.length} columns`
      )
    return Result.succeed({ columns, entries: rows.map((row) => readOf(row, columns)) })
  })
