import { capitalize } from "effect/String"

import { runningLabel } from "../actions/Action.ts"
import * as Batch from "../engine/Batch.ts"
import { confirmationText, previewLines } from "../engine/Bulk.ts"
import type { BulkState } from "../engine/Bulk.ts"
import type { Notice } from "../engine/Program.ts"
import { screenCommand } from "../keymap/Keys.ts"
import type { Keys } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay, Question } from "../model/Ui.ts"
import type { ExportProgress, unfinishedWork } from "../model/unfinishedWork.ts"
import type { Problem } from "../Problem.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { clock, numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { StyledText } from "./View.ts"

const styled =
  (tone: Tone, glyph = "") =>
  (text: string): StyledText => ({ text: `${glyph} ${text}`.trimStart(), tone })

export const plain = styled("plain")
export const quiet = styled("quiet")
export const warning = styled("warning")
export const busy = styled("warning", glyphs.busy)
export const failure = styled("bad", glyphs.problem)
const danger = styled("bad", glyphs.danger)

/** Returns what happened and what to do, with more advice after it. */
export const problemTexts = (
  { todo, what }: Pick<Problem, "todo" | "what">,
  advice = ""
): ReadonlyArray<StyledText> => [failure(what), ...[`${todo} ${advice}`.trim()].filter(Boolean).map(plain)]

/** Returns what happened and what to do, with the keys for it. */
export const ofProblem = ({ keyOf }: Keys, { by, kind, todo, what }: Problem): ReadonlyArray<StyledText> => {
  const logIn = `Log in again: ${keyOf(screenCommand("session"))}, then ${keyOf("account.logIn")}.`
  return problemTexts(
    { what, todo: by === "logIn" ? logIn : todo },
    kind === "refused" ? `${keyOf("list.leave")} dismisses this.` : `${keyOf("list.refresh")} tries again.`
  )
}

export const noticeTones: Record<Notice["kind"], Tone> = { done: "good", hint: "plain", problem: "bad" }

const ofQuestion = ({ action, meaning, target }: Question): ReadonlyArray<StyledText> => {
  const name = target.resource.nameOf(target.row)
  const permanently = action.effect === "final" ? " permanently" : ""
  const ask = `Type ${name} to confirm.`
  return [danger(`${capitalize(action.label)} ${name}${permanently}?`), plain(meaning), plain(ask)]
}

/** Whether the user must type something to confirm. */
export const isTyped = (state: BulkState): boolean =>
  state._tag === "Ready" && confirmationText(state.preview) !== undefined

const share = (of: number | undefined) => (of === undefined ? "" : ` of ${numberFormat.format(of)}`)

/** Describes a bulk action before it starts. */
export const ofBulk = ({ keyOf }: Keys, state: BulkState): ReadonlyArray<StyledText> => {
  switch (state._tag) {
    case "Idle":
      return []
    case "Asked": {
      const rows = numberFormat.format(state.rows)
      const question = `To ${state.action.label} ${rows} rows, all of them are read first.`
      return [{ ...danger(`${question} ${keyOf("bulk.yes")} reads them.`), tone: "warning" }]
    }
    case "Reading":
      return [busy(`Reading the marked rows: ${numberFormat.format(state.read)}${share(state.of)} …`)]
    case "Ready": {
      const phrase = confirmationText(state.preview)
      const [first = "", ...rest] = previewLines(state.preview)
      if (state.preview.rows.length === 0) return [danger(first), ...rest.map(plain)]
      const ask = phrase === undefined ? `${keyOf("bulk.yes")} confirms.` : `Type ${phrase} to confirm.`
      return [danger(first), ...[...rest, ask].map(plain)]
    }
  }
}

/** Describes the progress of an export. */
export const ofExport = ({ keyOf }: Keys, { of, path, read }: ExportProgress): StyledText =>
  busy(`Writing ${path}: ${numberFormat.format(read)}${share(of)}. ${keyOf("list.leave")} stops.`)

/** Describes the progress of a bulk action. */
export const ofBatch = ({ keyOf }: Keys, batch: Batch.Batch): StyledText => {
  const { done, failed } = Batch.counts(batch)
  const failures = failed === 0 ? "" : `, ${numberFormat.format(failed)} failed`
  const end = batch.stopped === undefined ? `${keyOf("list.leave")} stops the rest.` : "Waiting for those under way."
  const what = `${capitalize(runningLabel(batch.action))} ${numberFormat.format(batch.rows.length)}`
  return busy(`${what}: ${numberFormat.format(done)} done${failures}. ${end}`)
}

/** Returns the question of an overlay, if it has one. */
export const ofOverlay = (
  { keyOf }: Keys,
  overlay: Overlay,
  work: ReturnType<typeof unfinishedWork>
): ReadonlyArray<StyledText> => {
  switch (overlay._tag) {
    case "Confirm":
      return ofQuestion(overlay)
    case "Export":
      return [
        quiet(overlay.what),
        ...(overlay.replaces ? [danger(`This file exists: ${keyOf("export.apply")} again overwrites it.`)] : [])
      ]
    case "Quit":
      return work === undefined ? [] : [busy(`${work.what}: the program ends when ${work.until}.`)]
    case "LogOut":
      return [
        work === undefined
          ? warning(`${glyphs.hint} Log out? The data on screen is removed, and you cannot undo changes after that.`)
          : busy(`${work.what}: log out when ${work.until}.`)
      ]
    default:
      return []
  }
}

/** Returns why the log-in form is open, how long the session lasts, and the last error. */
export const ofLogIn = ({ account, keys: { keyOf }, storage, ui }: Model): ReadonlyArray<StyledText> => {
  const { busy: isBusy, ended, problem, retryAt } = account.state.get()
  const { logIn, mistake } = ui.get()
  const why =
    ended === undefined
      ? []
      : [warning(`${glyphs.stale} The session has ended: ${ended} Log in to go on where you were.`)]
  if (isBusy) return [...why, busy("Logging in …")]
  const lasts = storage.isKept ? "It is kept for commands as well, until you log out." : "It lasts until you quit."
  const meant = [...why, quiet(`${loginMethod(logIn.way).keeps} ${lasts}`)]
  if (mistake !== undefined) return [...meant, failure(mistake)]
  if (problem === undefined) return meant
  if (retryAt === undefined) return [...meant, ...problemTexts(problem)]
  const next = `${keyOf("connect.now")} tries now, ${keyOf("connect.form")} logs in another way.`
  return [...why, failure(problem.what), plain(`It is tried again at ${clock.format(retryAt)}; ${next}`)]
}
