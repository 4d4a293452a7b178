import type { ListState } from "../engine/ListState.ts"
import * as ListStates from "../engine/ListState.ts"
import * as PageCache from "../engine/PageCache.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource } from "../resources/registry.ts"
import { changedText, columnsOf, detailsOf } from "./rows.ts"
import { emptyText } from "./texts.ts"
import type { ListBody, ShownRow } from "./View.ts"

const counted = new Intl.NumberFormat("en-US")

const placeOf = ({ fetchedAt, view }: ListState<unknown>) =>
  fetchedAt === undefined || view.total === 0
    ? ""
    : `${counted.format(view.cursor + 1)} of ${counted.format(view.total)}`

const askingOf = ({ asked, fetchedAt, problem }: ListState<unknown>) =>
  fetchedAt === undefined || asked === undefined || problem !== undefined
    ? undefined
    : `${asked === "" ? "clearing the filter" : `asking for ${asked}`} …`

const notesOf = (state: ListState<unknown>, one: string) =>
  [
    state.isGone ? `the ${one} that was selected is gone` : undefined,
    state.filter === "" ? undefined : `filter ${state.filter}`,
    askingOf(state),
    changedText(state, one, keyOf("list.refresh"))
  ].filter((note) => note !== undefined)

/** The rows of a resource, and all that is known of the selected one. */
export const listBody = ({ changes, lists, ui }: Model, resource: AnyResource): ListBody => {
  const state = lists.of(resource).state.get()
  const { details, detailsTop, pane } = ui.get()
  const shown = (row: unknown): ShownRow | undefined =>
    row === undefined
      ? undefined
      : { row, pending: changes.pendingOf(resource, row), changed: state.changed.get(resource.idOf(row)) }
  const selected = shown(ListStates.selected(state))
  return {
    _tag: "List",
    name: resource.name,
    title: resource.title,
    one: resource.one,
    place: placeOf(state),
    notes: notesOf(state, resource.one),
    columns: columnsOf(resource),
    viewport: state.view,
    isSelected: !state.isGone,
    rowAt: (index) => shown(PageCache.rowAt(state.cache, index)),
    placeholder: (index) =>
      state.failed.has(PageCache.pageOf(state.cache.pageSize, index)) ? "not loaded" : "loading",
    instead: emptyText(state, resource),
    details: selected === undefined ? undefined : detailsOf(resource, selected),
    withDetails: details,
    detailsTop,
    isInDetails: pane === "details"
  }
}
