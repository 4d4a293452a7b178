import * as Viewport from "../engine/lists/pages/Viewport.ts"
import type { KeptEdit } from "../import/Choices.ts"
import type { Draft } from "../import/Draft.ts"
import type { Edits } from "../import/edited.ts"
import type { Policy } from "../import/Plan.ts"
import type { Row } from "../import/Row.ts"
import type { Counts, Survey } from "../import/Survey.ts"
import type { Told } from "../import/told.ts"
import type { ToUndo } from "../import/undo.ts"
import type * as Form from "./Form.ts"
import * as TextField from "./TextField.ts"

/** A row of the file with what is told of it. */
export interface ImportRow {
  readonly told: Told
  readonly row: Pick<Row, "role" | "pods" | "mail"> | undefined
}

/** Where one is: the path is typed, columns are mapped, the service is asked, rows are looked at, and so on. */
export type Step = "file" | "columns" | "looking" | "ready" | "editing" | "confirming" | "sending" | "over" | "undoing"

/** An import on the screen. */
export interface Importing {
  readonly _tag: "Import"
  readonly step: Step
  /** What is typed: a path, what columns are, or what confirms. */
  readonly field: TextField.TextField
  readonly problem: string | undefined
  readonly file: string
  readonly draft: Draft | undefined
  /** Which columns are which, where it was typed: now, or for the import that goes on. */
  readonly map: string
  readonly edits: Edits
  /** What was edited when the import was begun, of rows that are not in the file any more. */
  readonly lost: ReadonlyArray<KeptEdit>
  readonly policy: Policy
  readonly survey: Survey | undefined
  /** What a row is edited in. */
  readonly form: Form.Form | undefined
  readonly rows: ReadonlyArray<ImportRow>
  /** Of those, the ones on screen. */
  readonly shown: ReadonlyArray<ImportRow>
  readonly showsAll: boolean
  readonly view: Viewport.Viewport
  readonly done: number
  readonly total: number
  /** How many rows ended as what. */
  readonly ended: ReadonlyMap<string, number>
  /** Whom an undo would deactivate: created by this import, now or before. */
  readonly toUndo: ToUndo
  /** Where one was before an undo was asked for. */
  readonly undoFrom: "ready" | "over"
  /** What is under way: what comes of anything else is too late. */
  readonly task: symbol | undefined
  /** Ends what is under way. */
  readonly stop: (() => void) | undefined
}

export const begun: Importing = {
  _tag: "Import",
  step: "file",
  field: TextField.empty,
  problem: undefined,
  file: "",
  draft: undefined,
  map: "",
  edits: new Map(),
  lost: [],
  policy: { existing: "skip", reactivate: false, sendEmail: true },
  survey: undefined,
  form: undefined,
  rows: [],
  shown: [],
  showsAll: false,
  view: Viewport.empty,
  done: 0,
  total: 0,
  ended: new Map(),
  toUndo: { all: 0, perhaps: 0 },
  undoFrom: "over",
  task: undefined,
  stop: undefined
}

/** Whether the file is being read, with what was typed of its path or its columns. */
export const isReading = ({ step, task }: Pick<Importing, "step" | "task">): boolean =>
  task !== undefined && (step === "file" || step === "columns")

/** Whether a line is typed. */
export const isTyped = (now: Importing): boolean => {
  const { step } = now
  return !isReading(now) && (step === "file" || step === "columns" || step === "confirming" || step === "undoing")
}

/** What is typed to have it done. */
export const phraseOf = ({ change, create }: Counts): string => (create > 0 ? `create ${create}` : `update ${change}`)

/** What is typed where one is. */
export const phraseFor = ({ step, survey, toUndo }: Importing): string =>
  step === "undoing" ? `deactivate ${toUndo.all}` : survey === undefined ? "" : phraseOf(survey.counts)

/** The same with other rows, all of them on screen or those that are to be; the line that is selected stays so, or the next. */
export const withRows = (
  now: Importing,
  rows: ReadonlyArray<ImportRow>,
  isShown: (row: ImportRow) => boolean
): Importing => {
  const shown = now.showsAll ? rows : rows.filter(isShown)
  const line = selected(now)?.told.line ?? 0
  const at = shown.findIndex(({ told }) => told.line >= line)
  const view = Viewport.withTotal(now.view, shown.length)
  return { ...now, rows, shown, view: Viewport.moveTo(view, at < 0 ? shown.length : at) }
}

/** The row that is selected. */
export const selected = ({ shown, view }: Importing): ImportRow | undefined => shown[view.cursor]
