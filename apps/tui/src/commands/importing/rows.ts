import type { Survey } from "../../import/Survey.ts"
import * as Told from "../../import/told.ts"
import { selected, withRows } from "../../model/Importing.ts"
import type { Importing, ImportRow } from "../../model/Importing.ts"

/** Whether a row did not go, or would not go, as it should. */
export const isNoteworthy = (row: ImportRow | undefined): boolean => row !== undefined && Told.isNoteworthy(row.told)

/** The rows of an import, those of them on screen that are to be. */
export const shownBy = (now: Importing, rows: ReadonlyArray<ImportRow>): Importing => withRows(now, rows, isNoteworthy)

/** What would be done with each row, as it is shown. */
export const decidedRows = ({ decided }: Survey): ReadonlyArray<ImportRow> =>
  Array.from(decided(), (each) => ({ told: Told.ofDecided(each), row: each.row }))

/** The row that is selected, as it stands in the file or was edited. */
export const rowOf = (now: Importing | undefined) => {
  const line = now === undefined ? undefined : selected(now)?.told.line
  if (now?.survey === undefined || line === undefined) return undefined
  for (const { row } of now.survey.decided()) if (row.line === line) return row
  return undefined
}
