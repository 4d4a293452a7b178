import * as PageCache from "../engine/lists/PageCache.ts"
import type { Plan } from "../import/Plan.ts"
import { isNoteworthy } from "../import/report.ts"
import type { RowReport } from "../import/report.ts"
import type { Options } from "../import/Results.ts"
import * as TextField from "./TextField.ts"

export interface Importing {
  readonly _tag: "Import"
  /** Type the path, look up users, show the dry run, confirm it, send the rows, and show the report. */
  readonly step: "file" | "looking" | "ready" | "confirming" | "sending" | "over"
  /** The path or phrase under edit. */
  readonly field: TextField.TextField
  readonly problem: string | undefined
  readonly file: string
  readonly plan: Plan | undefined
  readonly options: Options
  /** Headers of the columns that are not used. */
  readonly unused: ReadonlyArray<string>
  readonly rows: ReadonlyArray<RowReport>
  /** The rows on screen: all of them or those that need attention. */
  readonly shown: ReadonlyArray<RowReport>
  readonly showsAll: boolean
  readonly view: PageCache.Viewport
  readonly done: number
  readonly total: number
  /** How many rows ended in each state. */
  readonly counts: ReadonlyMap<string, number>
  /** The running task; results of any other come too late. */
  readonly task: symbol | undefined
  /** Stops the running task. */
  readonly stop: (() => void) | undefined
}

export const initial: Importing = {
  _tag: "Import",
  step: "file",
  field: TextField.empty,
  problem: undefined,
  file: "",
  plan: undefined,
  options: { send_email: true, columns_map: "", existing: "skip", reactivate: false },
  unused: [],
  rows: [],
  shown: [],
  showsAll: false,
  view: PageCache.emptyView,
  done: 0,
  total: 0,
  counts: new Map(),
  task: undefined,
  stop: undefined
}

/** The import with other rows; the selected line stays selected, or the next one on screen. */
export const withRows = (now: Importing, rows: ReadonlyArray<RowReport>): Importing => {
  const shown = now.showsAll ? rows : rows.filter(isNoteworthy)
  const line = now.shown[now.view.cursor]?.line ?? 0
  const at = shown.findIndex((row) => row.line >= line)
  const view = PageCache.withTotal(now.view, shown.length)
  return { ...now, rows, shown, view: PageCache.moveTo(view, at < 0 ? shown.length : at) }
}
