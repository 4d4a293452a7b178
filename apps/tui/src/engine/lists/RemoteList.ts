import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"

import type * as Problem from "../../Problem.ts"
import type { ListPage } from "../../resources/ListPage.ts"
import * as Cell from "../Cell.ts"
import { appended } from "./appended.ts"
import * as Arranged from "./Arranged.ts"
import * as Attempts from "./Attempts.ts"
import * as ListState from "./ListState.ts"
import type { Arrangement } from "./local/LocalView.ts"
import type { Order } from "./local/Order.ts"
import * as Loading from "./pages/Loading.ts"
import * as OpenEnd from "./pages/OpenEnd.ts"
import * as PageCache from "./pages/PageCache.ts"
import * as Viewport from "./pages/Viewport.ts"
import * as Renewal from "./Renewal.ts"

export interface Source<Row> {
  /** Size of the pages to count with until the first answer. */
  readonly pageSize: number
  readonly idOf: ListState.IdOf<Row>
  /** The texts of a row that are searched. */
  readonly textsOf?: (row: Row) => ReadonlyArray<string>
  /** Completes "The service refused to". */
  readonly doing: string
  readonly read: (filter: string, page: number, order: string) => Effect.Effect<ListPage<Row>, Problem.Failure>
  readonly advised?: (problem: Problem.Problem, error: unknown) => Problem.Problem
  /** Whether the last row is selected at first: where rows come in at the end. */
  readonly beginsAtEnd?: boolean
}

/** A paged list of the service, of which only what is on screen, and soon will be, is fetched. */
export interface RemoteList<Row> {
  readonly state: Cell.Cell<ListState.ListState<Row>>
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
  source: Source<Row>
): Effect.fn.Return<RemoteList<Row>, never, Scope.Scope> {
  const { idOf, textsOf = (row) => [String(idOf(row))] } = source
  const texts = { idOf, textsOf }
  const state = Cell.make(ListState.initial<Row>(source.pageSize))
  const attempts = yield* Attempts.make<Row>({
    ...source,
    onAged: () => state.update((now) => ({ ...now, aged: true })),
    onWait: (retryAt) => state.update((now) => ({ ...now, retryAt })),
    onRetry: () => {
      state.update((now) => ({ ...now, retryAt: undefined, failed: new Set() }))
      const { asked, askedOrder, fetchedAt, filter } = state.get()
      if (asked !== undefined || fetchedAt === undefined) open(asked ?? filter, askedOrder)
      else if (hasFailed) reread()
      else follow()
    }
  })

  const listeners = new Set<(id: ListState.Id) => void>()
  let isRereading = false
  let hasFailed = false

  const stop = (page: number) => {
    attempts.interrupt(page)
    state.update((now) => ({ ...now, loading: ListState.without(now.loading, page) }))
  }

  const fetchPage = (page: number) => {
    state.update((now) => ({ ...now, loading: new Set(now.loading).add(page) }))
    attempts.begin(page, {
      filter: state.get().filter,
      order: state.get().order,
      page,
      onPage: (answer, now) => {
        state.update(ListState.received(idOf, page, answer, now))
        follow()
      },
      onProblem: (problem, now) => {
        if (problem.kind === "refused" && ListState.isBehind(state.get(), page)) {
          state.update(ListState.received(idOf, page, { entries: [], page_size: 0 }, now))
          return follow()
        }
        state.update(ListState.failedPage(page, problem, now))
        if (problem.kind !== "offline") stopLoading()
      }
    })
  }

  /** Fetches what is wanted, and lets go of what is not any more. */
  const follow = () => {
    const { failed, fetchedAt, loading, more } = state.get()
    if (fetchedAt === undefined) return
    const wanted = ListState.wanted(state.get())
    for (const page of loading) if (!wanted.includes(page)) stop(page)
    if (more !== undefined && !more.isAsked && wanted.length === 0) return state.update(Arranged.takenAgain(texts))
    for (const page of wanted) if (!loading.has(page) && !failed.has(page)) fetchPage(page)
  }

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
    attempts.interrupt("retry")
    const rows = scope === "all" ? now.view.total : Arranged.held(now)
    const isOn = now.more?.scope === scope && !now.more.isAsked
    state.update(isOn ? (now) => ({ ...now, ...triedAgain }) : Arranged.reading(Loading.begun(now.more, scope, rows)))
    follow()
  }

  const stopLoading = () => {
    const { asked, more } = state.get()
    if (more === undefined) return
    if (asked === undefined) attempts.interrupt("retry")
    state.update((now) => ({
      ...Arranged.takenAgain(texts)(now),
      retryAt: asked === undefined ? undefined : now.retryAt
    }))
    follow()
  }

  const stopRereading = () => {
    attempts.interrupt("again")
    isRereading = false
  }

  const open = (filter: string, order = state.get().order) => {
    // it would come as rows of the filter that is asked for now
    stopRereading()
    state.update((now) => ({ ...now, asked: filter, askedOrder: order, problem: undefined }))
    attempts.begin("open", {
      filter,
      order,
      page: 1,
      onPage: (answer, now) => {
        for (const page of state.get().loading) stop(page)
        hasFailed = false
        const opened = ListState.opened(idOf, filter, order, answer, now)
        const placed = source.beginsAtEnd === true ? Arranged.moved(idOf, Viewport.toEnd, 0) : identity
        state.update((before) => placed(opened(before)))
        follow()
      },
      onProblem: (problem, now) => state.update(ListState.failedFilter(filter, problem, now))
    })
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

  const reread = () => {
    const { asked, askedOrder } = state.get()
    if (asked !== undefined) return open(asked, askedOrder)
    isRereading = true
    attempts.begin("again", {
      filter: state.get().filter,
      order: state.get().order,
      page: 1,
      onPage: (answer, now) => {
        isRereading = hasFailed = false
        const known = ListState.received(idOf, 1, answer, now)
        state.update((before) => ({ ...Arranged.kept(texts)(known(before)), changed: new Map() }))
      },
      onProblem: (problem, now) => {
        isRereading = false
        hasFailed = true
        state.update(ListState.failedPage(1, problem, now))
      }
    })
  }

  const refresh = () => {
    const { asked, askedOrder, fetchedAt, filter, loading, local, more } = state.get()
    if (asked !== undefined || fetchedAt === undefined) return open(asked ?? filter, askedOrder)
    if (local !== undefined) return readMore(more === undefined || more.isAsked ? "held" : more.scope)
    for (const page of loading) stop(page)
    attempts.interrupt("retry")
    state.update((now) => ({
      ...now,
      ...triedAgain,
      changed: new Map(),
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
    isReread: () => isRereading,
    append: (rows, now) => state.update((before) => Arranged.kept(texts)(appended(idOf, rows, now)(before))),
    dismiss: () => {
      if (state.get().fetchedAt === undefined) return
      attempts.interrupt("open")
      attempts.interrupt("retry")
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
      attempts.renewed()
      state.update(Renewal.renewed(texts, answers, now))
      follow()
    },
    change: (id, row) => {
      state.update(ListState.changedRow(idOf, id, row))
      for (const listener of listeners) listener(id)
    },
    onChange: (listener) => void listeners.add(listener),
    age: () => state.update((now) => ({ ...now, aged: now.fetchedAt !== undefined })),
    reset: () => {
      for (const page of state.get().loading) attempts.interrupt(page)
      attempts.reset()
      isRereading = hasFailed = false
      state.update(({ local, view }) => ({
        ...ListState.initial(source.pageSize),
        view: Viewport.withHeight(Viewport.empty, (local?.view ?? view).height)
      }))
    }
  }
})
