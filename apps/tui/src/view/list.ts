import * as ListStates from "../engine/lists/ListState.ts"
import type { ListState } from "../engine/lists/ListState.ts"
import * as LocalView from "../engine/lists/local/LocalView.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Loading from "../engine/lists/pages/Loading.ts"
import * as PageCache from "../engine/lists/pages/PageCache.ts"
import type { Keys } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource } from "../resources/registry.ts"
import { manyOf } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"
import { changedText, detailsOf, shownColumns } from "./rows.ts"
import { tabsOf } from "./tabs.ts"
import type { ListBody, ShownRow } from "./View.ts"
import { newsOf } from "./watching.ts"

/** What to say instead of rows, if there are none. */
const emptyText = ({ keyOf }: Keys, state: ListState<unknown>, resource: AnyResource): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? `Loading the ${manyOf(resource)}…` : ""
  if (state.local !== undefined && state.local.taken.length === 0 && state.local.search !== "")
    return `None of the ${state.local.loaded} rows that are loaded has "${state.local.search}" in it. ${keyOf("list.leave")} ends the search.`
  if (state.view.total > 0) return undefined
  return state.filter === ""
    ? `There are no ${manyOf(resource)} yet.`
    : `No ${resource.one} matches ${state.filter}. ${keyOf("list.leave")} clears the filter.`
}

const placeOf = (state: ListState<unknown>) => {
  const { cursor, total } = ListStates.viewOf(state)
  if (state.fetchedAt === undefined || total === 0) return ""
  const least = ListStates.isOpen(state) && state.local === undefined ? "at least " : ""
  return `${counted.format(cursor + 1)} of ${least}${counted.format(total)}`
}

/** That the end of the list is not known, or how far it is looked for. */
const endOf = ({ keyOf }: Keys, { end, local, view }: ListState<unknown>): string | undefined => {
  if (end === undefined || end.isFound || local !== undefined || view.total === 0) return undefined
  return end.sought === undefined
    ? `no total is given: ${keyOf("list.end")} finds the end`
    : `looking for ${end.sought.row === undefined ? "the end" : `row ${counted.format(end.sought.row + 1)}`}, past ${counted.format(view.total)} …`
}

const askingOf = ({ asked, askedOrder, fetchedAt, filter, order, problem }: ListState<unknown>) => {
  if (fetchedAt === undefined || asked === undefined || problem !== undefined) return undefined
  if (asked === filter && askedOrder !== order) return "asking for another order …"
  return `${asked === "" ? "clearing the filter" : `asking for ${asked}`} …`
}

/** What is made of the rows that are loaded, and how to have all of them. */
const localOf = ({ keyOf }: Keys, state: ListState<unknown>): ReadonlyArray<string> => {
  const { cache, local, more, view } = state
  if (local === undefined) return []
  const isOpen = ListStates.isOpen(state)
  const said = LocalView.text(local, view.total, isOpen)
  if (more?.isAsked === true)
    return [said, `${counted.format(more.rows)} rows are many: ${keyOf("list.loadAll")} once more reads them all`]
  if (more !== undefined) {
    const { of, read } = Loading.progress(more, cache, view.total)
    const share = isOpen && more.scope === "all" ? "" : ` of ${counted.format(of)}`
    return [said, `reading ${counted.format(read)}${share} …`]
  }
  return isOpen || local.loaded < view.total ? [said, `${keyOf("list.loadAll")} loads all`] : [said]
}

const titleOf = (columns: AnyResource["columns"], order: string) =>
  columns.find(({ name }) => name === order)?.title ?? order

const notesOf = (keys: Keys, state: ListState<unknown>, marks: Marks.Marks<unknown>, { columns, one }: AnyResource) =>
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

/** The rows of a resource, and all that is known of the selected one. */
export const listBody = (model: Model, resource: AnyResource): ListBody => {
  const { changes, columns, keys, lists, ui, watch } = model
  const state = lists.of(resource).state.get()
  const marks = lists.marksOf(resource).state.get()
  const { details, detailsTop, isFull, pane, revealed } = ui.get()
  const watched = watch.state.get()
  const news = watched?.resource === resource ? watched.news : undefined
  const shown = (row: unknown): ShownRow | undefined =>
    row === undefined
      ? undefined
      : {
          row,
          pending: changes.pendingOf(resource, row),
          changed: ListStates.changeOf(state, resource.idOf(row)),
          isMarked: Marks.has(marks, resource.idOf(row)),
          news: news?.added.has(resource.idOf(row)) === true ? "added" : news?.changed.get(resource.idOf(row))
        }
  const selected = shown(ListStates.selected(state))
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
    viewport: ListStates.viewOf(state),
    isLoading: state.fetchedAt === undefined && state.problem === undefined,
    isSingle: resource.isSingle,
    isOpen: ListStates.isOpen(state),
    isSelected: !state.isGone,
    rowAt: (index) => shown(ListStates.rowAt(state, index)),
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
