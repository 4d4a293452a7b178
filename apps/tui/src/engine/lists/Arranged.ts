import * as HashMap from "effect/HashMap"

import * as ListState from "./ListState.ts"
import type { Loading } from "./Loading.ts"
import * as LocalView from "./LocalView.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

type Change<Row> = (state: ListState.ListState<Row>) => ListState.ListState<Row>

/** Keeps the selected row selected; else the first one, or none where a row that was there is not there any more. */
const selecting =
  <Row>(texts: LocalView.RowTexts<Row>, isRefreshed: boolean): Change<Row> =>
  (state) => {
    const { anchor, local } = state
    const found = local && anchor !== undefined ? LocalView.indexOf(local, texts.idOf, anchor) : undefined
    if (local && found !== undefined)
      return { ...state, local: { ...local, view: Viewport.moveTo(local.view, found) }, isGone: false }
    return isRefreshed && anchor !== undefined && !ListState.isDeleted(state)
      ? { ...state, isGone: true }
      : ListState.anchored(texts.idOf)(state)
  }

/** Shows the rows at hand in an order of their own, or those that have a word in them. */
export const arranged =
  <Row>(texts: LocalView.RowTexts<Row>, arrangement: LocalView.Arrangement<Row>): Change<Row> =>
  (state) =>
    selecting(
      texts,
      false
    )({ ...state, local: LocalView.take(texts, state.cache, arrangement, ListState.viewOf(state).height) })

/** The same with the rows that have come meanwhile; nothing more is read for it. */
export const takenAgain =
  <Row>(texts: LocalView.RowTexts<Row>): Change<Row> =>
  (state) => {
    const { cache, local } = state
    if (local === undefined) return { ...state, more: undefined }
    const taken = LocalView.take(texts, cache, local, local.view.height)
    const view = Viewport.moveTo({ ...taken.view, top: local.view.top }, local.view.cursor)
    return selecting(texts, true)({ ...state, more: undefined, local: { ...taken, view } })
  }

/** A list with rows that came by themselves, in the local view as well; what more is read for that comes at its end. */
export const kept =
  <Row>(texts: LocalView.RowTexts<Row>): Change<Row> =>
  (state) =>
    state.local === undefined || state.more !== undefined ? state : takenAgain(texts)(state)

const placeOf = <Row>(idOf: ListState.IdOf<Row>, state: ListState.ListState<Row>): number | undefined => {
  const { anchor, cache, isGone, local } = state
  if (local === undefined || anchor === undefined || isGone) return undefined
  const at = local.at[local.view.cursor]
  const row = at === undefined ? undefined : PageCache.rowAt(cache, at)
  return row !== undefined && idOf(row) === anchor ? at : PageCache.indexWhere(cache, (row) => idOf(row) === anchor)
}

/** The whole list again, where the selected row is in it. Of the rows that were kept for the local view few remain. */
export const whole =
  <Row>(idOf: ListState.IdOf<Row>): Change<Row> =>
  (state) => {
    const at = placeOf(idOf, state)
    const view = at === undefined ? state.view : Viewport.moveTo(state.view, at)
    const cache = PageCache.trimmed(state.cache, view.top)
    const next = { ...state, view, cache, local: undefined, more: undefined, heading: 0 as const }
    return at === undefined && !state.isGone ? ListState.anchored(idOf)(next) : next
  }

/** Moves in what is on screen. */
export const moved =
  <Row>(
    idOf: ListState.IdOf<Row>,
    to: (view: Viewport.Viewport) => Viewport.Viewport,
    heading: PageCache.Heading
  ): Change<Row> =>
  (state) => {
    const { local, view } = state
    return ListState.anchored(idOf)(
      local === undefined
        ? { ...state, view: to(view), heading }
        : { ...state, local: { ...local, view: to(local.view) } }
    )
  }

/** Gives what is on screen a height. */
export const resized =
  <Row>(height: number): Change<Row> =>
  (state) => {
    const { local, view } = state
    if (ListState.viewOf(state).height === height && view.height === height) return state
    return {
      ...state,
      view: Viewport.withHeight(view, height),
      local: local && { ...local, view: Viewport.withHeight(local.view, height) }
    }
  }

/** How many rows are at hand. */
export const held = ({ cache }: ListState.ListState<unknown>): number => {
  let count = 0
  for (const { rows } of cache.pages.values()) count += rows.length
  return count
}

/** Begins to read more, or asks whether so much is meant; what is read once more is outdated from here on. */
export const reading =
  <Row>(more: Loading): Change<Row> =>
  (state) => {
    if (more.isAsked) return { ...state, more }
    const begun = { ...state, more, problem: undefined, failed: new Set<number>(), retryAt: undefined }
    const anchor = ListState.isDeleted(state) ? undefined : state.anchor
    return more.scope === "all"
      ? begun
      : { ...begun, anchor, changed: HashMap.empty(), cache: PageCache.outdated(state.cache) }
  }
