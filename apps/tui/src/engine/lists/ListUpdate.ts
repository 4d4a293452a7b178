import * as HashMap from "effect/HashMap"

import type { Problem } from "../../Problem.ts"
import { totalEntries } from "../../resources/Resource.ts"
import type { ListPage } from "../../resources/Resource.ts"
import * as ListState from "./ListState.ts"
import * as Loading from "./Loading.ts"
import * as LocalView from "./LocalView.ts"
import * as OpenList from "./OpenList.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

/** Changes the state of a list. */
export type Update<Row> = (state: ListState.ListState<Row>) => ListState.ListState<Row>

/** What an answer changes. */
const answered = (now: number) => ({
  problem: undefined,
  failed: new Set<number>(),
  fetchedAt: now,
  failedAt: undefined,
  isOld: false,
  retryAt: undefined
})

/** What another attempt resets. */
export const retried = { failed: new Set<number>(), problem: undefined, retryAt: undefined }

export const without = <A>(set: ReadonlySet<A>, member: A): ReadonlySet<A> =>
  new Set([...set].filter((other) => other !== member))

/** Stops the search for a row or the end. */
export const withoutSearch = <Row>(state: ListState.ListState<Row>): ListState.ListState<Row> =>
  state.end?.search === undefined ? state : { ...state, end: { ...state.end, search: undefined } }

/** Selects the row at the cursor. */
const anchored =
  <Row>(idOf: IdOf<Row>): Update<Row> =>
  (state) => {
    const row = ListState.rowAtCursor(state)
    return { ...state, anchor: row === undefined ? undefined : idOf(row), isGone: false }
  }

/** Follows the selected row to its new position; if it has disappeared, no row is selected. */
const followed =
  <Row>(idOf: IdOf<Row>): Update<Row> =>
  (state) => {
    const { anchor, cache, local, view } = state
    if (local !== undefined) return state
    const row = ListState.rowAtCursor(state)
    if (anchor === undefined) return anchored(idOf)(state)
    if (row !== undefined && idOf(row) === anchor) return { ...state, isGone: false }
    const found = PageCache.indexWhere(cache, (row) => idOf(row) === anchor)
    if (found !== undefined) return { ...state, view: Viewport.moveTo(view, found), isGone: false }
    if (ListState.isDeleted(state) && (row !== undefined || view.total === 0)) return anchored(idOf)(state)
    const isRead = view.total === 0 || PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, view.cursor))
    return { ...state, isGone: isRead }
  }

/** Forgets the changes of rows that the service has sent again since. */
const withoutOldChanges =
  <Row>(idOf: IdOf<Row>): Update<Row> =>
  (state) => {
    const { cache, changed, local, more } = state
    // the local view is taken again once all pages are there
    if (HashMap.isEmpty(changed) || (local !== undefined && more !== undefined)) return state
    const unread = new Set<Id>()
    for (const { edition, rows } of cache.pages.values())
      if (edition !== cache.edition) for (const row of rows) if (row !== undefined) unread.add(idOf(row))
    return {
      ...state,
      changed: HashMap.filter(changed, ({ edition }, id) => edition === cache.edition || unread.has(id))
    }
  }

/** The first page of a requested filter replaces the list. */
export const opened =
  <Row>(idOf: IdOf<Row>, filter: string, order: string, page: ListPage<Row>, now: number): Update<Row> =>
  (state) => {
    const total = totalEntries(page)
    const rows = page.entries.length
    const pageSize = (total === undefined ? Math.max(page.page_size, rows) : page.page_size) || state.cache.pageSize
    return anchored(idOf)({
      ...ListState.initial<Row>(pageSize),
      ...answered(now),
      filter,
      order,
      end: total === undefined ? OpenList.firstEnd(rows, pageSize) : undefined,
      view: Viewport.withTotal({ ...Viewport.empty, height: state.view.height }, total ?? rows),
      cache: PageCache.received(PageCache.empty(pageSize), 1, page.entries, 0)
    })
  }

/** Adds a page. A page of another size clears the cache. */
export const received =
  <Row>(idOf: IdOf<Row>, number: number, page: ListPage<Row>, now: number): Update<Row> =>
  (state) => {
    const total = totalEntries(page)
    const max = state.local === undefined ? PageCache.capacity : Infinity
    const loading = without(state.loading, number)
    if (total === undefined) {
      const known = OpenList.received(state, idOf, number, page, max)
      const more = state.more && Loading.withTotal(state.more, known.view.total)
      const isFound = state.end?.search !== undefined && known.end?.search === undefined
      const follow = isFound ? anchored(idOf) : followed(idOf)
      return withoutOldChanges(idOf)(follow({ ...state, ...answered(now), ...known, more, loading }))
    }
    const view = Viewport.withTotal(state.view, total)
    const more = state.more && Loading.withTotal(state.more, total)
    const common = { ...state, ...answered(now), view, more, loading }
    return page.page_size !== state.cache.pageSize && page.page_size > 0
      ? { ...common, cache: PageCache.empty(page.page_size) }
      : withoutOldChanges(idOf)(
          followed(idOf)({ ...common, cache: PageCache.received(state.cache, number, page.entries, view.top, max) })
        )
  }

export const failedPage =
  <Row>(number: number, problem: Problem, now: number): Update<Row> =>
  (state) => ({
    ...state,
    problem,
    failedAt: state.failedAt ?? now,
    loading: without(state.loading, number),
    failed: new Set(state.failed).add(number)
  })

/** A failed filter stays requested only if another attempt may help. */
export const failedFilter =
  <Row>(filter: string, problem: Problem, now: number): Update<Row> =>
  (state) => ({
    ...state,
    problem,
    failedAt: problem.kind === "refused" ? state.failedAt : (state.failedAt ?? now),
    requested: problem.kind === "refused" ? undefined : filter
  })

/** Keeps the selected row selected; otherwise selects the first row, or no row if it has disappeared. */
const reselected =
  <Row>(texts: LocalView.RowTexts<Row>, isRefreshed: boolean): Update<Row> =>
  (state) => {
    const { anchor, local } = state
    const found = anchor === undefined ? undefined : local?.positions.get(anchor)
    if (local && found !== undefined)
      return { ...state, local: { ...local, view: Viewport.moveTo(local.view, found) }, isGone: false }
    return isRefreshed && anchor !== undefined && !ListState.isDeleted(state)
      ? { ...state, isGone: true }
      : anchored(texts.idOf)(state)
  }

/** Sorts or searches the loaded rows. */
export const arranged =
  <Row>(texts: LocalView.RowTexts<Row>, arrangement: LocalView.Arrangement<Row>): Update<Row> =>
  (state) =>
    reselected(
      texts,
      false
    )({ ...state, local: LocalView.take(texts, state.cache, arrangement, ListState.viewOf(state).height) })

/** Takes the local view again, with the rows that have been loaded since. */
export const rearranged =
  <Row>(texts: LocalView.RowTexts<Row>): Update<Row> =>
  (state) => {
    const { cache, local } = state
    if (local === undefined) return { ...state, more: undefined }
    const taken = LocalView.take(texts, cache, local, local.view.height)
    const view = Viewport.moveTo({ ...taken.view, top: local.view.top }, local.view.cursor)
    return withoutOldChanges(texts.idOf)(
      reselected(texts, true)({ ...state, more: undefined, local: { ...taken, view } })
    )
  }

/** Shows new rows in the local view, unless it is about to be taken again. */
const withLocalView =
  <Row>(texts: LocalView.RowTexts<Row>): Update<Row> =>
  (state) =>
    state.local === undefined || state.more !== undefined ? state : rearranged(texts)(state)

const positionOfSelected = <Row>(idOf: IdOf<Row>, state: ListState.ListState<Row>): number | undefined => {
  const { anchor, cache, isGone, local } = state
  if (local === undefined || anchor === undefined || isGone) return undefined
  const at = local.at[local.view.cursor]
  const row = at === undefined ? undefined : PageCache.rowAt(cache, at)
  return row !== undefined && idOf(row) === anchor ? at : PageCache.indexWhere(cache, (row) => idOf(row) === anchor)
}

/** Ends the local view, and scrolls to the selected row. */
export const whole =
  <Row>(idOf: IdOf<Row>): Update<Row> =>
  (state) => {
    const at = positionOfSelected(idOf, state)
    const view = at === undefined ? state.view : Viewport.moveTo(state.view, at)
    const cache = PageCache.trimmed(state.cache, view.top)
    const next = { ...state, view, cache, local: undefined, more: undefined, heading: 0 as const }
    return at === undefined && !state.isGone ? anchored(idOf)(next) : next
  }

export const moved =
  <Row>(idOf: IdOf<Row>, to: (view: Viewport.Viewport) => Viewport.Viewport, heading: PageCache.Heading): Update<Row> =>
  (state) => {
    const { local, view } = state
    return anchored(idOf)(
      local === undefined
        ? { ...state, view: to(view), heading }
        : { ...state, local: { ...local, view: to(local.view) } }
    )
  }

/** Starts to read more pages, or asks for confirmation. Pages that are read again become outdated. */
export const withLoading =
  <Row>(more: Loading.Loading): Update<Row> =>
  (state) => {
    if (more.isAsked) return { ...state, more }
    return { ...state, ...retried, more, ...(more.scope === "cached" && { cache: PageCache.outdated(state.cache) }) }
  }

/** A page that was read again. */
export interface RereadPage<Row> {
  readonly number: number
  readonly page: ListPage<Row>
}

/** Replaces pages within the same edition. Changes that were made here stay marked. */
export const renewed =
  <Row>(texts: LocalView.RowTexts<Row>, answers: ReadonlyArray<RereadPage<Row>>, now: number): Update<Row> =>
  (state) => {
    const ids = new Set<Id>(answers.flatMap(({ page }) => page.entries.map(texts.idOf)))
    const changed = HashMap.filter(state.changed, ({ how }, id) => how === "changed" || ids.has(id))
    let next = state
    for (const [at, { number, page }] of answers.entries()) {
      // a row may have moved to another of these pages: look for it once all have come
      const anchor = at === answers.length - 1 ? state.anchor : undefined
      next = received(texts.idOf, number, page, now)({ ...next, anchor })
    }
    return { ...withLocalView(texts)(next), changed }
  }

/** Replaces the first page, all changes made here included. */
export const reread =
  <Row>(texts: LocalView.RowTexts<Row>, page: ListPage<Row>, now: number): Update<Row> =>
  (state) => ({ ...withLocalView(texts)(received(texts.idOf, 1, page, now)(state)), changed: HashMap.empty() })

const byNumber = <Row>(idOf: IdOf<Row>, before: ReadonlyArray<Row>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const numberOf = (row: Row) => Number(idOf(row))
  const all = [...before, ...rows]
  const isInOrder = (row: Row, at: number) => {
    const last = all[before.length + at - 1]
    return last === undefined || numberOf(last) < numberOf(row)
  }
  return rows.every(isInOrder)
    ? all
    : [...new Map(all.map((row) => [idOf(row), row])).values()].toSorted((a, b) => numberOf(a) - numberOf(b))
}

/** Appends rows to a list of one page. If the last row is selected, the new last row becomes selected. */
export const appended =
  <Row>(texts: LocalView.RowTexts<Row>, rows: ReadonlyArray<Row>, now: number): Update<Row> =>
  (state) => {
    const { cache, view } = state
    const { idOf } = texts
    const all = byNumber(idOf, cache.pages.get(1)?.rows.filter((row) => row !== undefined) ?? [], rows)
    const rest = all.slice(-cache.pageSize)
    const dropped = all.length - rest.length
    const isAtEnd = view.cursor >= view.total - 1
    const moved = {
      ...view,
      total: rest.length,
      cursor: Math.max(0, view.cursor - dropped),
      top: Math.max(0, view.top - dropped)
    }
    const next = {
      ...state,
      ...answered(now),
      cache: PageCache.received(cache, 1, rest, 0),
      view: isAtEnd ? Viewport.toEnd(moved) : Viewport.moveTo(moved, moved.cursor)
    }
    const hasMoved = isAtEnd || view.cursor < dropped
    return withLocalView(texts)(hasMoved && state.local === undefined ? anchored(idOf)(next) : next)
  }
