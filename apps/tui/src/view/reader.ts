import { lineText } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import type { Notice } from "../engine/Program.ts"
import type { TabState } from "../engine/Tabs.ts"
import type { Binding } from "../keymap/bindings.ts"
import type { Keys } from "../keymap/Keys.ts"
import { keyText } from "../keymap/Keys.ts"
import { activeTab, keyContextsBelow, unavailableCommands } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Overlay } from "../model/Ui.ts"
import type { Problem } from "../Problem.ts"
import { clock } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import { busy, noticeTones, ofProblem, plain, problemTexts, quiet } from "./messages.ts"
import type { Entry, ReaderBody, Section, StyledText } from "./View.ts"

const entry = ({ dangerous, keys, label, word = "" }: Binding): Entry => ({
  label: keys.length === 0 ? `:${word}` : keys.map(keyText).join(" "),
  text: `${label}${dangerous ? " (cannot be undone)" : ""}`,
  tone: dangerous ? "bad" : "plain"
})

/** Lists the keys of contexts that contain a word, without some commands. */
const helpSections = (
  keymap: Keys,
  shown: ReadonlyArray<string>,
  { except = [], word = "" }: { readonly except?: ReadonlyArray<string>; readonly word?: string }
): ReadonlyArray<Section> =>
  shown.flatMap((context) => {
    const bindings = keymap.bindingsOf(context)
    const { section: title = context } = bindings[0] ?? {}
    const entries = bindings
      .filter(
        ({ command, keys, label }) =>
          keys.length > 0 &&
          !except.includes(command) &&
          `${title} ${keys.map(keyText).join(" ")} ${label}`.toLowerCase().includes(word)
      )
      .map(entry)
    return entries.length === 0 ? [] : [{ title, entries }]
  })

const noticeEntries = (notices: ReadonlyArray<Notice>): ReadonlyArray<Entry> =>
  notices.length === 0
    ? [quiet("No notices yet.")]
    : notices.toReversed().map(({ at, kind, text }) => ({
        text: `${clock.format(at)} ${glyphs[kind]} ${text}`,
        tone: noticeTones[kind]
      }))

const wrong = (keys: Keys, problem: Problem | undefined): ReadonlyArray<Section> =>
  problem === undefined ? [] : [{ title: "Now", entries: ofProblem(keys, problem) }]

const asking = busy("loading …")

/** Returns the parts of a report; secrets are masked unless they are revealed. */
const reportSections = ({ parts }: Report, isRevealed: boolean): ReadonlyArray<Section> =>
  parts.map(({ lines, title }) => ({
    ...(title !== undefined && { title }),
    entries: lines.map((line): Entry => ({
      ...(line.label !== undefined && { label: line.label }),
      text: lineText(line, isRevealed),
      tone: line.tone ?? "plain",
      ...(line.isCode !== undefined && { isCode: line.isCode })
    }))
  }))

/** Returns why a tab could not be read, what to do, and the key that retries. */
const tabProblem = (key: string, problem: Problem | undefined): ReadonlyArray<StyledText> =>
  problem === undefined ? [] : problemTexts(problem, `${key} tries again.`)

/** Returns the content of a tab. The first part names the key that opens the charts, if there are any. */
export const tabSections = ({ keyOf }: Keys, { problem, report }: TabState): ReadonlyArray<Section> => {
  const before = (report ?? problem) ? tabProblem(keyOf("details.refresh"), problem) : [asking]
  const hasChart = report?.chart !== undefined && report.chart.times.length > 0
  const chart = hasChart ? [{ ...plain(`on ${keyOf("details.full")}`), label: "Charts" }] : []
  const sections = report === undefined ? [] : reportSections(report, false)
  return [
    ...(before.length === 0 ? [] : [{ entries: before }]),
    ...sections.map((section, at) => (at === 0 ? { ...section, entries: [...section.entries, ...chart] } : section))
  ]
}

/** Returns why the open charts could not be read again, if so. */
export const ofChart = (model: Model): ReadonlyArray<StyledText> => {
  const active = activeTab(model)
  return tabProblem(model.keys.keyOf("chart.refresh"), active && model.tabs.of(active).problem)
}

type Text = Extract<Overlay, { readonly _tag: "Help" | "HelpSearch" | "Notices" | "Report" | "Request" }>

/** Returns the text that covers the screen. */
export const readerBody = (model: Model, overlay: Text): ReaderBody => {
  const { keys, lists, notices, ui } = model
  const { top } = overlay
  switch (overlay._tag) {
    case "Help": {
      const except = unavailableCommands(model, ui.get().screen)
      const more = { ...plain("search the keys of all screens, forms and menus"), label: keys.keyOf("help.search") }
      const sections = [...helpSections(keys, keyContextsBelow(model), { except }), { title: "More", entries: [more] }]
      return { _tag: "Reader", name: "help", title: "Help", sections, isWide: true, top }
    }
    case "HelpSearch": {
      const word = TextField.text(overlay.field).trim().toLowerCase()
      const all = [...new Set([...keyContextsBelow(model), ...keys.bindings.map(({ context }) => context)])]
      const sections = helpSections(keys, all, { word })
      return {
        _tag: "Reader",
        name: "help",
        title: "Help, all keys",
        sections: sections.length === 0 ? [{ entries: [quiet("No key matches.")] }] : sections,
        isWide: true,
        top
      }
    }
    case "Notices": {
      const { problem } = lists.of(ui.get().screen).state.get()
      const sections = [...wrong(keys, problem), { entries: noticeEntries(notices.state.get().all) }]
      return { _tag: "Reader", name: "notices", title: "Notices", sections, top }
    }
    case "Report": {
      const { isRevealed, problem, report, title } = overlay
      const sections = [
        ...((report ?? problem) ? wrong(keys, problem) : [{ entries: [asking] }]),
        ...(report === undefined ? [] : reportSections(report, isRevealed))
      ]
      return { _tag: "Reader", name: `report ${title}`, title, sections, top }
    }
    case "Request": {
      const { curl, outcome, title } = overlay
      const code = { title: "As curl", entries: [{ ...plain(curl), isCode: true }] }
      return { _tag: "Reader", name: "request", title, sections: [{ entries: [quiet(outcome)] }, code], top }
    }
  }
}
