import * as HashMap from "effect/HashMap"
import * as Redacted from "effect/Redacted"

import { mask } from "../actions/Report.ts"
import type { Freshness } from "../engine/lists/ListState.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as LocalView from "../engine/lists/LocalView.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import type { TabState } from "../engine/Tabs.ts"
import type { Differences } from "../engine/Watch.ts"
import type { Keys } from "../keymap/Keys.ts"
import { activeTab } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import type { Column } from "../resources/Field.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { pluralName, similarFilter } from "../resources/Resource.ts"
import { clock, numberFormat, pluralize } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { tabSections } from "./reader.ts"
import type { Details, ListBody, ListNews, StyledText, ShownRow } from "./View.ts"

/** Returns the state of a row, with a star if it was changed here. */
const stateOf = ({ state }: AnyResource, { changed, pending, row }: ShownRow): StyledText => {
  if (pending !== undefined) return { text: `${glyphs.busy} ${pending}`, tone: "warning" }
  if (changed === "gone") return { text: `${glyphs.offline} deleted`, tone: "bad" }
  const { text, tone } = state?.(row) ?? { text: "", tone: "plain" as const }
  return { text: changed === undefined ? text : `${text} ${glyphs.changed}`.trim(), tone }
}

/** Returns a text, with a sign before it if a watch saw it change. */
const signed = ({ news }: ShownRow, title: string, text: string): string =>
  news !== undefined && news !== "added" && news.has(title) ? `${glyphs.news}${text}` : text

const stateColumn = (resource: AnyResource): Column<ShownRow> => ({
  title: "STATE",
  text: (row) => signed(row, "STATE", stateOf(resource, row).text),
  tone: (row) => stateOf(resource, row).tone,
  width: 14,
  grow: 0,
  rank: 1
})

/** Returns the columns of a resource, with its state first unless a column shows it. */
export const shownColumns = (
  resource: AnyResource,
  // oxlint-disable-next-line typescript/no-explicit-any -- columns of the resource
  columns: ReadonlyArray<Column<any>>
): ReadonlyArray<Column<ShownRow>> => {
  const state = resource.state === undefined ? undefined : stateColumn(resource)
  const isShown = columns.some(({ isState }) => isState === true)
  return [
    ...(state === undefined || isShown ? [] : [state]),
    ...columns.map(({ text, tone, words, ...column }): Column<ShownRow> => ({
      ...column,
      text: (shown) => signed(shown, column.title, text(shown.row)),
      ...(tone && { tone: ({ row }: ShownRow) => tone(row) }),
      ...(words && { words: ({ row }: ShownRow) => words(row) }),
      ...(column.isState === true && state && { text: state.text, ...(state.tone && { tone: state.tone }) })
    }))
  ]
}

/** Returns all facts of a row that have a value. */
const detailsOf = (resource: AnyResource, shown: ShownRow, isRevealed: boolean): Details => {
  const secret = resource.secret?.value(shown.row)
  return {
    name: resource.nameOf(shown.row),
    state: stateOf(resource, shown),
    facts: [
      ...resource.facts.flatMap(([label, value]) => {
        const text = value(shown.row) ?? ""
        return text === "" ? [] : [{ label, text }]
      }),
      ...(secret === undefined
        ? []
        : [{ label: resource.secret?.label ?? "", text: isRevealed ? Redacted.value(secret) : mask }])
    ]
  }
}

/** Returns a note that changed rows stay until the list is refreshed. */
const changedText = (
  { cache, changed }: ListState.ListState<unknown>,
  one: string,
  key: string
): string | undefined => {
  const count = HashMap.size(HashMap.filter(changed, ({ edition }) => edition === cache.edition))
  return count === 0 ? undefined : `${pluralize(count, one)} changed here, in place until ${key}`
}

/** Returns how fresh the content of a tab is. */
export const freshnessOf = ({ failedAt, fetchedAt, isLoading, isOld, problem, retryAt }: TabState): Freshness => {
  if (isLoading) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt, retryAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return isOld || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}

/** Returns the tabs of a row, and the content of the active one in place of the facts. */
const tabsOf = (model: Model, resource: AnyResource): Pick<Details, "sections" | "tabs"> => {
  const { details, tab } = model.ui.get()
  if (resource.tabs === undefined) return {}
  const active = activeTab(model)
  return {
    tabs: resource.tabs.map(({ title }, at) => ({
      key: String(at + 1),
      title,
      isCurrent: at === (details ? tab : 0)
    })),
    ...(active && { sections: tabSections(model.keys, model.tabs.of(active)) })
  }
}

/** How fresh the data is, in words. */
export const freshnessText = (freshness: Freshness): { readonly text: string; readonly tone: Tone } => {
  switch (freshness._tag) {
    case "Live":
      return { text: `${glyphs.live} live`, tone: "good" }
    case "Refreshing":
      return { text: `${glyphs.busy} refreshing`, tone: "warning" }
    case "Waiting":
      return { text: `${glyphs.busy} no data yet`, tone: "quiet" }
    case "Stale":
      return { text: `${glyphs.stale} stale since ${clock.format(freshness.since)}`, tone: "warning" }
    case "Offline":
      return {
        text: `${glyphs.offline} offline since ${clock.format(freshness.since)}${freshness.retryAt === undefined ? "" : `, next try ${clock.format(freshness.retryAt)}`}`,
        tone: "bad"
      }
  }
}

const parts = 3

/** Returns the last changes of a watched list: a count, and a sentence. */
const newsOf = (news: Differences | undefined): ListNews | undefined => {
  if (news === undefined) return undefined
  const { added, at, changed, lines, removed } = news
  const counts = [
    [changed.size, "changed"],
    [added.size, "new"],
    [removed, "gone"]
  ] as const
  const note = counts
    .flatMap(([count, what]) => (count === 0 ? [] : [`${numberFormat.format(count)} ${what}`]))
    .join(", ")
  const more = lines.length > parts ? [`and ${numberFormat.format(lines.length - parts)} more`] : []
  return { at, note: `${note} at ${clock.format(at)}`, sentence: [...lines.slice(0, parts), ...more].join("; ") }
}

/** Returns the text to show if there are no rows. */
const emptyText = ({ keyOf }: Keys, state: ListState.ListState<unknown>, resource: AnyResource): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? `Loading the ${pluralName(resource)}…` : ""
  if (state.local !== undefined && state.local.taken.length === 0 && state.local.search !== "")
    return `None of the ${state.local.loaded} rows that are loaded has "${state.local.search}" in it. ${keyOf("list.leave")} ends the search.`
  if (state.view.total > 0) return undefined
  if (state.filter === "") return `There are no ${pluralName(resource)} yet.`
  const similar = similarFilter(state.filter)
  const advice = similar === undefined ? "" : ` ${similar} also finds parts of texts.`
  return `No ${resource.one} matches ${state.filter}.${advice} ${keyOf("list.leave")} clears the filter.`
}

const placeOf = (state: ListState.ListState<unknown>) => {
  const { cursor, total } = ListState.viewOf(state)
  if (state.fetchedAt === undefined || total === 0) return ""
  const least = ListState.isOpen(state) && state.local === undefined ? "at least " : ""
  return `${numberFormat.format(cursor + 1)} of ${least}${numberFormat.format(total)}`
}

/** Says that the end of the list is unknown, or how far the search for it is. */
const endOf = ({ keyOf }: Keys, { end, local, view }: ListState.ListState<unknown>): string | undefined => {
  if (end === undefined || end.isFound || local !== undefined || view.total === 0) return undefined
  return end.search === undefined
    ? `no total is given: ${keyOf("list.end")} finds the end`
    : `looking for ${end.search.row === undefined ? "the end" : `row ${numberFormat.format(end.search.row + 1)}`}, past ${numberFormat.format(view.total)} …`
}

const askingOf = ({ fetchedAt, filter, order, problem, requested, requestedOrder }: ListState.ListState<unknown>) => {
  if (fetchedAt === undefined || requested === undefined || problem !== undefined) return undefined
  if (requested === filter && requestedOrder !== order) return "asking for another order …"
  return `${requested === "" ? "clearing the filter" : `asking for ${requested}`} …`
}

/** Describes sorting and search of the loaded rows, and how to load all. */
const localOf = ({ keyOf }: Keys, state: ListState.ListState<unknown>): ReadonlyArray<string> => {
  const { local, more, view } = state
  if (local === undefined) return []
  const isOpen = ListState.isOpen(state)
  const summary = LocalView.text(local, view.total, isOpen)
  if (more?.isAsked === true)
    return [
      summary,
      `${numberFormat.format(more.rows)} rows are many: ${keyOf("list.loadAll")} once more reads them all`
    ]
  if (more !== undefined) {
    const { of, read } = ListState.progress(state, more)
    const share = isOpen && more.scope === "all" ? "" : ` of ${numberFormat.format(of)}`
    return [summary, `reading ${numberFormat.format(read)}${share} …`]
  }
  return isOpen || local.loaded < view.total ? [summary, `${keyOf("list.loadAll")} loads all`] : [summary]
}

const titleOf = (columns: AnyResource["columns"], order: string) =>
  columns.find(({ name }) => name === order)?.title ?? order

const notesOf = (
  keys: Keys,
  state: ListState.ListState<unknown>,
  marks: Marks.Marks<unknown>,
  { columns, one }: AnyResource
) =>
  [
    state.isGone ? `the ${one} that was selected is gone` : undefined,
    Marks.text(marks),
    state.filter === "" ? undefined : `filter ${state.filter}`,
    state.order === "" ? undefined : `ordered by ${titleOf(columns, state.order)}`,
    endOf(keys, state),
    ...localOf(keys, state),
    askingOf(state),
    changedText(state, one, keys.keyOf("list.refresh"))
  ].filter((note): note is string => note !== undefined && note !== "")

/** Returns the rows of a resource, and the details of the selected one. */
export const listBody = (model: Model, resource: AnyResource): ListBody => {
  const { changes, columns, keys, lists, ui, watch } = model
  const state = lists.of(resource).state.get()
  const marks = lists.marksOf(resource).state.get()
  const { details, detailsTop, isFull, pane, refresh, revealed } = ui.get()
  const watched = watch.state.get()
  const news = watched?.resource === resource ? watched.news : undefined
  const shown = (row: unknown): ShownRow | undefined =>
    row === undefined
      ? undefined
      : {
          row,
          pending: changes.pendingLabel(resource, row),
          changed: ListState.changeOf(state, resource.idOf(row)),
          isMarked: Marks.has(marks, resource.idOf(row)),
          news: news?.added.has(resource.idOf(row)) === true ? "added" : news?.changed.get(resource.idOf(row))
        }
  const selected = shown(ListState.selected(state))
  const isRevealed = selected !== undefined && resource.idOf(selected.row) === revealed
  return {
    _tag: "List",
    name: resource.name,
    title: resource.title,
    one: resource.one,
    place: placeOf(state),
    notes: notesOf(keys, state, marks, resource),
    news: newsOf(news),
    columns: shownColumns(resource, columns.of(resource)),
    viewport: ListState.viewOf(state),
    refreshed:
      refresh?.resource === resource && ListState.isReadSince(state, refresh.since) ? refresh.since : undefined,
    isLoading: state.fetchedAt === undefined && state.problem === undefined,
    isSingle: resource.isSingle,
    isOpen: ListState.isOpen(state),
    isSelected: !state.isGone,
    rowAt: (index) => shown(ListState.rowAt(state, index)),
    placeholder: (index) =>
      state.failed.has(PageCache.pageOf(state.cache.pageSize, index)) ? "not loaded" : "loading",
    instead: emptyText(keys, state, resource),
    details:
      selected === undefined ? undefined : { ...detailsOf(resource, selected, isRevealed), ...tabsOf(model, resource) },
    isFull: isFull && selected !== undefined,
    withDetails: details,
    detailsTop,
    isInDetails: pane === "details",
    detailsHint:
      pane === "details"
        ? `${keys.keyOf("details.down")} ${keys.keyOf("details.up")}, ${keys.keyOf("details.leave")}`
        : keys.keyOf("list.other")
  }
}

/** Commands of every list that need a selected row. */
const ofRows = ["list.details", "marks.toggle", "sort.open", "details.full", "secret.reveal"]

const named = (all: ReadonlyArray<{ readonly name: string }> = []) => all.map(({ name }) => name)

/** Returns the commands of a list that need a row, if none is selected. */
export const unavailableCommands = ({ lists }: Pick<Model, "lists">, resource: AnyResource): ReadonlyArray<string> => {
  if (ListState.selected(lists.of(resource).state.get()) !== undefined) return []
  const { actions, copies, forms = [], queries = [], links, formLinks, toggle } = resource
  const isMarked = Marks.count(lists.marksOf(resource).state.get()) > 0
  return [
    ...ofRows,
    ...named([...forms, ...queries].filter(({ on }) => on === "one")),
    ...named(copies),
    ...named(links),
    ...named(formLinks),
    // they also apply to marked rows
    ...(isMarked ? [] : [...named(actions), ...(toggle === undefined ? [] : [toggle.name])])
  ]
}
