import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import type * as Scope from "effect/Scope"

import * as Observable from "../Observable.ts"
import * as Arranged from "./Arranged.ts"
import * as ListState from "./ListState.ts"
import { anchored, answered } from "./ListState.ts"
import * as Loading from "./Loading.ts"
import type { Arrangement } from "./LocalView.ts"
import * as OpenEnd from "./OpenEnd.ts"
import type { IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as PageFetcher from "./PageFetcher.ts"
import * as Renewal from "./Renewal.ts"
import type { Order } from "./Sort.ts"
import * as Viewport from "./Viewport.ts"

const numbered = <Row>(idOf: IdOf<Row>, before: ReadonlyArray<Row>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
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

/** Rows that came in at the end of a list of one page. Where the last row is selected, the last one is then. */
const appended =
  <Row>(idOf: IdOf<Row>, rows: ReadonlyArray<Row>, now: number) =>
  (state: ListState.ListState<Row>): ListState.ListState<Row> => {
    const { cache, view } = state
    const all = numbered(idOf, cache.pages.get(1)?.rows.filter((row) => row !== undefined) ?? [], rows)
    const kept = all.slice(-cache.pageSize)
    const gone = all.length - kept.length
    const isAtEnd = view.cursor >= view.total - 1
    const moved = {
      ...view,
      total: kept.length,
      cursor: Math.max(0, view.cursor - gone),
      top: Math.max(0, view.top - gone)
    }
    const next = {
      ...state,
      ...answered(now),
      cache: PageCache.received(cache, 1, kept, 0),
      view: isAtEnd ? Viewport.toEnd(moved) : Viewport.moveTo(moved, moved.cursor)
    }
    const isElsewhere = isAtEnd || view.cursor < gone
    return isElsewhere && state.local === undefined ? anchored(idOf)(next) : next
  }

/** A paged list of the service, of which only what is on screen, and soon will be, is fetched. */
export interface RemoteList<Row> {
  readonly state: Observable.Observable<ListState.ListState<Row>>
  /** Asks for the first page of a filter, in an order of the service; the rows at hand stay until it has come. */
  readonly open: (filter: string, order?: string) => void
  /** Fetches what is on screen once more, or the filter that had no answer. */
  readonly refresh: () => void
  /**
   * Reads the first page once more, while what is at hand still counts; of a list that changes by itself and is never longer
   * than that.
   */
  readonly reread: () => void
  /** Whether that is under way. */
  readonly isReread: () => boolean
  /** Adds rows that came in at the end, in the order of their numbers; the first ones go where there are more than a page. */
  readonly append: (rows: ReadonlyArray<Row>, now: number) => void
  /** Gives up the filter that was asked for, and what is said of the last problem. */
  readonly dismiss: () => void
  /** Sorts the rows at hand, or those that are searched for; as the service sorts them without an order. */
  readonly sort: (order: Order<Row> | undefined) => void
  /** Shows those of the rows at hand that have a word in them; all for the empty word. */
  readonly search: (word: string) => void
  /**
   * Reads every page for the local view, which is taken anew at the end. Of more rows than `Loading.most` it is noted in
   * the state that it has to be called once more.
   */
  readonly loadAll: () => void
  /** Ends `loadAll`, or takes back the question; the rows that have come stay. */
  readonly stopLoading: () => void
  /** Goes to a row, counted from 0, or the last; where more rows may be than are counted, it is looked for. */
  readonly goTo: (row: number | undefined) => void
  readonly move: (to: (view: Viewport.Viewport) => Viewport.Viewport, heading?: PageCache.Heading) => void
  readonly resize: (height: number) => void
  /** Takes pages that were read once more, in the edition that there is. */
  readonly renew: (answers: ReadonlyArray<Renewal.Answer<Row>>, now: number) => void
  /** Notes how a row is after a change, or that it is gone; it stays in its place until the list is refreshed. */
  readonly change: (id: ListState.Id, row: Row | undefined) => void
  /** Tells of each row that was changed. */
  readonly onChange: (listener: (id: ListState.Id) => void) => void
  /** Notes that what was read does not pass for the present any more. */
  readonly age: () => void
  /** Forgets all that was read. */
  readonly reset: () => void
}

const triedAgain = { failed: new Set<number>(), problem: undefined, retryAt: undefined }

export const make = Effect.fnUntraced(function* <Row>(
  source: PageFetcher.Source<Row>
): Effect.fn.Return<RemoteList<Row>, never, Scope.Scope> {
  const { idOf, textsOf = (row) => [String(idOf(row))] } = source
  const texts = { idOf, textsOf }
  const state = Observable.make(ListState.initial<Row>(source.pageSize))
  const { follow, giveUp, isReread, open, renewed, reread, reset, stop, stopLoading, stopWaiting } =
    yield* PageFetcher.make(source, texts, state)
  const listeners = new Set<(id: ListState.Id) => void>()

  const arrange = (arrangement: Arrangement<Row>) => {
    const { fetchedAt, local } = state.get()
    const isOff = arrangement.order === undefined && arrangement.search === ""
    if (fetchedAt === undefined || (isOff && local === undefined)) return
    state.update(isOff ? Arranged.whole(idOf) : Arranged.arranged(texts, arrangement))
    follow()
  }

  const readMore = (scope: Loading.Loading["scope"]) => {
    const now = state.get()
    // the rows of a filter that is asked for will replace these
    if (now.local === undefined || now.asked !== undefined) return
    stopWaiting()
    const rows = scope === "all" ? now.view.total : Arranged.held(now)
    const isOn = now.more?.scope === scope && !now.more.isAsked
    state.update(isOn ? (now) => ({ ...now, ...triedAgain }) : Arranged.reading(Loading.begun(now.more, scope, rows)))
    follow()
  }

  const move = (to: (view: Viewport.Viewport) => Viewport.Viewport, heading: PageCache.Heading = 0) => {
    state.update((now) => ({ ...Arranged.moved(idOf, to, heading)(ListState.settled(now)), shifts: 0 }))
    if (state.get().local === undefined) follow()
  }

  const goTo = (row: number | undefined) => {
    const { cache, local, view } = state.get()
    const isKnown = row !== undefined && row < view.total
    if (local !== undefined || isKnown || !ListState.isOpen(state.get()))
      return move((view) => Viewport.moveTo(view, row ?? view.total - 1))
    const sought = OpenEnd.seeking(row, cache.pageSize, view.total)
    state.update((now) => ({ ...now, failed: new Set(), shifts: 0, end: now.end && { ...now.end, sought } }))
    follow()
  }

  const refresh = () => {
    const { asked, askedOrder, fetchedAt, filter, local, more } = state.get()
    if (asked !== undefined || fetchedAt === undefined) return open(asked ?? filter, askedOrder)
    if (local !== undefined) return readMore(more === undefined || more.isAsked ? "held" : more.scope)
    stop()
    stopWaiting()
    state.update((now) => ({
      ...now,
      ...triedAgain,
      changed: HashMap.empty(),
      anchor: ListState.isDeleted(now) ? undefined : now.anchor,
      shifts: 0,
      cache: PageCache.outdated(now.cache)
    }))
    follow()
  }

  return {
    state,
    open,
    refresh,
    reread,
    isReread,
    append: (rows, now) => state.update((before) => Arranged.kept(texts)(appended(idOf, rows, now)(before))),
    dismiss: () => {
      if (state.get().fetchedAt === undefined) return
      giveUp()
      stopWaiting()
      stopLoading()
      state.update((now) => ({ ...ListState.settled(now), asked: undefined, problem: undefined, retryAt: undefined }))
    },
    sort: (order) => arrange({ order, search: state.get().local?.search ?? "" }),
    search: (word) => arrange({ order: state.get().local?.order, search: word.trim() }),
    loadAll: () => readMore("all"),
    stopLoading,
    goTo,
    move,
    resize: (height) => {
      state.update(Arranged.resized(height))
      follow()
    },
    renew: (answers, now) => {
      renewed()
      state.update(Renewal.renewed(texts, answers, now))
      follow()
    },
    change: (id, row) => {
      state.update(ListState.changedRow(idOf, id, row))
      for (const listener of listeners) listener(id)
    },
    onChange: (listener) => void listeners.add(listener),
    age: () => state.update((now) => (now.aged || now.fetchedAt === undefined ? now : { ...now, aged: true })),
    reset: () => {
      reset()
      state.update(({ local, view }) => ({
        ...ListState.initial(source.pageSize),
        view: Viewport.withHeight(Viewport.empty, (local?.view ?? view).height)
      }))
    }
  }
})
