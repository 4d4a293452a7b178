import type { Page } from "@remote-assist/core"

import type { Problem } from "../Problem.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

/** A list as far as it is known. What is asked for but not yet answered never hides the rows that are at hand. */
export interface ListState<Row> {
  /** The filter of the rows at hand; empty for none. */
  readonly filter: string
  /** The filter that was asked for, until its first page has come. */
  readonly asked: string | undefined
  readonly cache: PageCache.PageCache<Row>
  readonly view: Viewport.Viewport
  readonly heading: PageCache.Heading
  readonly loading: ReadonlySet<number>
  /** Pages not to ask for again by themselves. */
  readonly failed: ReadonlySet<number>
  readonly problem: Problem | undefined
  /** Time of the last answer, in milliseconds. */
  readonly fetchedAt: number | undefined
  readonly failedAt: number | undefined
  /** Whether the last answer is too old to pass for the present. */
  readonly aged: boolean
}

export const initial = <Row>(pageSize: number): ListState<Row> => ({
  filter: "",
  asked: undefined,
  cache: PageCache.empty(pageSize),
  view: Viewport.empty,
  heading: 0,
  loading: new Set(),
  failed: new Set(),
  problem: undefined,
  fetchedAt: undefined,
  failedAt: undefined,
  aged: false
})

export const without = <A>(set: ReadonlySet<A>, member: A): ReadonlySet<A> =>
  new Set([...set].filter((other) => other !== member))

const answered = (now: number) => ({
  problem: undefined,
  failed: new Set<number>(),
  fetchedAt: now,
  failedAt: undefined,
  aged: false
})

/** The first page of the filter that was asked for: from here on the list is that one. */
export const opened =
  <Row>(filter: string, page: Page.Page<Row>, now: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...initial<Row>(page.page_size),
    ...answered(now),
    filter,
    view: Viewport.withTotal({ ...Viewport.empty, height: state.view.height }, page.total_entries),
    cache: PageCache.received(PageCache.empty(page.page_size || state.cache.pageSize), 1, page.entries, 0)
  })

/** A page of the list on screen. One of another size than the cache counts with starts the cache anew. */
export const received =
  <Row>(number: number, page: Page.Page<Row>, now: number) =>
  (state: ListState<Row>): ListState<Row> => {
    const view = Viewport.withTotal(state.view, page.total_entries)
    const common = { ...state, ...answered(now), view, loading: without(state.loading, number) }
    return page.page_size !== state.cache.pageSize && page.page_size > 0
      ? { ...common, cache: PageCache.empty(page.page_size) }
      : { ...common, cache: PageCache.received(state.cache, number, page.entries, view.top) }
  }

export const failedPage =
  <Row>(number: number, problem: Problem, now: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    problem,
    failedAt: now,
    loading: without(state.loading, number),
    failed: new Set(state.failed).add(number)
  })

/** A filter that could not be applied stays asked for only if asking once more may help. */
export const failedFilter =
  <Row>(filter: string, problem: Problem, now: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    problem,
    failedAt: problem.kind === "refused" ? state.failedAt : now,
    asked: problem.kind === "refused" ? undefined : filter
  })

export const selected = <Row>(state: ListState<Row>): Row | undefined =>
  state.view.total === 0 ? undefined : PageCache.rowAt(state.cache, state.view.cursor)
