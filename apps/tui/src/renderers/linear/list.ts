import { pluralize } from "@remote-assist/core/Text"

import type { Model } from "../../model/Model.ts"
import { numberFormat } from "../../text/format.ts"
import { heard } from "../../view/list.ts"
import type { Entry, ListBody, ReaderBody, View } from "../../view/View.ts"
import { viewOf } from "../../view/viewOf.ts"
import { code, keysWords, plain, plainState, sentence } from "./text.ts"

const cellsOf = ({ columns, details, rowAt, viewport }: ListBody): ReadonlyArray<string> => {
  const row = rowAt(viewport.cursor)
  if (row === undefined) return []
  return columns.flatMap(({ align, text, title, words = text }) => {
    // watched changes have their own sentence
    const shown = words({ ...row, news: undefined })
    // the state is announced separately
    if (shown === "" || shown === details?.state.text) return []
    const cell = plain(shown)
    if (cell === "") return []
    // a number needs its title
    return [align === "right" ? `${plain(title).toLowerCase()} ${cell}` : cell]
  })
}

/** Returns the selected row; `about` is its state, then the texts of the columns. */
const rowOf = (list: ListBody) => {
  const { details, isSelected, placeholder, rowAt, viewport } = list
  if (list.place === "" || list.instead !== undefined) return undefined
  const place = `row ${plain(list.place)}`
  if (!isSelected) return { place, name: "nothing is selected", about: [], isMarked: false }
  const row = rowAt(viewport.cursor)
  if (row === undefined) return { place, name: plain(placeholder(viewport.cursor)), about: [], isMarked: false }
  const [name = plain(details?.name ?? ""), ...cells] = cellsOf(list)
  return {
    place,
    name,
    about: [
      plainState(details?.state.text ?? ""),
      row.isMarked ? "marked" : "",
      row.changed === "changed" ? "changed" : "",
      ...cells
    ],
    isMarked: row.isMarked
  }
}

const sentenceOf = ({ about, name, place }: NonNullable<ReturnType<typeof rowOf>>) => sentence(place, name, ...about)

/** Whether the watch reports news, which are announced in one sentence. */
const isNew = (before: ListBody | undefined, { news }: ListBody): boolean =>
  news !== undefined && before !== undefined && before.news?.at !== news.at

/** Describes the selected row, or its changes. */
const rowLines = (before: ListBody | undefined, after: ListBody): ReadonlyArray<string> => {
  const was = before && rowOf(before)
  const row = rowOf(after)
  if (row === undefined) {
    return after.instead === undefined || after.instead === before?.instead ? [] : [plain(after.instead)]
  }
  if (isNew(before, after) && row.name === was?.name) return []
  if (was === undefined || row.place !== was.place || row.name !== was.name) return [sentenceOf(row)]
  const news = [
    ...row.about.filter((part) => !was.about.includes(part)),
    was.isMarked && !row.isMarked ? "not marked" : ""
  ]
  return news.some((part) => part !== "") ? [sentence(row.name, ...news)] : []
}

/** Identifies a note without its numbers, so that progress is announced once. */
const noteKey = (note: string) =>
  note.endsWith("…") ? note.replaceAll(/[\d,]+/g, "") : note.replace(/^[\d,]+ \w+ (?=\w)/, "")

const noteLines = (before: ListBody, after: ListBody): ReadonlyArray<string> => {
  const known = new Set(before.notes.map(noteKey))
  return after.notes.filter((note) => !known.has(noteKey(note))).map(plain)
}

/** The lines of sections. Labels are texts or keys. */
const sectionLines = (
  sections: ReaderBody["sections"],
  formatLabel: (label: string) => string = plain
): ReadonlyArray<string> => {
  const entryLine = ({ isCode, label, text }: Entry): string => {
    if (isCode === true) return code(text)
    return label === undefined ? plain(text) : `${formatLabel(label)}: ${plain(text)}`
  }
  return sections
    .flatMap(({ entries, title = "" }) => [plain(title), ...entries.map(entryLine)])
    .filter((line) => line !== "")
}

/** The lines of the details: the facts, or the report of a tab. */
const detailTexts = ({ details }: ListBody): ReadonlyArray<string> => sectionLines(details?.sections ?? [])

/** Describes the active tab, if there are several. */
const tabText = ({ details }: ListBody): string => {
  const { tabs = [] } = details ?? {}
  const at = tabs.findIndex(({ isCurrent }) => isCurrent)
  return at < 0 ? "" : `${tabs[at]?.title}, tab ${at + 1} of ${tabs.length}`
}

const detailsTitle = ({ details }: ListBody) => `Details of ${plain(details?.name ?? "")}`

/** Announces the details: all lines when they open, then the line at the cursor. */
const detailLines = (before: ListBody, after: ListBody): ReadonlyArray<string> => {
  if (after.details === undefined) return []
  const lines = detailTexts(after)
  const { top } = after.details
  const line = lines.slice(top, top + 1)
  if (after.isInDetails) {
    const isTabbed = after.details.tabs !== undefined
    const count = pluralize(lines.length, "line")
    if (!before.isInDetails)
      return isTabbed || after.isFull === true
        ? [sentence(detailsTitle(after), tabText(after)), ...lines]
        : [sentence(detailsTitle(after), count), ...line]
    if (tabText(before) !== tabText(after)) return [tabText(after), ...lines]
    if (before.details?.top !== top) return line
    // the report of the tab arrived
    const known = new Set(detailTexts(before))
    return isTabbed && before.details?.name === after.details.name ? lines.filter((each) => !known.has(each)) : []
  }
  if (before.isInDetails) return here(after)
  const isClosed = before.withDetails && !after.withDetails && before.viewport.cursor === after.viewport.cursor
  return isClosed ? ["Details closed"] : []
}

/** Describes a list: its title, its number of rows and its notes. */
export const listTitle = ({ isOpen = false, isSingle = false, notes, title, viewport }: ListBody): string => {
  const rows = numberFormat.format(viewport.total)
  const count = viewport.total === 0 || isSingle ? "" : isOpen ? `at least ${rows}` : `${rows} in all`
  return sentence(plain(title), count, ...notes.map(plain))
}

export const here = (list: ListBody): ReadonlyArray<string> => rowLines(undefined, list)

/** Says that a refresh has changed nothing. */
export const unchanged = (list: ListBody): string => {
  if (list.isInDetails && list.details?.tabs !== undefined) return "nothing has changed"
  return rowOf(list) === undefined ? "still empty" : "this row has not changed"
}

/** Announces the changes of a list, or the row of a new list. */
export const listLines = (before: ListBody | undefined, after: ListBody): ReadonlyArray<string> => {
  if (before === undefined) return here(after)
  return [
    ...(isNew(before, after) ? [plain(after.news?.sentence ?? "")] : []),
    ...noteLines(before, after),
    ...rowLines(before, after),
    ...detailLines(before, after)
  ]
}

const readerText = ({ name, sections }: ReaderBody): ReadonlyArray<string> =>
  sectionLines(sections, name === "help" ? (label) => keysWords(plain(label)) : plain)

/** Announces all lines of a reader, then the line at the cursor and changed lines. */
export const readerLines = (before: ReaderBody | undefined, after: ReaderBody): ReadonlyArray<string> => {
  const lines = readerText(after)
  if (before === undefined) return lines
  if (before.top !== after.top) return lines.slice(after.top, after.top + 1)
  const known = readerText(before)
  // a search changes which keys the help lists
  return after.name === "help" && lines.length !== known.length
    ? [sentence(pluralize(lines.length, "line"), lines[0])]
    : lines.filter((line) => !known.includes(line))
}

/** Number of rows that Page Up and Page Down move by. */
const screenful = 10

/** Copies a view, so that it can be compared later: the selected row, and of several boxes the focused one. */
const snapshot = (view: View): View => {
  const body = heard(view.body)
  if (body._tag !== "List") return view
  const { cursor } = body.viewport
  const row = body.rowAt(cursor)
  return { ...view, body: { ...body, rowAt: (index) => (index === cursor ? row : undefined) } }
}

const lineCount = ({ body }: View): number => {
  if (body._tag === "List") return detailTexts(body).length
  return body._tag === "Reader" ? readerText(body).length : 0
}

/**
 * Returns a function that views a model, and sets the number of its rows and lines. The details close when the selection
 * moves to another row.
 */
export const makeLook = (model: Model): (() => View) => {
  const { ui } = model
  const { scrollLimits } = ui
  let detailsOf: string | undefined
  const look = (): View => {
    const view = snapshot(viewOf(model))
    scrollLimits.maxTop = Math.max(0, lineCount(view) - 1)
    const { body } = view
    if (body._tag !== "List") return view
    const row = `${body.name} ${body.viewport.cursor}`
    if (body.viewport.height !== screenful) {
      model.lists.of(body).resize(screenful)
      return look()
    }
    if (body.withDetails && !body.isInDetails && detailsOf !== undefined && detailsOf !== row) {
      detailsOf = undefined
      ui.set({ details: false })
      return look()
    }
    detailsOf = body.withDetails ? row : undefined
    return view
  }
  return look
}
