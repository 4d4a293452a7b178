import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Problem } from "../../Problem.ts"
import { totalEntries } from "../../resources/Resource.ts"
import type { ListPage } from "../../resources/Resource.ts"
import * as Loading from "./Loading.ts"
import * as LocalView from "./LocalView.ts"
import * as OpenEnd from "./OpenEnd.ts"
import * as OpenList from "./OpenList.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

/** A list as far as it is known. What is asked for but not yet answered never hides the rows that are at hand. */
export interface ListState<Row> {
  /** The filter of the rows at hand; empty for none. */
  readonly filter: string
  /** The filter that was asked for, until its first page has come. */
  readonly asked: string | undefined
  /** How the service orders the rows at hand; empty as it likes. */
  readonly order: string
  /** The order that was asked for with the filter. */
  readonly askedOrder: string
  readonly cache: PageCache.PageCache<Row>
  /** What is known of the end of a list that does not tell its total; nothing of one that does. */
  readonly end: OpenEnd.OpenEnd | undefined
  /** How often rows were found to have moved since one looked elsewhere. */
  readonly shifts: number
  /** What is on screen of the whole list; of a local view it is in `local`. */
  readonly view: Viewport.Viewport
  /** The rows at hand sorted or searched, while they are. */
  readonly local: LocalView.LocalView<Row> | undefined
  /** What more of the list is read for the local view. */
  readonly more: Loading.Loading | undefined
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
  /** When it is asked for again by itself, in milliseconds, where there was no connection. */
  readonly retryAt: number | undefined
  /** Id of the row that is selected, once it is known. */
  readonly anchor: Id | undefined
  /** Whether the row that was selected is not where it was, nor anywhere near. */
  readonly isGone: boolean
  /** Rows that were changed here since they were read: they stay where they are until the list is refreshed. */
  readonly changed: HashMap.HashMap<Id, "changed" | "gone">
}

export type { Id, IdOf }

export const initial = <Row>(pageSize: number): ListState<Row> => ({
  filter: "",
  asked: undefined,
  order: "",
  askedOrder: "",
  cache: PageCache.empty(pageSize),
  end: undefined,
  shifts: 0,
  view: Viewport.empty,
  local: undefined,
  more: undefined,
  heading: 0,
  loading: new Set(),
  failed: new Set(),
  problem: undefined,
  fetchedAt: undefined,
  failedAt: undefined,
  aged: false,
  retryAt: undefined,
  anchor: undefined,
  isGone: false,
  changed: HashMap.empty()
})

export const without = <A>(set: ReadonlySet<A>, member: A): ReadonlySet<A> =>
  new Set([...set].filter((other) => other !== member))

/** What an answer makes of what was known of failures. */
export const answered = (now: number) => ({
  problem: undefined,
  failed: new Set<number>(),
  fetchedAt: now,
  failedAt: undefined,
  aged: false,
  retryAt: undefined
})

/** Whether there may be more rows than are counted. */
export const isOpen = ({ end }: Pick<ListState<unknown>, "end">): boolean => end !== undefined && !end.isFound

/** The same without looking for a row or the end. */
export const settled = <Row>(state: ListState<Row>): ListState<Row> =>
  state.end?.sought === undefined ? state : { ...state, end: { ...state.end, sought: undefined } }

/** Whether a page is behind all rows that are known, so that there may be none: some services refuse such a page. */
export const isBehind = (state: ListState<unknown>, page: number): boolean =>
  isOpen(state) && (page - 1) * state.cache.pageSize >= state.view.total

/** What is on screen, of the local view where there is one. */
export const viewOf = ({ local, view }: Pick<ListState<unknown>, "local" | "view">): Viewport.Viewport =>
  local?.view ?? view

/** A row by its place in what is on screen, where it is at hand. */
export const rowAt = <Row>({ cache, local }: ListState<Row>, index: number): Row | undefined =>
  local === undefined ? PageCache.rowAt(cache, index) : LocalView.rowAt(local, index)

/** Where a row is in what is on screen, of those at hand. */
export const indexOf = <Row>({ cache, local }: ListState<Row>, idOf: IdOf<Row>, id: Id): number | undefined =>
  local === undefined ? PageCache.indexWhere(cache, (row) => idOf(row) === id) : LocalView.indexOf(local, idOf, id)

const rowAtCursor = <Row>(state: ListState<Row>): Row | undefined => {
  const { cursor, total } = viewOf(state)
  return total === 0 ? undefined : rowAt(state, cursor)
}

/** The pages to fetch: what is on screen and soon will be, or what more is read for a local view. */
export const wanted = <Row>(state: ListState<Row>): ReadonlyArray<number> => {
  const { cache, end, heading, local, more, view } = state
  if (local !== undefined) return more === undefined ? [] : Loading.next(more, cache, view.total, isOpen(state))
  const missing = PageCache.missing(cache, view, heading, isOpen(state))
  const probe = end?.sought?.probe
  return probe === undefined || missing.includes(probe) ? missing : [...missing, probe]
}

/** Selects the row at the cursor. */
export const anchored =
  <Row>(idOf: IdOf<Row>) =>
  (state: ListState<Row>): ListState<Row> => {
    const row = rowAtCursor(state)
    return { ...state, anchor: row === undefined ? undefined : idOf(row), isGone: false }
  }

/** What was done here to a row since it was read. */
export const changeOf = ({ changed }: Pick<ListState<unknown>, "changed">, id: Id): "changed" | "gone" | undefined =>
  Option.getOrUndefined(HashMap.get(changed, id))

/** Whether the selected row was deleted here: once it is not there any more, the one in its place is selected. */
export const isDeleted = (state: Pick<ListState<unknown>, "anchor" | "changed">): boolean =>
  state.anchor !== undefined && changeOf(state, state.anchor) === "gone"

/** Follows the selected row to where it is now; where it is nowhere near, nothing is selected in its place. */
const following =
  <Row>(idOf: IdOf<Row>) =>
  (state: ListState<Row>): ListState<Row> => {
    const { anchor, cache, local, view } = state
    if (local !== undefined) return state
    const row = rowAtCursor(state)
    if (anchor === undefined) return anchored(idOf)(state)
    if (row !== undefined && idOf(row) === anchor) return { ...state, isGone: false }
    const found = PageCache.indexWhere(cache, (row) => idOf(row) === anchor)
    if (found !== undefined) return { ...state, view: Viewport.moveTo(view, found), isGone: false }
    if (isDeleted(state) && (row !== undefined || view.total === 0)) return anchored(idOf)(state)
    const isRead = view.total === 0 || PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, view.cursor))
    return { ...state, isGone: isRead }
  }

/** The first page of the filter that was asked for: from here on the list is that one. */
export const opened =
  <Row>(idOf: IdOf<Row>, filter: string, order: string, page: ListPage<Row>, now: number) =>
  (state: ListState<Row>): ListState<Row> => {
    const total = totalEntries(page)
    const rows = page.entries.length
    const pageSize = (total === undefined ? Math.max(page.page_size, rows) : page.page_size) || state.cache.pageSize
    return anchored(idOf)({
      ...initial<Row>(pageSize),
      ...answered(now),
      filter,
      order,
      end: total === undefined ? OpenEnd.opened(rows, pageSize) : undefined,
      view: Viewport.withTotal({ ...Viewport.empty, height: state.view.height }, total ?? rows),
      cache: PageCache.received(PageCache.empty(pageSize), 1, page.entries, 0)
    })
  }

/** A page of the list on screen. One of another size than the cache counts with starts the cache anew. */
export const received =
  <Row>(idOf: IdOf<Row>, number: number, page: ListPage<Row>, now: number) =>
  (state: ListState<Row>): ListState<Row> => {
    const total = totalEntries(page)
    const most = state.local === undefined ? PageCache.capacity : Infinity
    if (total === undefined) {
      const known = OpenList.received(state, idOf, number, page, most)
      const more = state.more && Loading.grown(state.more, known.view.total)
      const loading = without(state.loading, number)
      const hasLanded = state.end?.sought !== undefined && known.end?.sought === undefined
      const follow = hasLanded ? anchored(idOf) : following(idOf)
      return follow({ ...state, ...answered(now), ...known, more, loading })
    }
    const view = Viewport.withTotal(state.view, total)
    const more = state.more && Loading.grown(state.more, total)
    const common = { ...state, ...answered(now), view, more, loading: without(state.loading, number) }
    return page.page_size !== state.cache.pageSize && page.page_size > 0
      ? { ...common, cache: PageCache.empty(page.page_size) }
      : following(idOf)({ ...common, cache: PageCache.received(state.cache, number, page.entries, view.top, most) })
  }

/** A row that was changed here: it stays in its place, though the filter may not fit it any more. */
export const changedRow =
  <Row>(idOf: IdOf<Row>, id: Id, row: Row | undefined) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    changed: HashMap.set(state.changed, id, row === undefined ? "gone" : "changed"),
    cache: row === undefined ? state.cache : PageCache.patched(state.cache, idOf, id, row),
    local: state.local && row !== undefined ? LocalView.changed(state.local, idOf, id, row) : state.local
  })

export const failedPage =
  <Row>(number: number, problem: Problem, now: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    problem,
    failedAt: state.failedAt ?? now,
    loading: without(state.loading, number),
    failed: new Set(state.failed).add(number)
  })

/** A filter that could not be applied stays asked for only if asking once more may help. */
export const failedFilter =
  <Row>(filter: string, problem: Problem, now: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    problem,
    failedAt: problem.kind === "refused" ? state.failedAt : (state.failedAt ?? now),
    asked: problem.kind === "refused" ? undefined : filter
  })

/** The row to work on, if there is one. */
export const selected = <Row>(state: ListState<Row>): Row | undefined => (state.isGone ? undefined : rowAtCursor(state))

/** Why the selected row is not to be changed: what is on screen is not what one believes it to be. */
export const selectionError = (state: ListState<unknown>, one: string): string | undefined => {
  const { anchor, asked, cache, changed, fetchedAt, isGone, local, more } = state
  if (fetchedAt === undefined) return `no ${one} is there yet; wait for the rows`
  if (asked !== undefined)
    return `the rows are still those of ${state.filter === "" ? "the whole list" : state.filter}, while ${asked === "" ? "the whole list" : asked} is asked for`
  if (isGone) return `the ${one} that was selected is not there any more; move to select another`
  const { cursor, total } = viewOf(state)
  if (total === 0 || anchor === undefined) return `no ${one} is selected`
  if (isDeleted({ anchor, changed })) return `this ${one} is deleted`
  const isCurrent =
    local === undefined
      ? PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, cursor))
      : LocalView.isCurrent(local, cache, cursor)
  if (isCurrent) return undefined
  if (state.failed.size > 0 && state.loading.size === 0)
    return `the rows could not be read again, and may have changed since; refresh them first`
  return local === undefined || more !== undefined
    ? `the rows are being refreshed; wait for them`
    : `this ${one} was read before the list was last refreshed; refresh it first`
}
