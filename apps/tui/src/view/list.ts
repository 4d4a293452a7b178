import { pluralize } from "@remote-assist/core/Text"
import * as HashMap from "effect/HashMap"
import * as Redacted from "effect/Redacted"

import { mask } from "../actions/Report.ts"
import type { Freshness } from "../engine/lists/ListState.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as LocalView from "../engine/lists/LocalView.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import type { Differences } from "../engine/Watch.ts"
import { keyText } from "../keymap/Keys.ts"
import type { Keys } from "../keymap/Keys.ts"
import { activeTab, unavailableCommands } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import type { Column } from "../resources/Field.ts"
import type { AnyResource, ResourceGroup } from "../resources/Resource.ts"
import { noMatch, pluralName } from "../resources/Resource.ts"
import { groupResources } from "../resources/resources.ts"
import { clock, numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import { busy, warning } from "./messages.ts"
import { tabSections } from "./reader.ts"
import type { Body, Box, BoxesBody, Details, ListBody, ListNews, StyledText, ShownRow, Section } from "./View.ts"

const stateOf = ({ state }: AnyResource, { changed, pending, row }: ShownRow): StyledText => {
  if (pending !== undefined) return busy(pending)
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
  const deleted = (at: number, { changed }: ShownRow) =>
    state === undefined && at === 0 && changed === "gone" ? `${glyphs.offline} ` : ""
  return [
    ...(state === undefined || isShown ? [] : [state]),
    ...columns.map(({ text, tone, words, ...column }, at): Column<ShownRow> => ({
      ...column,
      text: (shown) => deleted(at, shown) + signed(shown, column.title, text(shown.row)),
      ...(tone && { tone: ({ row }: ShownRow) => tone(row) }),
      ...(words && { words: ({ row }: ShownRow) => words(row) }),
      ...(column.isState === true && state && { text: state.text, ...(state.tone && { tone: state.tone }) })
    }))
  ]
}

/** Returns the facts of a row that have a value, or the content of the active tab. */
const detailsOf = (model: Model, resource: AnyResource, shown: ShownRow): Details => {
  const { keys, tabs, ui } = model
  const { details, detailsTop, pane, revealed, tab } = ui.get()
  const { facts, idOf, nameOf, secret } = resource
  const active = activeTab(model)
  const scrolling = `${keys.keyOf("details.down")} ${keys.keyOf("details.up")}, ${keys.keyOf("details.leave")}`
  const ofRow = (): ReadonlyArray<Section> => {
    const hidden = secret?.value(shown.row)
    const secretText = hidden && (idOf(shown.row) === revealed ? Redacted.value(hidden) : mask)
    const all = [
      ...facts.map(([label, value]) => ({ label, text: value(shown.row), tone: "plain" as const })),
      { label: secret?.label ?? "", text: secretText, tone: "plain" as const }
    ]
    return [{ entries: all.flatMap(({ text, ...fact }) => (text == null || text === "" ? [] : [{ ...fact, text }])) }]
  }
  return {
    name: nameOf(shown.row),
    state: stateOf(resource, shown),
    sections: active ? tabSections(keys, tabs.of(active)) : ofRow(),
    ...(resource.tabs && {
      tabs: resource.tabs.map(({ title }, at) => ({
        key: String(at + 1),
        title,
        isCurrent: at === (details ? tab : 0)
      }))
    }),
    top: detailsTop,
    hint: pane === "details" ? scrolling : keys.keyOf("list.other")
  }
}

/** How fresh the data is, in words. */
export const freshnessText = (freshness: Freshness): StyledText => {
  switch (freshness._tag) {
    case "Live":
      return { text: `${glyphs.live} live`, tone: "good" }
    case "Refreshing":
      return busy("refreshing")
    case "Waiting":
      return { ...busy("no data yet"), tone: "quiet" }
    case "Stale":
      return warning(`${glyphs.stale} stale since ${clock.format(freshness.since)}`)
    case "Offline": {
      const next = freshness.retryAt === undefined ? "" : `, next try ${clock.format(freshness.retryAt)}`
      return { text: `${glyphs.offline} offline since ${clock.format(freshness.since)}${next}`, tone: "bad" }
    }
  }
}

const parts = 3

/** Returns the last changes of a watched list: a count, and a sentence. */
const newsOf = (news: Differences | undefined): ListNews | undefined => {
  if (news === undefined) return undefined
  const { added, at, changed, lines, removed } = news
  const counts = { changed: changed.size, new: added.size, gone: removed }
  const note = Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : `${numberFormat.format(count)} ${what}`
  )
  const more = lines.length > parts ? [`and ${numberFormat.format(lines.length - parts)} more`] : []
  return {
    at,
    note: `${note.join(", ")} at ${clock.format(at)}`,
    sentence: [...lines.slice(0, parts), ...more].join("; ")
  }
}

/** Returns the text to show if there are no rows. */
const emptyText = ({ keyOf }: Keys, state: ListState.ListState<unknown>, resource: AnyResource): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? `Loading the ${pluralName(resource)}…` : ""
  if (state.local !== undefined && state.local.rows.length === 0 && state.local.search !== "")
    return `No loaded row contains "${state.local.search}". ${keyOf("list.leave")} ends the search.`
  if (state.view.total > 0) return undefined
  if (state.filter === "") return `There are no ${pluralName(resource)} yet.`
  return `${noMatch(resource, state.filter)} ${keyOf("list.leave")} clears the filter.`
}

const placeOf = (state: ListState.ListState<unknown>) => {
  const { cursor, total } = ListState.viewOf(state)
  if (state.fetchedAt === undefined || total === 0) return ""
  const least = ListState.isOpen(state) && state.local === undefined ? "at least " : ""
  return `${numberFormat.format(cursor + 1)} of ${least}${numberFormat.format(total)}`
}

/** Says that the end of the list is unknown, or how far the search for it is. */
const endOf = ({ keyOf }: Keys, { end, local, view }: ListState.ListState<unknown>): string => {
  if (end === undefined || end.isFound || local !== undefined || view.total === 0) return ""
  if (end.search === undefined) return `total unknown: ${keyOf("list.end")} finds the end`
  const target = end.search.row === undefined ? "the end" : `row ${numberFormat.format(end.search.row + 1)}`
  return `looking for ${target}, past ${numberFormat.format(view.total)} …`
}

const askingOf = ({ fetchedAt, filter, order, problem, requested, requestedOrder }: ListState.ListState<unknown>) => {
  if (fetchedAt === undefined || requested === undefined || problem !== undefined) return ""
  if (requested === filter && requestedOrder !== order) return "loading in another order …"
  return `${requested === "" ? "clearing the filter" : `loading ${requested}`} …`
}

/** Describes sorting and search of the loaded rows, and how to load all. */
const localOf = ({ keyOf }: Keys, state: ListState.ListState<unknown>): ReadonlyArray<string> => {
  const { local, more, view } = state
  if (local === undefined) return []
  const isOpen = ListState.isOpen(state)
  const summary = LocalView.text(local, view.total, isOpen)
  if (more !== undefined) {
    const rows = numberFormat.format(more.rows)
    if (more.isAsked) return [summary, `${keyOf("list.loadAll")} again reads all ${rows} rows`]
    const { of, read } = ListState.progress(state, more)
    const share = isOpen && more.scope === "all" ? "" : ` of ${numberFormat.format(of)}`
    return [summary, `reading ${numberFormat.format(read)}${share} …`]
  }
  return ListState.isPartial(state) ? [summary, `${keyOf("list.loadAll")} loads all`] : [summary]
}

const notesOf = (
  keys: Keys,
  state: ListState.ListState<unknown>,
  marks: Marks.Marks<unknown>,
  { columns, one }: AnyResource
) => {
  const { cache, changed, filter, isGone, order } = state
  const changes = HashMap.size(HashMap.filter(changed, ({ edition }) => edition === cache.edition))
  const key = keys.keyOf("list.refresh")
  return [
    isGone ? `the ${one} that was selected is gone` : "",
    Marks.text(marks),
    filter === "" ? "" : `filter ${filter}`,
    order === "" ? "" : `ordered by ${columns.find(({ name }) => name === order)?.title ?? order}`,
    endOf(keys, state),
    ...localOf(keys, state),
    askingOf(state),
    changes === 0 ? "" : `${pluralize(changes, one)} changed here: ${key} refreshes the list`
  ].filter(Boolean)
}

/** Returns the rows of a resource, and the details of the selected one. */
export const listBody = (model: Model, resource: AnyResource): ListBody => {
  const { changes, columns, keys, lists, ui, watch } = model
  const state = lists.of(resource).state.get()
  const marks = lists.marksOf(resource).state.get()
  const { details, isFull, pane } = ui.get()
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
  return {
    _tag: "List",
    name: resource.name,
    title: resource.title,
    place: placeOf(state),
    notes: notesOf(keys, state, marks, resource),
    news: newsOf(news),
    columns: shownColumns(resource, columns.of(resource)),
    viewport: ListState.viewOf(state),
    isLoading: state.fetchedAt === undefined && state.problem === undefined,
    isSingle: resource.isSingle,
    isOpen: ListState.isOpen(state),
    isSelected: !state.isGone,
    rowAt: (index) => shown(ListState.rowAt(state, index)),
    placeholder: (index) =>
      state.failed.has(PageCache.pageOf(state.cache.pageSize, index)) ? "not loaded" : "loading",
    instead: emptyText(keys, state, resource),
    details: selected && detailsOf(model, resource, selected),
    isFull: isFull && selected !== undefined,
    withDetails: details,
    isInDetails: pane === "details"
  }
}

const boxOf = (model: Model, resource: AnyResource): Box => {
  const { liveUpdates, keys, profile, ui } = model
  const isFocused = ui.get().screen === resource
  const list = listBody(model, resource)
  const idle = new Set(unavailableCommands(model, resource))
  const isFollowed = resource.growsAtEnd === true
  const following = liveUpdates.isFollowing.get() ? "following" : `stands still, ${keys.keyOf("boxes.follow")} follows`
  return {
    key: keyText(resource.letter),
    isFocused,
    isMain: isFollowed,
    list: {
      ...list,
      notes: [...(isFollowed ? [following] : []), ...list.notes],
      isSelected: list.isSelected && isFocused,
      details: isFocused ? list.details : undefined,
      withDetails: isFocused && list.withDetails === true
    },
    hints: keys
      .bindingsOf(resource.name)
      .filter(({ changes, command }) => !idle.has(command) && (changes !== true || profile.readOnly === undefined))
  }
}

/** Returns the boxes of a screen; one has the focus. */
export const boxesBody = (model: Model, group: ResourceGroup): BoxesBody => ({
  _tag: "Boxes",
  name: group.name,
  title: group.title,
  boxes: groupResources(group).map((resource) => boxOf(model, resource))
})

/** Returns the body to speak: of several boxes, the list of the focused one. */
export const heard = (body: Body): Body =>
  body._tag === "Boxes" ? (body.boxes.find(({ isFocused }) => isFocused)?.list ?? body) : body
