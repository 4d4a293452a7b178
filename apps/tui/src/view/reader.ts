import { textOf } from "../actions/Report.ts"
import type { Notice } from "../engine/Notices.ts"
import type { Keys } from "../keymap/Keys.ts"
import { contextsUnder } from "../model/contexts.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay, Reading } from "../model/Ui.ts"
import type { Problem } from "../Problem.ts"
import { glyphs } from "../theme.ts"
import { clock } from "./freshnessText.ts"
import * as Help from "./help.ts"
import { noticeTones, ofProblem } from "./messages.ts"
import type { Entry, ReaderBody, Section } from "./View.ts"

const told = (notices: ReadonlyArray<Notice>): ReadonlyArray<Entry> =>
  notices.length === 0
    ? [{ text: "Nothing was told yet.", tone: "quiet" }]
    : notices.toReversed().map(({ at, kind, text }) => ({
        text: `${clock.format(at)} ${glyphs[kind]} ${text}`,
        tone: noticeTones[kind]
      }))

type Request = Extract<Overlay, { readonly _tag: "Request" }>

const requestBody = ({ curl, outcome, title, top }: Request): ReaderBody => ({
  _tag: "Reader",
  name: "request",
  title,
  sections: [
    { entries: [{ text: outcome, tone: "quiet" }] },
    { title: "For curl", entries: [{ text: curl, tone: "plain", isCode: true }] }
  ],
  top
})

const wrong = (keys: Keys, problem: Problem | undefined): ReadonlyArray<Section> =>
  problem === undefined ? [] : [{ title: "Now", entries: ofProblem(keys, problem) }]

const reportBody = (keys: Keys, { isRevealed, problem, report, title, top }: Reading): ReaderBody => ({
  _tag: "Reader",
  name: `report ${title}`,
  title,
  sections: [
    ...(report === undefined && problem === undefined
      ? [{ entries: [{ text: `${glyphs.busy} asking …`, tone: "warning" } as const] }]
      : wrong(keys, problem)),
    ...(report?.parts ?? []).map(({ lines, title }): Section => ({
      ...(title !== undefined && { title }),
      entries: lines.map((line): Entry => ({
        ...(line.label !== undefined && { label: line.label }),
        text: textOf(line, isRevealed),
        tone: line.tone ?? "plain",
        ...(line.isCode !== undefined && { isCode: line.isCode })
      }))
    }))
  ],
  top
})

/** What is read over a screen, where something is. */
export const readerBody = (model: Model, overlay: Overlay | undefined): ReaderBody | undefined => {
  const { keys, lists, notices, ui } = model
  const { screen } = ui.get()
  switch (overlay?._tag) {
    case "Help":
      return {
        _tag: "Reader",
        name: "help",
        title: "Help",
        sections: Help.sections(keys, contextsUnder(model)),
        isWide: true,
        top: overlay.top
      }
    case "Notices":
      return {
        _tag: "Reader",
        name: "notices",
        title: "What was told",
        sections: [...wrong(keys, lists.of(screen).state.get().problem), { entries: told(notices.state.get().all) }],
        top: overlay.top
      }
    case "Report":
      return reportBody(keys, overlay)
    case "Request":
      return requestBody(overlay)
    default:
      return undefined
  }
}
