import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HashMap from "effect/HashMap"
import type * as Scope from "effect/Scope"

import type * as Problem from "../../Problem.ts"
import type { ListPage } from "../../resources/Resource.ts"
import type * as Observable from "../Observable.ts"
import * as Arranged from "./Arranged.ts"
import * as Attempts from "./Attempts.ts"
import * as ListState from "./ListState.ts"
import type { RowTexts } from "./LocalView.ts"
import * as Viewport from "./Viewport.ts"

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

/** What brings the pages of a list in. */
export interface Fetching {
  /** Fetches what is wanted, and lets go of what is not any more. */
  readonly follow: () => void
  /** Lets go of the pages that are under way. */
  readonly stop: () => void
  /** Asks for the first page of a filter, in an order of the service. */
  readonly open: (filter: string, order?: string) => void
  /** Gives up the filter that was asked for. */
  readonly giveUp: () => void
  /** Reads the first page once more. */
  readonly reread: () => void
  readonly isReread: () => boolean
  /** Does not wait to try again. */
  readonly stopWaiting: () => void
  /** Ends the reading of more pages than are on screen, or takes back the question. */
  readonly stopLoading: () => void
  /** The rows are those of now, by an answer that another asked for. */
  readonly renewed: () => void
  /** Lets go of all that is under way. */
  readonly reset: () => void
}

/** Brings in the pages that a list wants, again and again while there is no connection. */
export const make = Effect.fnUntraced(function* <Row>(
  source: Source<Row>,
  texts: RowTexts<Row>,
  state: Observable.Observable<ListState.ListState<Row>>
): Effect.fn.Return<Fetching, never, Scope.Scope> {
  const { idOf } = texts
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

  let isRereading = false
  let hasFailed = false

  const stop = (page: number) => {
    attempts.interrupt(page)
    state.update((now) => ({ ...now, loading: ListState.without(now.loading, page) }))
  }

  const stopAll = () => {
    for (const page of state.get().loading) stop(page)
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
        stopAll()
        hasFailed = false
        const opened = ListState.opened(idOf, filter, order, answer, now)
        const placed = source.beginsAtEnd === true ? Arranged.moved(idOf, Viewport.toEnd, 0) : identity
        state.update((before) => placed(opened(before)))
        follow()
      },
      onProblem: (problem, now) => state.update(ListState.failedFilter(filter, problem, now))
    })
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
        state.update((before) => ({ ...Arranged.kept(texts)(known(before)), changed: HashMap.empty() }))
      },
      onProblem: (problem, now) => {
        isRereading = false
        hasFailed = true
        state.update(ListState.failedPage(1, problem, now))
      }
    })
  }

  return {
    follow,
    stop: stopAll,
    open,
    giveUp: () => attempts.interrupt("open"),
    reread,
    isReread: () => isRereading,
    stopWaiting: () => attempts.interrupt("retry"),
    stopLoading,
    renewed: () => attempts.renewed(),
    reset: () => {
      for (const page of state.get().loading) attempts.interrupt(page)
      attempts.reset()
      isRereading = hasFailed = false
    }
  }
})
