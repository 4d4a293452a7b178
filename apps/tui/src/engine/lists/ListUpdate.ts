import * as HashMap from "effect/HashMap"

import type { Problem } from "../../Problem.ts"
import { totalEntries } from "../../resources/Resource.ts"
import type { ListPage } from "../../resources/Resource.ts"
import * as ListState from "./ListState.ts"
import * as LocalView from "./LocalView.ts"
import * as OpenList from "./OpenList.ts"
import type { Id } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"

/** What another attempt resets. */
export const withoutFailures = { failed: new Set<number>(), problem: undefined, retryAt: undefined }

/** What an answer changes. */
const afterAnswer = (now: number) => ({ ...withoutFailures, fetchedAt: now, failedAt: undefined, isOld: false })

export const remove = <A>(set: ReadonlySet<A>, member: A): ReadonlySet<A> =>
  new Set([...set].filter((other) => other !== member))

/** Stops the search for a row or the end. */
export const stopSearch = <Row>(state: ListState.ListState<Row>): ListState.ListState<Row> =>
  state.end?.search === undefined ? state : { ...state, end: { ...state.end, search: undefined } }

/** A page that was read again. */
export interface RereadPage<Row> {
  readonly number: number
  readonly page: ListPage<Row>
}

/**
 * Creates the functions that change the state of a list. If it grows at its end, the last row is selected first, and the new
 * last row replaces it.
 */
export const make = <Row>({
  growsAtEnd = false,
  ...texts
}: LocalView.RowTexts<Row> & { readonly growsAtEnd?: boolean }) => {
  type State = ListState.ListState<Row>
  const { idOf } = texts

  const selectAtCursor = (state: State): State => {
    const row = ListState.rowAtCursor(state)
    return { ...state, anchor: row === undefined ? undefined : idOf(row), isGone: false }
  }

  const indexOf = ({ cache }: State, id: Id) => PageCache.indexWhere(cache, (row) => idOf(row) === id)

  /** Follows the selected row to its new position; if it has disappeared, no row is selected. */
  const followSelected = (state: State): State => {
    const { anchor, cache, local, view } = state
    if (local !== undefined) return state
    if (anchor === undefined) return selectAtCursor(state)
    const row = ListState.rowAtCursor(state)
    if (row !== undefined && idOf(row) === anchor) return { ...state, isGone: false }
    const found = indexOf(state, anchor)
    if (found !== undefined) return { ...state, view: PageCache.moveTo(view, found), isGone: false }
    if (ListState.isDeleted(state) && (row !== undefined || view.total === 0)) return selectAtCursor(state)
    const isRead = view.total === 0 || PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, view.cursor))
    return { ...state, isGone: isRead }
  }

  /** Forgets the changes of rows that the service has sent again since. */
  const dropOldChanges = (state: State): State => {
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

  const addPage = (state: State, number: number, page: ListPage<Row>, now: number): State => {
    const total = totalEntries(page)
    const max = state.local === undefined ? PageCache.capacity : Infinity
    const next = { ...state, ...afterAnswer(now), loading: remove(state.loading, number) }
    if (total === undefined) {
      const known = OpenList.received(state, idOf, number, page, max)
      const isFound = state.end?.search !== undefined && known.end?.search === undefined
      return dropOldChanges((isFound ? selectAtCursor : followSelected)({ ...next, ...known }))
    }
    const view = PageCache.withTotal(state.view, total)
    if (page.page_size !== state.cache.pageSize && page.page_size > 0)
      return { ...next, view, cache: PageCache.empty(page.page_size) }
    const cache = PageCache.received(state.cache, number, page.entries, view.top, max)
    return dropOldChanges(followSelected({ ...next, view, cache }))
  }

  /** Keeps the selected row selected; otherwise selects the first row, or no row if it has disappeared. */
  const restoreSelected = (state: State, isRefreshed: boolean): State => {
    const { anchor, local } = state
    const found = anchor === undefined ? undefined : local?.viewPositions.get(anchor)
    if (local && found !== undefined)
      return { ...state, local: { ...local, view: PageCache.moveTo(local.view, found) }, isGone: false }
    return isRefreshed && anchor !== undefined && !ListState.isDeleted(state)
      ? { ...state, isGone: true }
      : selectAtCursor(state)
  }

  const rearrange = (state: State): State => {
    const { cache, local } = state
    if (local === undefined) return { ...state, more: undefined }
    const arranged = LocalView.arrange(texts, cache, local, local.view.height)
    const view = PageCache.moveTo({ ...arranged.view, top: local.view.top }, local.view.cursor)
    return dropOldChanges(restoreSelected({ ...state, more: undefined, local: { ...arranged, view } }, true))
  }

  /** Shows new rows in the local view, unless it is about to be arranged again. */
  const updateLocalView = (state: State): State =>
    state.local === undefined || state.more !== undefined ? state : rearrange(state)

  const positionOfSelected = (state: State): number | undefined => {
    const { anchor, cache, isGone, local } = state
    if (local === undefined || anchor === undefined || isGone) return undefined
    const at = local.listPositions[local.view.cursor]
    const row = at === undefined ? undefined : PageCache.rowAt(cache, at)
    return row !== undefined && idOf(row) === anchor ? at : indexOf(state, anchor)
  }

  const move = (
    state: State,
    to: (view: PageCache.Viewport) => PageCache.Viewport,
    heading: PageCache.Heading
  ): State => {
    const { local, view } = state
    return selectAtCursor(
      local === undefined
        ? { ...state, view: to(view), heading }
        : { ...state, local: { ...local, view: to(local.view) } }
    )
  }

  return {
    /** The first page of a requested filter replaces the list. */
    open: (state: State, filter: string, order: string, page: ListPage<Row>, now: number): State => {
      const total = totalEntries(page)
      const rows = page.entries.length
      const pageSize = (total === undefined ? Math.max(page.page_size, rows) : page.page_size) || state.cache.pageSize
      const next: State = {
        ...new ListState.ListState<Row>(pageSize),
        ...afterAnswer(now),
        filter,
        order,
        end: total === undefined ? OpenList.firstEnd(rows, pageSize) : undefined,
        view: PageCache.withTotal({ ...PageCache.emptyView, height: state.view.height }, total ?? rows),
        cache: PageCache.received(PageCache.empty(pageSize), 1, page.entries, 0)
      }
      return growsAtEnd ? move(next, PageCache.toEnd, 0) : selectAtCursor(next)
    },
    /** Adds a page. A page of another size clears the cache. */
    addPage,
    failPage: (state: State, number: number, problem: Problem, now: number): State => ({
      ...state,
      problem,
      failedAt: state.failedAt ?? now,
      loading: remove(state.loading, number),
      failed: new Set(state.failed).add(number)
    }),
    /** A failed filter stays requested only if another attempt may help. */
    failFilter: (state: State, filter: string, problem: Problem, now: number): State => ({
      ...state,
      problem,
      failedAt: problem.kind === "refused" ? state.failedAt : (state.failedAt ?? now),
      requested: problem.kind === "refused" ? undefined : filter
    }),
    /** Sorts or searches the loaded rows. */
    arrange: (state: State, arrangement: LocalView.Arrangement<Row>): State =>
      restoreSelected(
        { ...state, local: LocalView.arrange(texts, state.cache, arrangement, ListState.viewOf(state).height) },
        false
      ),
    /** Takes the local view again, with the rows that have been loaded since. */
    rearrange,
    /** Ends the local view, and scrolls to the selected row. */
    endLocalView: (state: State): State => {
      const at = positionOfSelected(state)
      const view = at === undefined ? state.view : PageCache.moveTo(state.view, at)
      const cache = PageCache.trimmed(state.cache, view.top)
      const next: State = { ...state, view, cache, local: undefined, more: undefined, heading: 0 }
      return at === undefined && !state.isGone ? selectAtCursor(next) : next
    },
    move,
    /** Starts to read more pages for the local view, or asks for confirmation. Pages that are read again are outdated. */
    loadMore: (state: State, scope: ListState.Loading["scope"]): State => {
      const { cache, more, view } = state
      if (more?.scope === scope && !more.isAsked) return { ...state, ...withoutFailures }
      const rows =
        scope === "all" ? view.total : [...cache.pages.values()].reduce((sum, { rows }) => sum + rows.length, 0)
      if (rows > ListState.maxRows && more?.scope !== scope) return { ...state, more: { scope, rows, isAsked: true } }
      const next: State = { ...state, ...withoutFailures, more: { scope, rows, isAsked: false } }
      return scope === "cached" ? { ...next, cache: PageCache.outdated(cache) } : next
    },
    /** Replaces pages within the same edition. Changes that were made here stay marked. */
    renewPages: (state: State, answers: ReadonlyArray<RereadPage<Row>>, now: number): State => {
      const ids = new Set<Id>(answers.flatMap(({ page }) => page.entries.map(idOf)))
      const changed = HashMap.filter(state.changed, ({ how }, id) => how === "changed" || ids.has(id))
      let next = state
      for (const [at, { number, page }] of answers.entries()) {
        // a row may have moved to another of these pages: look for it once all have come
        const anchor = at === answers.length - 1 ? state.anchor : undefined
        next = addPage({ ...next, anchor }, number, page, now)
      }
      return { ...updateLocalView(next), changed }
    },
    /** Replaces the first page, all changes made here included. */
    replaceFirst: (state: State, page: ListPage<Row>, now: number): State => {
      const next = addPage(state, 1, page, now)
      const isAtEnd = growsAtEnd && state.local === undefined && state.view.cursor >= state.view.total - 1
      const placed = isAtEnd ? move(next, PageCache.toEnd, 0) : next
      return { ...updateLocalView(placed), changed: HashMap.empty() }
    }
  }
}
