import type { Plan } from "../import/Plan.ts"
import type { RowReport } from "../import/report.ts"
import type { Options } from "../import/Results.ts"
import * as TextField from "./TextField.ts"

export class Importing {
  readonly _tag = "Import"
  /** Type the path, look up users, show the dry run, confirm it, send the rows, and show the report. */
  readonly step: "file" | "looking" | "ready" | "confirming" | "sending" | "over" = "file"
  /** The path or phrase under edit. */
  readonly field: TextField.TextField
  readonly problem: string | undefined = undefined
  readonly file: string = ""
  readonly plan: Plan | undefined = undefined
  readonly options: Options = { send_email: true, columns_map: "", existing: "skip", reactivate: false }
  /** Headers of the columns that are not used. */
  readonly unused: ReadonlyArray<string> = []
  readonly rows: ReadonlyArray<RowReport> = []
  /** Whether all rows are shown, or those that need attention. */
  readonly showsAll: boolean = false
  /** First visible line. */
  readonly top: number = 0
  readonly done: number = 0
  readonly total: number = 0
  /** How many rows ended in each state. */
  readonly counts: ReadonlyMap<string, number> = new Map()
  /** The running task; results of any other come too late. */
  readonly task: symbol | undefined = undefined
  readonly stop: (() => void) | undefined = undefined
  readonly endedAt: number = 0

  constructor(path: string) {
    this.field = TextField.make(path)
  }
}
