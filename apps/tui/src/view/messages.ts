import { capitalize } from "effect/String"

import type { AccountState } from "../engine/Account.ts"
import * as Batch from "../engine/Batch.ts"
import { confirmationText, previewLines } from "../engine/Bulk.ts"
import type { BulkState } from "../engine/Bulk.ts"
import type { Notice, NoticesState } from "../engine/Notices.ts"
import type { Keys } from "../keymap/Keys.ts"
import type { UnfinishedWork, ExportProgress, Model } from "../model/Model.ts"
import type { Overlay, Question, Ui } from "../model/Ui.ts"
import type { Problem } from "../Problem.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { clock, numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { StyledText } from "./View.ts"

/** Returns what happened and what to do, with the key that tries again. */
export const ofProblem = ({ keyOf }: Keys, { kind, todo, what }: Problem): ReadonlyArray<StyledText> => [
  { text: `${glyphs.problem} ${what}`, tone: "bad" },
  {
    text: `${todo} ${kind === "refused" ? `${keyOf("list.leave")} dismisses this.` : `${keyOf("list.refresh")} tries again.`}`,
    tone: "plain"
  }
]

export const noticeTones: Record<Notice["kind"], Tone> = { done: "good", hint: "plain", problem: "bad" }

const ofNotice = ({ at, kind, text }: Notice, lead = ""): StyledText => ({
  text: `${glyphs[kind]} ${lead}${text}`,
  tone: noticeTones[kind],
  at
})

/** Returns the last problem that was not dismissed, and the last other notice. */
export const ofNotices = ({ problems, shown }: Omit<NoticesState, "all">): ReadonlyArray<StyledText> => {
  const problem = problems.at(-1)
  const lead = problems.length > 1 ? `${problems.length} failures, the last: ` : ""
  return [
    ...(problem === undefined ? [] : [ofNotice(problem, lead)]),
    ...(shown === undefined ? [] : [ofNotice(shown)])
  ]
}

const ofQuestion = ({ action, differs, meaning, target }: Question): ReadonlyArray<StyledText> => {
  const name = target.resource.nameOf(target.row)
  const permanently = action.effect === "final" ? " permanently" : ""
  return [
    { text: `${glyphs.danger} ${capitalize(action.label)} ${name}${permanently}?`, tone: "bad" },
    { text: meaning, tone: "plain" },
    differs
      ? { text: `That is not ${name}: nothing was done.`, tone: "warning" }
      : { text: `Type ${name} to confirm.`, tone: "plain" }
  ]
}

/** Whether the user must type something to confirm. */
export const isTyped = (state: BulkState): boolean =>
  state._tag === "Ready" && confirmationText(state.preview) !== undefined

/** Describes a bulk action before it starts. */
export const ofBulk = ({ keyOf }: Keys, state: BulkState): ReadonlyArray<StyledText> => {
  switch (state._tag) {
    case "Idle":
      return []
    case "Asked":
      return [
        {
          text: `${glyphs.danger} ${numberFormat.format(state.rows)} rows are to ${state.action.label}, and all are read for it: ${keyOf("bulk.yes")} reads them.`,
          tone: "warning"
        }
      ]
    case "Reading":
      return [
        {
          text: `${glyphs.busy} Reading what is meant: ${numberFormat.format(state.read)}${state.of === undefined ? "" : ` of ${numberFormat.format(state.of)}`} …`,
          tone: "warning"
        }
      ]
    case "Ready": {
      const { differs, preview } = state
      const phrase = confirmationText(preview)
      const [first = "", ...rest] = previewLines(preview)
      return [
        { text: `${glyphs.danger} ${first}`, tone: "bad" },
        ...rest.map((text): StyledText => ({ text, tone: "plain" })),
        ...(differs && phrase !== undefined
          ? [{ text: `That is not ${phrase}: nothing was done.`, tone: "warning" } as const]
          : [
              {
                text: phrase === undefined ? `${keyOf("bulk.yes")} goes on.` : `Type ${phrase} to confirm.`,
                tone: "plain"
              } as const
            ])
      ]
    }
  }
}

/** Describes the progress of an export. */
export const ofExport = ({ keyOf }: Keys, exporting: ExportProgress | undefined): ReadonlyArray<StyledText> => {
  if (exporting === undefined) return []
  const { of, path, read } = exporting
  const share = of === undefined ? "" : ` of ${numberFormat.format(of)}`
  return [
    {
      text: `${glyphs.busy} Writing ${path}: ${numberFormat.format(read)}${share}. ${keyOf("list.leave")} stops.`,
      tone: "warning"
    }
  ]
}

/** Describes the progress of a bulk action. */
export const ofGroup = ({ keyOf }: Keys, group: Batch.Batch | undefined): ReadonlyArray<StyledText> => {
  if (group === undefined || group.isOver) return []
  const { done, failed } = Batch.counts(group)
  const failures = failed === 0 ? "" : `, ${numberFormat.format(failed)} failed`
  const end = group.stopped === undefined ? `${keyOf("list.leave")} begins no more.` : "Waiting for those under way."
  return [
    {
      text: `${glyphs.busy} ${capitalize(group.action.pending)} ${numberFormat.format(group.rows.length)}: ${numberFormat.format(done)} done${failures}. ${end}`,
      tone: "warning"
    }
  ]
}

/** Returns the question of an overlay, if it has one. */
export const ofOverlay = (
  { keyOf }: Keys,
  overlay: Overlay | undefined,
  busy: UnfinishedWork | undefined
): ReadonlyArray<StyledText> => {
  switch (overlay?._tag) {
    case "Confirm":
      return ofQuestion(overlay)
    case "Export":
      return overlay.replaces
        ? [
            {
              text: `${glyphs.danger} There is such a file: ${keyOf("export.apply")} once more replaces it.`,
              tone: "bad"
            }
          ]
        : []
    case "Quit":
      return busy === undefined
        ? []
        : [{ text: `${glyphs.busy} ${busy.what}: the program ends when ${busy.until}.`, tone: "warning" }]
    case "LogOut":
      return [
        {
          text:
            busy !== undefined
              ? `${glyphs.busy} ${busy.what}: log out when ${busy.until}.`
              : `${glyphs.hint} Log out? The data on screen is removed, and you cannot undo changes after that.`,
          tone: "warning"
        }
      ]
    default:
      return []
  }
}

/** Returns why the log-in form is open, how long the session lasts, and the last error. */
export const ofLogIn = (
  { keyOf }: Keys,
  { busy, ended, problem, retryAt }: AccountState,
  { logIn: { way }, mistake }: Pick<Ui, "logIn" | "mistake">,
  { storage }: Pick<Model, "storage">
): ReadonlyArray<StyledText> => {
  const why: ReadonlyArray<StyledText> =
    ended === undefined
      ? []
      : [
          {
            text: `${glyphs.stale} The session has ended: ${ended} Log in to go on where you were.`,
            tone: "warning"
          }
        ]
  if (busy) return [...why, { text: `${glyphs.busy} Logging in …`, tone: "warning" }]
  const lasts = storage.isKept ? "It is kept for commands as well, until you log out." : "It lasts until you quit."
  const meant: ReadonlyArray<StyledText> = [...why, { text: `${loginMethod(way).keeps} ${lasts}`, tone: "quiet" }]
  if (mistake !== undefined) return [...meant, { text: `${glyphs.problem} ${mistake}`, tone: "bad" }]
  if (problem === undefined) return meant
  const next =
    retryAt === undefined
      ? problem.todo
      : `It is tried again at ${clock.format(retryAt)}; ${keyOf("connect.now")} tries now, ${keyOf("connect.form")} logs in otherwise.`
  return [
    ...(retryAt === undefined ? meant : why),
    { text: `${glyphs.problem} ${problem.what}`, tone: "bad" },
    { text: next, tone: "plain" }
  ]
}
