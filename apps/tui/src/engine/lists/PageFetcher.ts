import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

import type * as Observable from "../../Observable.ts"
import * as Problem from "../../Problem.ts"
import type { ListPage } from "../../resources/Resource.ts"
import * as ListState from "./ListState.ts"
import * as ListUpdate from "./ListUpdate.ts"
import type { RowTexts } from "./LocalView.ts"
import type { IdOf } from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

/** After so many milliseconds an answer no longer counts as current. */
export const freshFor = 60_000

export interface Source<Row> {
  /** The page size to assume until the first answer. */
  readonly pageSize: number
  readonly idOf: IdOf<Row>
  /** The texts of a row to search in. */
  readonly textsOf?: (row: Row) => ReadonlyArray<string>
  /** Completes "The service refused to". */
  readonly operation: string
  readonly read: (filter: string, page: number, order: string) => Effect.Effect<ListPage<Row>, Problem.Failure>
  /** Adds advice that depends on the log-in method. */
  readonly advised?: (problem: Problem.Problem, error: unknown) => Problem.Problem
  /** Whether the last row is selected first, because new rows are appended. */
  readonly beginsAtEnd?: boolean
}

/** Fetches the pages of a list. */
export interface PageFetcher {
  /** Fetches the missing pages, and cancels requests for others. */
  readonly fetchMissing: () => void
  /** Cancels the requests for pages. */
  readonly cancel: () => void
  /** Requests the first page of a filter, in an order of the service. */
  readonly open: (filter: string, order?: string) => void
  /** Cancels the requested filter. */
  readonly cancelOpen: () => void
  /** Reads the first page again. */
  readonly reread: () => void
  readonly isRereading: () => boolean
  /** Cancels the automatic retry. */
  readonly cancelRetry: () => void
  /** Stops reading more pages, or withdraws the question. */
  readonly stopLoading: () => void
  /** Restarts the age of the rows after another request has read them. */
  readonly renewed: () => void
  /** Cancels everything. */
  readonly reset: () => void
}

const filterAdvice = "Correct the filter, or clear it."
const orderAdvice = "Choose another order, or none."
const pageAdvice = "Try again, or log in as somebody who may see this."

/** The tasks of a list, one of each at a time: a page, a new filter, the first page again, growing old, a retry. */
type Task = number | "open" | "reread" | "age" | "retry"

interface Request<Row> {
  readonly filter: string
  readonly order: string
  readonly page: number
  readonly onPage: (page: ListPage<Row>, now: number) => void
  readonly onProblem: (problem: Problem.Problem, now: number) => void
}

export const make = Effect.fnUntraced(function* <Row>(
  { advised = identity, beginsAtEnd = false, operation, read }: Source<Row>,
  texts: RowTexts<Row>,
  state: Observable.Observable<ListState.ListState<Row>>
): Effect.fn.Return<PageFetcher, never, Scope.Scope> {
  const { idOf } = texts
  const fibers = yield* FiberMap.make<Task>()
  const fork = yield* FiberMap.runtime(fibers)()
  let failures = 0
  let isRereading = false
  let hasRereadFailed = false

  const interrupt = (task: Task) => {
    const fiber = FiberMap.getUnsafe(fibers, task)
    if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
  }

  const renewed = () =>
    void fork(
      "age",
      Effect.map(Effect.sleep(freshFor), () => state.update((now) => ({ ...now, isOld: true })))
    )

  const retry = () => {
    state.update((now) => ({ ...now, retryAt: undefined, failed: new Set() }))
    const { fetchedAt, filter, requested, requestedOrder } = state.get()
    if (requested !== undefined || fetchedAt === undefined) open(requested ?? filter, requestedOrder)
    else if (hasRereadFailed) reread()
    else fetchMissing()
  }

  const request = (task: number | "open" | "reread", { filter, onPage, onProblem, order, page }: Request<Row>) => {
    const onAnswer = (answer: ListPage<Row>, now: number) => {
      failures = 0
      interrupt("retry")
      renewed()
      onPage(answer, now)
    }
    const onFailure = (error: Problem.Failure, now: number) => {
      const openAdvice = filter !== "" ? filterAdvice : order !== "" ? orderAdvice : pageAdvice
      const problem = advised(Problem.describe(operation, error, task === "open" ? openAdvice : pageAdvice), error)
      onProblem(problem, now)
      if (problem.kind !== "offline") return
      const delay = Problem.retryDelay(failures++)
      state.update((before) => ({ ...before, retryAt: now + delay }))
      fork("retry", Effect.map(Effect.sleep(delay), retry))
    }
    fork(
      task,
      read(filter, page, order).pipe(
        Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (now) => onAnswer(answer, now))),
        Effect.catch((error) => Effect.map(Clock.currentTimeMillis, (now) => onFailure(error, now)))
      )
    )
  }

  const cancelPage = (page: number) => {
    interrupt(page)
    state.update((now) => ({ ...now, loading: ListUpdate.without(now.loading, page) }))
  }

  const cancel = () => {
    for (const page of state.get().loading) cancelPage(page)
  }

  const fetchPage = (page: number) => {
    state.update((now) => ({ ...now, loading: new Set(now.loading).add(page) }))
    const { filter, order } = state.get()
    request(page, {
      filter,
      order,
      page,
      onPage: (answer, now) => {
        state.update(ListUpdate.received(idOf, page, answer, now))
        fetchMissing()
      },
      onProblem: (problem, now) => {
        if (problem.kind === "refused" && ListState.isBeyondEnd(state.get(), page)) {
          state.update(ListUpdate.received(idOf, page, { entries: [], page_size: 0 }, now))
          return fetchMissing()
        }
        state.update(ListUpdate.failedPage(page, problem, now))
        if (problem.kind !== "offline") stopLoading()
      }
    })
  }

  const fetchMissing = () => {
    const { failed, fetchedAt, loading, more } = state.get()
    if (fetchedAt === undefined) return
    const missing = ListState.missingPages(state.get())
    for (const page of loading) if (!missing.includes(page)) cancelPage(page)
    if (more !== undefined && !more.isAsked && missing.length === 0) return state.update(ListUpdate.rearranged(texts))
    for (const page of missing) if (!loading.has(page) && !failed.has(page)) fetchPage(page)
  }

  const stopLoading = () => {
    const { more, requested } = state.get()
    if (more === undefined) return
    if (requested === undefined) interrupt("retry")
    state.update((now) => ({
      ...ListUpdate.rearranged(texts)(now),
      retryAt: requested === undefined ? undefined : now.retryAt
    }))
    fetchMissing()
  }

  const open = (filter: string, order = state.get().order) => {
    // its answer would be taken for one to the new filter
    interrupt("reread")
    isRereading = false
    state.update((now) => ({ ...now, requested: filter, requestedOrder: order, problem: undefined }))
    request("open", {
      filter,
      order,
      page: 1,
      onPage: (answer, now) => {
        cancel()
        hasRereadFailed = false
        const opened = ListUpdate.opened(idOf, filter, order, answer, now)
        const placed = beginsAtEnd ? ListUpdate.moved(idOf, Viewport.toEnd, 0) : identity
        state.update((before) => placed(opened(before)))
        fetchMissing()
      },
      onProblem: (problem, now) => state.update(ListUpdate.failedFilter(filter, problem, now))
    })
  }

  const reread = () => {
    const { filter, order, requested, requestedOrder } = state.get()
    if (requested !== undefined) return open(requested, requestedOrder)
    isRereading = true
    request("reread", {
      filter,
      order,
      page: 1,
      onPage: (answer, now) => {
        isRereading = hasRereadFailed = false
        state.update(ListUpdate.reread(texts, answer, now))
      },
      onProblem: (problem, now) => {
        isRereading = false
        hasRereadFailed = true
        state.update(ListUpdate.failedPage(1, problem, now))
      }
    })
  }

  return {
    fetchMissing,
    cancel,
    open,
    cancelOpen: () => interrupt("open"),
    reread,
    isRereading: () => isRereading,
    cancelRetry: () => interrupt("retry"),
    stopLoading,
    renewed,
    reset: () => {
      for (const task of [...state.get().loading, "open", "reread", "age", "retry"] as const) interrupt(task)
      failures = 0
      isRereading = hasRereadFailed = false
    }
  }
})
