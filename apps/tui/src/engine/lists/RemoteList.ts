import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import * as Observable from "../../Observable.ts"
import * as ListState from "./ListState.ts"
import * as ListUpdate from "./ListUpdate.ts"
import * as Loading from "./Loading.ts"
import type { Arrangement, SortOrder } from "./LocalView.ts"
import * as OpenList from "./OpenList.ts"
import * as PageCache from "./PageCache.ts"
import type { Id } from "./PageCache.ts"
import * as PageFetcher from "./PageFetcher.ts"
import * as Viewport from "./Viewport.ts"

/** A paged list of the service. Only the pages that are or will be visible are fetched. */
export interface RemoteList<Row> {
  readonly state: Observable.Observable<ListState.ListState<Row>>
  /** Requests a filter, in an order of the service. The loaded rows stay until the answer has come. */
  readonly open: (filter: string, order?: string) => void
  /** Fetches the visible pages again, or the filter that has no answer. */
  readonly refresh: () => void
  /** Reads the first page again, without marking the rows as outdated; for short lists that change by themselves. */
  readonly reread: () => void
  readonly isRereading: () => boolean
  /** Appends rows, sorted by number; the first rows are dropped if they exceed a page. */
  readonly append: (rows: ReadonlyArray<Row>, now: number) => void
  /** Cancels the requested filter, and clears the problem. */
  readonly dismiss: () => void
  /** Sorts the loaded rows, or shows them in the order of the service. */
  readonly sort: (order: SortOrder<Row> | undefined) => void
  /** Shows the loaded rows that contain a word; all rows for an empty word. */
  readonly search: (word: string) => void
  /** Reads every page for the local view. Above `Loading.maxRows` the state asks for a second call. */
  readonly loadAll: () => void
  /** Stops `loadAll`, or withdraws the question; the rows that have come stay. */
  readonly stopLoading: () => void
  /** Selects a row, counted from 0, or the last row; without a total it is searched. */
  readonly goTo: (row: number | undefined) => void
  readonly move: (to: (view: Viewport.Viewport) => Viewport.Viewport, heading?: PageCache.Heading) => void
  readonly resize: (height: number) => void
  /** Replaces pages that were read again, within the same edition. */
  readonly renew: (answers: ReadonlyArray<ListUpdate.RereadPage<Row>>, now: number) => void
  /** Replaces a changed row, or marks it as deleted; it keeps its position until the list is refreshed. */
  readonly change: (id: Id, row: Row | undefined) => void
  /** Calls the listener for each changed row. */
  readonly onChange: (listener: (id: Id) => void) => void
  /** Marks the rows as no longer current. */
  readonly age: () => void
  /** Forgets all rows. */
  readonly reset: () => void
}

export const make = Effect.fnUntraced(function* <Row>(
  source: PageFetcher.Source<Row>
): Effect.fn.Return<RemoteList<Row>, never, Scope.Scope> {
  const { idOf, textsOf = (row) => [String(idOf(row))] } = source
  const texts = { idOf, textsOf }
  const state = Observable.make(ListState.initial<Row>(source.pageSize))
  const fetcher = yield* PageFetcher.make(source, texts, state)
  const { fetchMissing, isRereading, open, reread, stopLoading } = fetcher
  const listeners = new Set<(id: Id) => void>()

  const arrange = (arrangement: Arrangement<Row>) => {
    const { fetchedAt, local } = state.get()
    const isOff = arrangement.order === undefined && arrangement.search === ""
    if (fetchedAt === undefined || (isOff && local === undefined)) return
    state.update(isOff ? ListUpdate.whole(idOf) : ListUpdate.arranged(texts, arrangement))
    fetchMissing()
  }

  const readMore = (scope: Loading.Loading["scope"]) => {
    const { cache, local, more, requested, view } = state.get()
    // the rows of a requested filter will replace these
    if (local === undefined || requested !== undefined) return
    fetcher.cancelRetry()
    const cached = () => [...cache.pages.values()].reduce((sum, { rows }) => sum + rows.length, 0)
    const isOn = more?.scope === scope && !more.isAsked
    state.update(
      isOn
        ? (now) => ({ ...now, ...ListUpdate.retried })
        : ListUpdate.withLoading(Loading.begin(more, scope, scope === "all" ? view.total : cached()))
    )
    fetchMissing()
  }

  const move: RemoteList<Row>["move"] = (to, heading = 0) => {
    state.update((now) => ({ ...ListUpdate.moved(idOf, to, heading)(ListUpdate.withoutSearch(now)), shifts: 0 }))
    if (state.get().local === undefined) fetchMissing()
  }

  const goTo = (row: number | undefined) => {
    const { cache, local, view } = state.get()
    const isKnown = row !== undefined && row < view.total
    if (local !== undefined || isKnown || !ListState.isOpen(state.get()))
      return move((view) => Viewport.moveTo(view, row ?? view.total - 1))
    const search = OpenList.startSearch(row, cache.pageSize, view.total)
    state.update((now) => ({ ...now, failed: new Set(), shifts: 0, end: now.end && { ...now.end, search } }))
    fetchMissing()
  }

  const refresh = () => {
    const { fetchedAt, filter, local, more, requested, requestedOrder } = state.get()
    if (requested !== undefined || fetchedAt === undefined) return open(requested ?? filter, requestedOrder)
    if (local !== undefined) return readMore(more === undefined || more.isAsked ? "cached" : more.scope)
    fetcher.cancel()
    fetcher.cancelRetry()
    state.update((now) => ({
      ...now,
      ...ListUpdate.retried,
      shifts: 0,
      cache: PageCache.outdated(now.cache)
    }))
    fetchMissing()
  }

  return {
    state,
    open,
    refresh,
    reread,
    isRereading,
    append: (rows, now) => state.update(ListUpdate.appended(texts, rows, now)),
    dismiss: () => {
      if (state.get().fetchedAt === undefined) return
      fetcher.cancelOpen()
      fetcher.cancelRetry()
      stopLoading()
      state.update((now) => ({
        ...ListUpdate.withoutSearch(now),
        requested: undefined,
        problem: undefined,
        retryAt: undefined
      }))
    },
    sort: (order) => arrange({ order, search: state.get().local?.search ?? "" }),
    search: (word) => arrange({ order: state.get().local?.order, search: word.trim() }),
    loadAll: () => readMore("all"),
    stopLoading,
    goTo,
    move,
    resize: (height) => {
      const { view } = state.get()
      if (ListState.viewOf(state.get()).height === height && view.height === height) return
      state.update(ListState.resized(height))
      fetchMissing()
    },
    renew: (answers, now) => {
      fetcher.renewed()
      state.update(ListUpdate.renewed(texts, answers, now))
      fetchMissing()
    },
    change: (id, row) => {
      state.update(ListState.withRow(idOf, id, row))
      for (const listener of listeners) listener(id)
    },
    onChange: (listener) => void listeners.add(listener),
    age: () => state.update((now) => (now.isOld || now.fetchedAt === undefined ? now : { ...now, isOld: true })),
    reset: () => {
      fetcher.reset()
      state.update(({ local, view }) => ({
        ...ListState.initial(source.pageSize),
        view: Viewport.withHeight(Viewport.empty, (local?.view ?? view).height)
      }))
    }
  }
})
