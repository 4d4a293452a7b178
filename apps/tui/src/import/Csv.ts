import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"

/** A line of the file, or several where a quoted text has line ends. */
export interface CsvRecord {
  /** The line that it begins in, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** Whether all bytes are UTF-8; else the cells are read as Latin-1. */
  readonly isUtf8: boolean
}

/** A CSV file: which records it has, and any of them on demand. */
export interface Csv {
  readonly header: CsvRecord
  readonly delimiter: string
  /** How many records there are below the header. */
  readonly count: number
  /** Some of them, from a position on. */
  readonly records: (from: number, count: number) => ReadonlyArray<CsvRecord>
}

const delimiters = [",", ";", "\t", "|"]

// many times a row: a quote that is not closed is found near where it opens
const longest = 100_000

const [newLine, carriageReturn] = [10, 13]

/** How many line ends there are between two places. */
const lineEnds = (bytes: Uint8Array, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++)
    if (bytes[at] === newLine || (bytes[at] === carriageReturn && bytes[at + 1] !== newLine)) count++
  return count
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

// cells come as bytes, each a character
const decoded = (cell: string): string | undefined => {
  if (!/[\u0080-\u00FF]/.test(cell)) return cell
  try {
    return strict.decode(Buffer.from(cell, "latin1"))
  } catch {
    return undefined
  }
}

const recordOf = (line: number, bytes: ReadonlyArray<string>): CsvRecord => {
  const cells = bytes.map(decoded)
  const isUtf8 = cells.every((cell) => cell !== undefined)
  return { line, cells: cells.map((cell, at) => cell ?? bytes[at] ?? ""), isUtf8 }
}

/** Reads records one after the other, each with the place behind it. */
const each = (
  bytes: Uint8Array,
  delimiter: string,
  take: (cells: ReadonlyArray<string>, end: number) => void,
  most = -1
) => {
  parse(bytes, {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: longest,
    encoding: "latin1",
    to: most,
    on_record: (cells: ReadonlyArray<string>, { bytes: end }) => {
      take(cells, end)
      return null
    }
  })
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote opens that is never closed",
  CSV_MAX_RECORD_SIZE: `a record begins that goes on for more than ${longest} characters: a quote opens there that is not closed`,
  CSV_INVALID_CLOSING_QUOTE: "something stands behind the quote that closes a text",
  INVALID_OPENING_QUOTE: "there is a quote in the middle of a text"
}

const advice = 'Write the whole text between quotes, with each quote in it doubled: "Ann ""Al"" Lee".'

/** What cannot be read, with its line. */
const faultOf = (line: number, error: unknown) =>
  error instanceof CsvError
    ? `In line ${line}, ${faults[error.code] ?? "there is what is no CSV"}. ${advice}`
    : `In line ${line}, there is what is no CSV.`

/** How many cells the first record has. */
const widthBy = (bytes: Uint8Array, delimiter: string): number => {
  let width = 0
  try {
    each(bytes, delimiter, (cells) => (width = cells.length), 1)
  } catch {
    return 0
  }
  return width
}

// Excel names the delimiter so, in a line before all others
const told = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/

const delimiterOf = (bytes: Uint8Array): { readonly delimiter: string; readonly begin: number } => {
  const found = told.exec(Buffer.from(bytes.subarray(0, 10)).toString("latin1"))
  if (found?.[1] !== undefined) return { delimiter: found[1], begin: found[0].length }
  const [first = ","] = delimiters.toSorted((one, other) => widthBy(bytes, other) - widthBy(bytes, one))
  return { delimiter: first, begin: 0 }
}

/** Reads where the records of a file are; says why not, and in which line, where it is no CSV. */
export const read = (bytes: Uint8Array): Result.Result<Csv, string> => {
  const { begin, delimiter } = delimiterOf(bytes)
  const ends: Array<number> = [begin]
  const lines: Array<number> = [begin === 0 ? 1 : 2]
  let [end, line] = [begin, begin === 0 ? 1 : 2]
  try {
    each(bytes.subarray(begin), delimiter, (_, found) => {
      line += lineEnds(bytes, end, begin + found)
      end = begin + found
      ends.push(end)
      lines.push(line)
    })
  } catch (error) {
    return Result.fail(faultOf(line, error))
  }
  const records = (from: number, count: number) => {
    const last = Math.min(from + count, ends.length - 1)
    const read: Array<CsvRecord> = []
    if (last > from)
      each(bytes.subarray(ends[from], ends[last]), delimiter, (cells) =>
        read.push(recordOf(lines[from + read.length] ?? 0, cells))
      )
    return read
  }
  const [header] = records(0, 1)
  if (header === undefined) return Result.fail("The file is empty. Its first line is to name the columns: name,email.")
  return Result.succeed({
    header,
    delimiter,
    count: ends.length - 2,
    records: (from, count) => records(from + 1, count)
  })
}
