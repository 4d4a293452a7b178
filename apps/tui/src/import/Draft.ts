import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Columns from "./Columns.ts"
import type { ImportField } from "./Columns.ts"
import * as Csv from "./Csv.ts"
import * as FileBytes from "./fileBytes.ts"
import * as Row from "./Row.ts"
import { Unusable } from "./Unusable.ts"
import { Wording } from "./Wording.ts"

/** A file that can be imported, as far as the file itself tells. */
export interface Draft {
  readonly file: string
  /** How many rows there are, empty ones included. */
  readonly count: number
  readonly columns: Columns.Columns
  readonly header: ReadonlyArray<string>
  /** All rows, read as they are taken: the file is in memory as bytes, and rows are not. */
  readonly rows: () => Iterable<Row.Row>
}

// rows are read so many at a time
const block = 200

const usable =
  (file: string, isOfColumns = false) =>
  <A>(result: Result.Result<A, string>): Effect.Effect<A, Unusable> =>
    Effect.mapError(
      Effect.fromResult(result),
      (message) => new Unusable({ message: `${file} cannot be imported. ${message}`, isOfColumns })
    )

/** Reads what there is to import; nobody is asked anything for it. */
export const of = Effect.fnUntraced(function* (
  file: string,
  bytes: Uint8Array,
  map: ReadonlyMap<ImportField, string> = new Map()
) {
  const csv = yield* usable(file)(Csv.read(bytes))
  const columns = yield* usable(file, true)(Columns.match(csv.header.cells, map, yield* Wording))
  const width = csv.header.cells.length
  function* rows() {
    for (let from = 0; from < csv.count; from += block)
      for (const record of csv.records(from, block)) yield Row.of(columns, record, width)
  }
  const draft: Draft = { file, count: csv.count, columns, header: csv.header.cells, rows }
  return draft
})

/** Reads a file. */
export const read = Effect.fnUntraced(function* (file: string, map?: ReadonlyMap<ImportField, string>) {
  return yield* of(file, yield* FileBytes.read(file), map)
})
