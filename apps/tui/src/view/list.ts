import type { ListState } from "../engine/ListState.ts"
import * as ListStates from "../engine/ListState.ts"
import * as Loading from "../engine/Loading.ts"
import * as LocalView from "../engine/LocalView.ts"
import * as Marks from "../engine/Marks.ts"
import * as PageCache from "../engine/PageCache.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource } from "../resources/registry.ts"
import { changedText, detailsOf, shownColumns } from "./rows.ts"
import { emptyText } from "./texts.ts"
import type { ListBody, ShownRow } from "./View.ts"

const counted = new Intl.NumberFormat("en-US")

const placeOf = (state: ListState<unknown>) => {
  const { cursor, total } = ListStates.viewOf(state)
  return state.fetchedAt === undefined || total === 0 ? "" : `${counted.format(cursor + 1)} of ${counted.format(total)}`
}

const askingOf = ({ asked, fetchedAt, problem }: ListState<unknown>) =>
  fetchedAt === undefined || asked === undefined || problem !== undefined
    ? undefined
    : `${asked === "" ? "clearing the filter" : `asking for ${asked}`} …`

/** What is made of the rows that are loaded, and how to have all of them. */
const localOf = ({ cache, local, more, view }: ListState<unknown>): ReadonlyArray<string> => {
  if (local === undefined) return []
  const said = LocalView.text(local, view.total)
  if (more?.isAsked === true)
    return [said, `${counted.format(more.rows)} rows are many: ${keyOf("list.loadAll")} once more reads them all`]
  if (more !== undefined) {
    const { of, read } = Loading.progress(more, cache, view.total)
    return [said, `reading ${counted.format(read)} of ${counted.format(of)} …`]
  }
  return local.loaded < view.total ? [said, `${keyOf("list.loadAll")} loads all`] : [said]
}

const notesOf = (state: ListState<unknown>, marks: Marks.Marks<unknown>, one: string) =>
  [
    state.isGone ? `the ${one} that was selected is gone` : undefined,
    Marks.text(marks),
    state.filter === "" ? undefined : `filter ${state.filter}`,
    ...localOf(state),
    askingOf(state),
    changedText(state, one, keyOf("list.refresh"))
  ].filter((note): note is string => note !== undefined && note !== "")

/** The rows of a resource, and all that is known of the selected one. */
export const listBody = ({ changes, columns, lists, ui }: Model, resource: AnyResource): ListBody => {
  const state = lists.of(resource).state.get()
  const marks = lists.marksOf(resource).state.get()
  const { details, detailsTop, pane } = ui.get()
  const shown = (row: unknown): ShownRow | undefined =>
    row === undefined
      ? undefined
      : {
          row,
          pending: changes.pendingOf(resource, row),
          changed: state.changed.get(resource.idOf(row)),
          isMarked: Marks.has(marks, resource.idOf(row))
        }
  const selected = shown(ListStates.selected(state))
  return {
    _tag: "List",
    name: resource.name,
    title: resource.title,
    one: resource.one,
    place: placeOf(state),
    notes: notesOf(state, marks, resource.one),
    columns: shownColumns(resource, columns.of(resource)),
    viewport: ListStates.viewOf(state),
    isSelected: !state.isGone,
    rowAt: (index) => shown(ListStates.rowAt(state, index)),
    placeholder: (index) =>
      state.failed.has(PageCache.pageOf(state.cache.pageSize, index)) ? "not loaded" : "loading",
    instead: emptyText(state, resource),
    details: selected === undefined ? undefined : detailsOf(resource, selected),
    withDetails: details,
    detailsTop,
    isInDetails: pane === "details"
  }
}
