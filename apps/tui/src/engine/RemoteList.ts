import type { Page } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

import * as Problem from "../Problem.ts"
import * as Backoff from "./Backoff.ts"
import * as Cell from "./Cell.ts"
import * as ListState from "./ListState.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

export interface Source<Row> {
  /** Size of the pages to count with until the first answer. */
  readonly pageSize: number
  readonly idOf: ListState.IdOf<Row>
  /** Completes "The service refused to". */
  readonly doing: string
  readonly read: (filter: string, page: number) => Effect.Effect<Page.Page<Row>, Problem.Failure>
  readonly onSessionEnded: (reason: string) => void
}

/** A paged list of the service, of which only what is on screen, and soon will be, is fetched. */
export interface RemoteList<Row> {
  readonly state: Cell.Cell<ListState.ListState<Row>>
  /** Asks for the first page of a filter; the rows at hand stay until it has come. */
  readonly open: (filter: string) => void
  /** Fetches what is on screen once more, or the filter that had no answer. */
  readonly refresh: () => void
  /** Gives up the filter that was asked for, and what is said of the last problem. */
  readonly dismiss: () => void
  readonly move: (to: (view: Viewport.Viewport) => Viewport.Viewport, heading?: PageCache.Heading) => void
  readonly resize: (height: number) => void
  /** Notes how a row is after a change, or that it is gone; it stays in its place until the list is refreshed. */
  readonly change: (id: ListState.Id, row: Row | undefined) => void
  /** Forgets all that was read. */
  readonly reset: () => void
}

/** After this an answer no longer passes for the present. */
export const freshFor = "60 seconds"

const refusedFilter = "Correct the filter (field=value, such as email=grace@example.com) or clear it."
const refusedPage = "Try again, or log in as somebody who may see this."

export const make = Effect.fnUntraced(function* <Row>(
  source: Source<Row>
): Effect.fn.Return<RemoteList<Row>, never, Scope.Scope> {
  const state = Cell.make(ListState.initial<Row>(source.pageSize))
  const fibers = yield* FiberMap.make<number | "open" | "age" | "retry">()
  const fork = yield* FiberMap.runtime(fibers)()

  const age = () =>
    fork(
      "age",
      Effect.map(Effect.sleep(freshFor), () => state.update((now) => ({ ...now, aged: true })))
    )

  let failures = 0

  /** Asks again by itself, later each time, for as long as there is no connection. */
  const retryLater = (problem: Problem.Problem, now: number) => {
    if (problem.kind !== "offline") return
    const wait = Backoff.wait(failures++)
    state.update((state) => ({ ...state, retryAt: now + wait }))
    fork(
      "retry",
      Effect.map(Effect.sleep(wait), () => {
        state.update((now) => ({ ...now, retryAt: undefined, failed: new Set() }))
        const { asked, fetchedAt, filter } = state.get()
        if (asked !== undefined || fetchedAt === undefined) open(asked ?? filter)
        else follow()
      })
    )
  }

  const answered = () => {
    failures = 0
    interrupt("retry")
    age()
  }

  const attempt = (
    filter: string,
    page: number,
    advice: string,
    onPage: (page: Page.Page<Row>, now: number) => void,
    onProblem: (problem: Problem.Problem, now: number) => void
  ) =>
    source.read(filter, page).pipe(
      Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (now) => onPage(answer, now))),
      Effect.catch((error) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const problem = Problem.of(source.doing, error, advice)
          onProblem(problem, now)
          retryLater(problem, now)
          if (Problem.isEnd(error)) source.onSessionEnded(error.reason)
        })
      )
    )

  const interrupt = (key: number | "open" | "age" | "retry") => {
    const fiber = FiberMap.getUnsafe(fibers, key)
    if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
  }

  const stop = (page: number) => {
    interrupt(page)
    state.update((now) => ({ ...now, loading: ListState.without(now.loading, page) }))
  }

  const fetchPage = (page: number) => {
    state.update((now) => ({ ...now, loading: new Set(now.loading).add(page) }))
    fork(
      page,
      attempt(
        state.get().filter,
        page,
        refusedPage,
        (answer, now) => {
          state.update(ListState.received(source.idOf, page, answer, now))
          answered()
          follow()
        },
        (problem, now) => state.update(ListState.failedPage(page, problem, now))
      )
    )
  }

  /** Fetches what is missing on screen and lets go of what has left it. */
  const follow = () => {
    const { cache, failed, fetchedAt, heading, loading, view } = state.get()
    if (fetchedAt === undefined) return
    const missing = PageCache.missing(cache, view, heading)
    for (const page of loading) if (!missing.includes(page)) stop(page)
    for (const page of missing) if (!loading.has(page) && !failed.has(page)) fetchPage(page)
  }

  const open = (filter: string) => {
    state.update((now) => ({ ...now, asked: filter, problem: undefined }))
    fork(
      "open",
      attempt(
        filter,
        1,
        filter === "" ? refusedPage : refusedFilter,
        (answer, now) => {
          for (const page of state.get().loading) stop(page)
          state.update(ListState.opened(source.idOf, filter, answer, now))
          answered()
          follow()
        },
        (problem, now) => state.update(ListState.failedFilter(filter, problem, now))
      )
    )
  }

  const refresh = () => {
    const { asked, fetchedAt, filter, loading } = state.get()
    if (asked !== undefined || fetchedAt === undefined) return open(asked ?? filter)
    for (const page of loading) stop(page)
    interrupt("retry")
    state.update((now) => ({
      ...now,
      problem: undefined,
      failed: new Set(),
      retryAt: undefined,
      changed: new Map(),
      cache: PageCache.outdated(now.cache)
    }))
    follow()
  }

  return {
    state,
    open,
    refresh,
    dismiss: () => {
      if (state.get().fetchedAt === undefined) return
      interrupt("open")
      interrupt("retry")
      state.update((now) => ({ ...now, asked: undefined, problem: undefined, retryAt: undefined }))
    },
    move: (to, heading = 0) => {
      state.update((now) => ListState.anchored(source.idOf)({ ...now, view: to(now.view), heading }))
      follow()
    },
    resize: (height) => {
      state.update((now) =>
        now.view.height === height ? now : { ...now, view: Viewport.withHeight(now.view, height) }
      )
      follow()
    },
    change: (id, row) => state.update(ListState.changedRow(source.idOf, id, row)),
    reset: () => {
      for (const page of state.get().loading) interrupt(page)
      for (const key of ["open", "age", "retry"] as const) interrupt(key)
      failures = 0
      state.update(({ view }) => ({
        ...ListState.initial(source.pageSize),
        view: Viewport.withHeight(Viewport.empty, view.height)
      }))
    }
  }
})
