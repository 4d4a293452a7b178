import { CsvError, parse } from "csv-parse/sync"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import * as Columns from "./Columns.ts"
import { ImportError } from "./ImportError.ts"
import * as Row from "./Row.ts"

/** A CSV file of users; empty rows are left out. */
export interface UserFile {
  readonly path: string
  readonly columns: Columns.Columns
  readonly rows: ReadonlyArray<Row.Row>
}

const largest = 64 * 1024 * 1024

/** Decodes UTF-8 or UTF-16; fails with why not. */
const decode = (bytes: Uint8Array): Result.Result<string, string> => {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const encoding = isLittle ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  return Result.mapError(
    Result.try(() => new TextDecoder(encoding, { fatal: true }).decode(bytes)),
    () => "It is not UTF-8. Save it as UTF-8 CSV."
  )
}

const delimiters = [",", ";", "\t", "|"]

// a multiple of any row: finds a quote that is not closed near where it opens
const longestRecord = 100_000

/** Guesses the delimiter: the most frequent one in the first line. */
const delimiterOf = (text: string): string => {
  const unquoted = text.slice(0, longestRecord).replaceAll(/"[^"]*"/g, "")
  const counts = delimiters.map((delimiter) => (unquoted.split("\n", 1)[0] ?? "").split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ","
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_MAX_RECORD_SIZE: `a record has more than ${longestRecord} characters; a quote may not be closed`,
  CSV_INVALID_CLOSING_QUOTE: "text follows a closing quote",
  INVALID_OPENING_QUOTE: "a quote is in the middle of text"
}

type CsvRecord = readonly [line: number, cells: ReadonlyArray<string>]

/** Parses CSV into records that are not empty, each with the line that it begins in. */
export const parseCsv = (given: string): Result.Result<ReadonlyArray<CsvRecord>, string> => {
  // csv-parse counts a CRLF in quotes twice
  const text = given.replaceAll(/\r\n?/g, "\n")
  // Excel names the delimiter in a first line
  const [, named] = /^"?sep=([,;\t|])"?\n/.exec(text) ?? []
  const records: Array<CsvRecord> = []
  let read = 0
  const onRecord = (cells: ReadonlyArray<string>, { lines }: { readonly lines: number }) => {
    read = lines
    const line = lines - cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0)
    if (cells.some((cell) => cell.trim() !== "")) records.push([line, cells])
    return null
  }
  const parsed = Result.try(() =>
    parse(text, {
      delimiter: named ?? delimiterOf(text),
      from_line: named === undefined ? 1 : 2,
      record_delimiter: "\n",
      relax_column_count: true,
      max_record_size: longestRecord,
      on_record: onRecord
    })
  )
  return Result.mapBoth(parsed, {
    onSuccess: () => records,
    onFailure: (error) => {
      const fault = error instanceof CsvError ? faults[error.code] : undefined
      return `Line ${read + 1} is not CSV: ${fault ?? "it cannot be parsed"}. Put quotes around the whole text, and double each quote in it: "Ann ""Al"" Lee".`
    }
  })
}

const readBytes = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const parts: Array<Uint8Array> = []
  let size = 0
  yield* files.stream(path).pipe(
    Stream.mapError(
      ({ reason }) => new ImportError({ message: `Cannot read ${path} (${reason._tag}). Give the path of a CSV file.` })
    ),
    Stream.runForEach((part) => {
      parts.push(part)
      size += part.length
      return size <= largest
        ? Effect.void
        : Effect.fail(
            new ImportError({ message: `${path} is larger than 64 MiB. Split it, with a header in each part.` })
          )
    })
  )
  return Buffer.concat(parts)
})

/** Reads the users of a file. */
export const read = Effect.fnUntraced(function* (path: string, map: ReadonlyMap<Columns.Field, string>) {
  const usable = <A>(result: Result.Result<A, string>) =>
    Effect.mapError(
      Effect.fromResult(result),
      (why) => new ImportError({ message: `${path} cannot be imported. ${why}` })
    )
  const [header, ...records] = yield* usable(parseCsv(yield* usable(decode(yield* readBytes(path)))))
  if (header === undefined)
    return yield* usable(Result.fail("It is empty. Name the columns in its first line: name,email."))
  const [, headers] = header
  const columns = yield* usable(Columns.match(headers, map))
  const rows = records.map(([line, cells]) => Row.parse(columns, line, cells, headers.length))
  const file: UserFile = { path, columns, rows }
  return file
})
