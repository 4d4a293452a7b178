import type { AccountState } from "../engine/Account.ts"
import type { BulkState } from "../engine/Bulk.ts"
import * as Group from "../engine/Group.ts"
import type { Notice } from "../engine/Notices.ts"
import * as Preview from "../engine/Preview.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { Exporting } from "../model/Model.ts"
import type { Overlay, Question } from "../model/Ui.ts"
import type { Problem } from "../Problem.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { clock } from "./freshnessText.ts"
import type { Said } from "./View.ts"

/** A problem as what happened and what to do, with the key that tries again. */
export const ofProblem = ({ kind, todo, what }: Problem): ReadonlyArray<Said> => [
  { text: `${glyphs.problem} ${what}`, tone: "bad" },
  {
    text: `${todo} ${kind === "refused" ? `${keyOf("list.leave")} dismisses this.` : `${keyOf("list.refresh")} tries again.`}`,
    tone: "plain"
  }
]

export const noticeTones: Record<Notice["kind"], Tone> = { done: "good", hint: "plain", problem: "bad" }

/** What was told last. */
export const ofNotice = ({ at, kind, text }: Notice): Said => ({
  text: `${glyphs[kind]} ${text}`,
  tone: noticeTones[kind],
  at
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const ofQuestion = ({ action, differs, meaning, target }: Question): ReadonlyArray<Said> => {
  const name = target.resource.nameOf(target.row)
  const forGood = action.effect === "final" ? " for good" : ""
  return [
    { text: `${glyphs.danger} ${capital(action.label)} ${name}${forGood}?`, tone: "bad" },
    { text: meaning, tone: "plain" },
    differs
      ? { text: `That is not ${name}: nothing was done.`, tone: "warning" }
      : { text: `Type ${name} to confirm.`, tone: "plain" }
  ]
}

const counted = new Intl.NumberFormat("en-US")

/** Whether something has to be typed before it is done. */
export const isTyped = (state: BulkState): boolean =>
  state._tag === "Ready" && Preview.confirmation(state.preview) !== undefined

/** What is to be done to the marked rows, before it is. */
export const ofBulk = (state: BulkState): ReadonlyArray<Said> => {
  switch (state._tag) {
    case "Idle":
      return []
    case "Asked":
      return [
        {
          text: `${glyphs.danger} ${counted.format(state.rows)} rows are to ${state.action.label}, and all are read for it: ${keyOf("bulk.yes")} reads them.`,
          tone: "warning"
        }
      ]
    case "Reading":
      return [
        {
          text: `${glyphs.busy} Reading what is meant: ${counted.format(state.read)} of ${counted.format(state.of)} …`,
          tone: "warning"
        }
      ]
    case "Ready": {
      const { differs, preview } = state
      const asked = Preview.confirmation(preview)
      const [first = "", ...rest] = Preview.lines(preview)
      return [
        { text: `${glyphs.danger} ${first}`, tone: "bad" },
        ...rest.map((text): Said => ({ text, tone: "plain" })),
        ...(differs
          ? [{ text: `That is not ${asked}: nothing was done.`, tone: "warning" } as const]
          : [
              {
                text: asked === undefined ? `${keyOf("bulk.yes")} goes on.` : `Type ${asked} to confirm.`,
                tone: "plain"
              } as const
            ])
      ]
    }
  }
}

/** How far a file is, while it is written. */
export const ofExport = (exporting: Exporting | undefined): ReadonlyArray<Said> => {
  if (exporting === undefined) return []
  const { of, path, read } = exporting
  const share = of === undefined ? "" : ` of ${counted.format(of)}`
  return [
    {
      text: `${glyphs.busy} Writing ${path}: ${counted.format(read)}${share}. ${keyOf("list.leave")} stops.`,
      tone: "warning"
    }
  ]
}

/** How far an action to many rows is, while it is under way. */
export const ofGroup = (group: Group.Group | undefined): ReadonlyArray<Said> => {
  if (group === undefined || group.isOver) return []
  const { done, failed } = Group.counts(group)
  const failures = failed === 0 ? "" : `, ${counted.format(failed)} failed`
  const end = group.stopped === undefined ? `${keyOf("list.leave")} begins no more.` : "Waiting for those under way."
  return [
    {
      text: `${glyphs.busy} ${capital(group.action.pending)} ${counted.format(group.rows.length)}: ${counted.format(done)} done${failures}. ${end}`,
      tone: "warning"
    }
  ]
}

const changesUnderWay = (count: number) => `${count === 1 ? "A change is" : `${count} changes are`} under way`

/** What an overlay asks, where it does. */
export const ofOverlay = (overlay: Overlay | undefined, underWay: number): ReadonlyArray<Said> => {
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
      return [
        {
          text:
            underWay === 0
              ? `${glyphs.busy} A file is being written: the program ends when it is there.`
              : `${glyphs.busy} ${changesUnderWay(underWay)}: the program ends when the answer is there.`,
          tone: "warning"
        }
      ]
    case "LogOut":
      return [
        {
          text:
            underWay > 0
              ? `${glyphs.busy} ${changesUnderWay(underWay)}: log out when the answer is there.`
              : `${glyphs.hint} Log out? What is on screen is forgotten, and what was done here cannot be undone from here any more.`,
          tone: "warning"
        }
      ]
    default:
      return []
  }
}

/** Why one is asked to log in, and what went wrong with it. */
export const ofLogIn = (
  { busy, ended, problem, retryAt }: AccountState,
  mistake: string | undefined
): ReadonlyArray<Said> => {
  const why: ReadonlyArray<Said> =
    ended === undefined
      ? []
      : [
          {
            text: `${glyphs.stale} The session has ended: ${ended} Log in to go on where you were.`,
            tone: "warning"
          }
        ]
  if (busy) return [...why, { text: `${glyphs.busy} Logging in …`, tone: "warning" }]
  if (mistake !== undefined) return [...why, { text: `${glyphs.problem} ${mistake}`, tone: "bad" }]
  if (problem === undefined) return why
  const next =
    retryAt === undefined
      ? problem.todo
      : `It is tried again at ${clock.format(retryAt)}; ${keyOf("connect.now")} tries now, ${keyOf("connect.form")} logs in otherwise.`
  return [...why, { text: `${glyphs.problem} ${problem.what}`, tone: "bad" }, { text: next, tone: "plain" }]
}
