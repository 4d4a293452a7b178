import { pluralize } from "@remote-assist/core/Text"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

import { formatNames } from "../engine/Batch.ts"
import { countUnfinished } from "../engine/Changes.ts"
import type { Changes } from "../engine/Changes.ts"
import * as Observable from "../Observable.ts"
import { outcomeUnknown } from "../Problem.ts"
import type { Ui } from "./Ui.ts"

/** The progress of an export. */
export interface ExportProgress {
  readonly path: string
  /** The number of written rows. */
  readonly read: number
  readonly of: number | undefined
  /** Cancels the export; nothing is written. */
  readonly stop: () => void
}

/** The running export. */
export class Exporting extends Context.Service<Exporting, Observable.Observable<ExportProgress | undefined>>()(
  "@remote-assist/tui/Exporting"
) {
  static readonly layer = Layer.sync(Exporting, () => Observable.make<ExportProgress | undefined>(undefined))
}

interface Work {
  readonly changes: Pick<Changes["Service"], "state">
  readonly exporting: Exporting["Service"]
  readonly ui: Pick<Observable.Observable<Ui>, "get">
}

/** Returns the work that must finish before the user leaves an account, a profile or the program, and what ends it. */
export const unfinishedWork = ({ changes, exporting }: Pick<Work, "changes" | "exporting">) => {
  const count = countUnfinished(changes.state.get())
  if (count > 0)
    return { what: `${count === 1 ? "A change is" : `${count} changes are`} under way`, until: "the answer is there" }
  return exporting.get() === undefined ? undefined : { what: "A file is being written", until: "it is there" }
}

const runningImport = (ui: Work["ui"]) => {
  const { overlay, suspended } = ui.get()
  const found = [overlay, suspended].find((each) => each?._tag === "Import" && each.step === "sending")
  return found?._tag === "Import" ? found : undefined
}

/** Whether rows of an import are being sent: the program waits for them, so that each outcome is stored. */
export const isImporting = ({ ui }: Pick<Work, "ui">): boolean => runningImport(ui) !== undefined

/** Returns a warning about changes whose outcome is unknown if the program ends now, in sentences. */
export const unfinishedWarning = ({ changes, exporting, ui }: Work): string | undefined => {
  const { batch, pending } = changes.state.get()
  const names = [...pending.values()].map(({ label, target }) => `${label} ${target}`.trim())
  const rest = batch === undefined || batch.isOver ? 0 : batch.rows.length - batch.results.size - names.length
  const file = exporting.get()
  const importing = runningImport(ui)
  const sentences = [
    names.length > 0 && outcomeUnknown(formatNames(names)),
    rest > 0 && `${rest} more of what was marked were not begun.`,
    importing &&
      `The import of ${importing.file} stopped after ${importing.done} of ${pluralize(importing.total, "row")}: import the file again to resume. The rows under way are finished first; Ctrl-C or another signal ends at once.`,
    file && `${file.path} was not written.`
  ]
  return sentences.filter(Boolean).join(" ") || undefined
}
