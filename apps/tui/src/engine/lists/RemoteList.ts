import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Observable from "../../Observable.ts"
import * as Problem from "../../Problem.ts"
import type { ListPage } from "../../resources/Resource.ts"
import * as ListState from "./ListState.ts"
import * as ListUpdate from "./ListUpdate.ts"
import type * as LocalView from "./LocalView.ts"
import * as OpenList from "./OpenList.ts"
import * as PageCache from "./PageCache.ts"

/** After so many milliseconds an answer no longer counts as current. */
export const freshFor = 60_000

export interface Source<Row> {
  /** The page size to assume until the first answer. */
  readonly pageSize: number
  readonly idOf: PageCache.IdOf<Row>
  readonly textsOf?: (row: Row) => ReadonlyArray<string>
  /** Completes "The service refused to". */
  readonly operation: string
  readonly read: (filter: string, page: number, order: string) => Effect.Effect<ListPage<Row>, Problem.Failure>
  /** Returns a hint for the correction of a filter, after a space. */
  readonly filterHint?: (filter: string) => string
  /** Adds advice that depends on the log-in method. */
  readonly advised?: (problem: Problem.Problem, error: unknown) => Problem.Problem
  /** Whether new rows come at the end: the last row is selected first, and the new last row replaces it. */
  readonly growsAtEnd?: boolean | undefined
}

const pageAdvice = "Try again, or log in as somebody who may see this."

/** The tasks of a list, one of each at a time: a page, a new filter, the first page again, growing old, a retry. */
type Task = number | "open" | "reread" | "age" | "retry"

/** Makes a paged list of the service. Only the pages that are or will be visible are fetched. */
export const make = Effect.fnUntraced(function* <Row>({
  advised = identity,
  filterHint = () => "",
  growsAtEnd = false,
  idOf,
  operation,
  pageSize,
  read,
  textsOf = (row) => [String(idOf(row))]
}: Source<Row>) {
  const updates = ListUpdate.make({ growsAtEnd, idOf, textsOf })
  const state = Observable.make(new ListState.ListState<Row>(pageSize))
  const set = (change: Partial<ListState.ListState<Row>>) => state.update((now) => ({ ...now, ...change }))
  const listeners = new Set<(id: PageCache.Id) => void>()
  const fibers = yield* FiberMap.make<Task>()
  const fork = yield* FiberMap.runtime(fibers)()
  let failures = 0
  let rereading: "running" | "failed" | undefined

  const cancel = (task: Task) => {
    const fiber = FiberMap.getUnsafe(fibers, task)
    if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
  }

  const aging = Effect.map(Effect.sleep(freshFor), () => set({ isOld: true }))

  /** Requests a filter without an answer, or the first page, again; returns false if there is an answer. */
  const reopen = () => {
    const { fetchedAt, filter, requested, requestedOrder } = state.get()
    if (requested === undefined && fetchedAt !== undefined) return false
    open(requested ?? filter, requestedOrder)
    return true
  }

  const retry = () => {
    set({ retryAt: undefined, failed: new Set() })
    if (reopen()) return
    if (rereading === "failed") reread()
    else fetchMissing()
  }

  /** Reads a page. Without a connection, it is retried later. */
  const request = (
    task: Task,
    { filter, order, page }: { readonly filter: string; readonly order: string; readonly page: number },
    onPage: (page: ListPage<Row>, now: number) => void,
    onProblem: (problem: Problem.Problem, now: number) => void
  ) => {
    const attempt = Effect.gen(function* () {
      const answer = yield* Effect.result(read(filter, page, order))
      const now = yield* Clock.currentTimeMillis
      if (Result.isSuccess(answer)) {
        failures = 0
        cancel("retry")
        fork("age", aging)
        return onPage(answer.success, now)
      }
      const correct = `Correct the filter, or clear it.${filterHint(filter)}`
      const openAdvice = filter === "" ? "Choose another order, or none." : correct
      const advice = task === "open" && `${filter}${order}` !== "" ? openAdvice : pageAdvice
      const problem = advised(Problem.describe(operation, answer.failure, advice), answer.failure)
      onProblem(problem, now)
      if (problem.kind !== "offline") return
      const delay = Problem.retryDelay(failures++)
      set({ retryAt: now + delay })
      fork("retry", Effect.map(Effect.sleep(delay), retry))
    })
    fork(task, attempt)
  }

  const cancelPages = (except: ReadonlyArray<number> = []) => {
    for (const page of state.get().loading)
      if (!except.includes(page)) {
        cancel(page)
        set({ loading: ListUpdate.remove(state.get().loading, page) })
      }
  }

  const fetchPage = (page: number) => {
    const { filter, loading, order } = state.get()
    set({ loading: new Set(loading).add(page) })
    const onPage = (answer: ListPage<Row>, at: number) => {
      state.update((now) => updates.addPage(now, page, answer, at))
      fetchMissing()
    }
    request(page, { filter, order, page }, onPage, (problem, at) => {
      if (problem.kind === "refused" && ListState.isBeyondEnd(state.get(), page))
        return onPage({ entries: [], page_size: 0 }, at)
      state.update((now) => updates.failPage(now, page, problem, at))
      if (problem.kind !== "offline") stopLoading()
    })
  }

  /** Fetches the missing pages, and cancels requests for others. */
  const fetchMissing = () => {
    const { failed, fetchedAt, loading, more } = state.get()
    if (fetchedAt === undefined) return
    const missing = ListState.missingPages(state.get())
    cancelPages(missing)
    if (more !== undefined && !more.isAsked && missing.length === 0) return state.update(updates.rearrange)
    for (const page of missing) if (!loading.has(page) && !failed.has(page)) fetchPage(page)
  }

  const stopLoading = () => {
    const { more, requested } = state.get()
    if (more === undefined) return
    if (requested === undefined) cancel("retry")
    state.update((now) => ({ ...updates.rearrange(now), ...(requested === undefined && { retryAt: undefined }) }))
    fetchMissing()
  }

  const open = (filter: string, order = state.get().order) => {
    // its answer would be taken for one to the new filter
    cancel("reread")
    if (rereading === "running") rereading = undefined
    set({ requested: filter, requestedOrder: order, problem: undefined })
    request(
      "open",
      { filter, order, page: 1 },
      (answer, at) => {
        cancelPages()
        rereading = undefined
        state.update((now) => updates.open(now, filter, order, answer, at))
        fetchMissing()
      },
      (problem, at) => state.update((now) => updates.failFilter(now, filter, problem, at))
    )
  }

  const reread = () => {
    if (reopen()) return
    const { filter, order } = state.get()
    rereading = "running"
    request(
      "reread",
      { filter, order, page: 1 },
      (answer, at) => {
        rereading = undefined
        state.update((now) => updates.replaceFirst(now, answer, at))
      },
      (problem, at) => {
        rereading = "failed"
        state.update((now) => updates.failPage(now, 1, problem, at))
      }
    )
  }

  const arrange = (arrangement: LocalView.Arrangement<Row>) => {
    const { fetchedAt, local } = state.get()
    const isOff = arrangement.order === undefined && arrangement.search === ""
    if (fetchedAt === undefined || (isOff && local === undefined)) return
    state.update((now) => (isOff ? updates.endLocalView(now) : updates.arrange(now, arrangement)))
    fetchMissing()
  }

  const readMore = (scope: ListState.Loading["scope"]) => {
    const { local, requested } = state.get()
    // the rows of a requested filter will replace these
    if (local === undefined || requested !== undefined) return
    cancel("retry")
    state.update((now) => updates.loadMore(now, scope))
    fetchMissing()
  }

  const move = (to: (view: PageCache.Viewport) => PageCache.Viewport, heading: PageCache.Heading = 0) => {
    state.update((now) => ({
      ...updates.move(ListUpdate.stopSearch(now), to, heading),
      shifts: 0
    }))
    if (state.get().local === undefined) fetchMissing()
  }

  return {
    state,
    /** Requests a filter, in an order of the service. The loaded rows stay until the answer has come. */
    open,
    /** Fetches the visible pages again, or the filter that has no answer. */
    refresh: () => {
      const { cache, local, more } = state.get()
      if (reopen()) return
      if (local !== undefined) return readMore(more === undefined || more.isAsked ? "cached" : more.scope)
      cancelPages()
      cancel("retry")
      set({ ...ListUpdate.withoutFailures, shifts: 0, cache: PageCache.outdated(cache) })
      fetchMissing()
    },
    /** Reads the first page again, without marking the rows as outdated; for short lists that change by themselves. */
    reread,
    isRereading: () => rereading === "running",
    /** Cancels the requested filter, and clears the problem. */
    dismiss: () => {
      if (state.get().fetchedAt === undefined) return
      cancel("open")
      cancel("retry")
      stopLoading()
      const { end } = ListUpdate.stopSearch(state.get())
      set({ end, requested: undefined, problem: undefined, retryAt: undefined })
    },
    /** Sorts the loaded rows, or shows them in the order of the service. */
    sort: (order: LocalView.SortOrder<Row> | undefined) => arrange({ order, search: state.get().local?.search ?? "" }),
    /** Shows the loaded rows that contain a word; all rows for an empty word. */
    search: (word: string) => arrange({ order: state.get().local?.order, search: word.trim() }),
    /** Reads every page for the local view. Above `ListState.maxRows` the state asks for a second call. */
    loadAll: () => readMore("all"),
    /** Stops `loadAll`, or withdraws the question; the rows that have come stay. */
    stopLoading,
    /** Selects a row, counted from 0, or the last row; without a total it is searched. */
    goTo: (row: number | undefined) => {
      const { cache, end, local, view } = state.get()
      const isKnown = row !== undefined && row < view.total
      if (local !== undefined || isKnown || end === undefined || end.isFound)
        return move((view) => PageCache.moveTo(view, row ?? view.total - 1))
      const search = OpenList.startSearch(row, cache.pageSize, view.total)
      set({ failed: new Set(), shifts: 0, end: { ...end, search } })
      fetchMissing()
    },
    move,
    resize: (height: number) => {
      if (ListState.viewOf(state.get()).height === height && state.get().view.height === height) return
      state.update(ListState.resized(height))
      fetchMissing()
    },
    /** Replaces pages that were read again, within the same edition. */
    renew: (answers: ReadonlyArray<ListUpdate.RereadPage<Row>>, at: number) => {
      fork("age", aging)
      state.update((now) => updates.renewPages(now, answers, at))
      fetchMissing()
    },
    /** Replaces a changed row, or marks it as deleted; it keeps its position until the list is refreshed. */
    change: (id: PageCache.Id, row: Row | undefined) => {
      state.update(ListState.withRow(idOf, id, row))
      for (const listener of listeners) listener(id)
    },
    onChange: (listener: (id: PageCache.Id) => void) => void listeners.add(listener),
    /** Marks the rows as no longer current. */
    age: () => state.update((now) => (now.isOld || now.fetchedAt === undefined ? now : { ...now, isOld: true })),
    reset: () => {
      for (const task of [...state.get().loading, "open", "reread", "age", "retry"] as const) cancel(task)
      failures = 0
      rereading = undefined
      const view = PageCache.withHeight(PageCache.emptyView, ListState.viewOf(state.get()).height)
      state.update(() => ({ ...new ListState.ListState<Row>(pageSize), view }))
    }
  }
})

export type RemoteList<Row> = Effect.Success<ReturnType<typeof make<Row>>>
