import type { Plan } from "../import/Plan.ts"
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
  /** Whether all rows are shown, or those that need attention. */
  readonly showsAll: boolean
  /** First visible line. */
  readonly top: number
  readonly done: number
  readonly total: number
  /** How many rows ended in each state. */
  readonly counts: ReadonlyMap<string, number>
  /** The running task; results of any other come too late. */
  readonly task: symbol | undefined
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
  showsAll: false,
  top: 0,
  done: 0,
  total: 0,
  counts: new Map(),
  task: undefined,
  stop: undefined
}
