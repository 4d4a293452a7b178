import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Problem } from "../../Problem.ts"
import * as LocalView from "./LocalView.ts"
import type { ListEnd } from "./OpenList.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"

/** The state of a list. A request without an answer never hides the rows that are loaded. */
export class ListState<Row> {
  /** The filter of the loaded rows; empty for none. */
  readonly filter: string = ""
  /** The requested filter, until its first page has come. */
  readonly requested: string | undefined = undefined
  /** The service order of the loaded rows; empty for the default. */
  readonly order: string = ""
  readonly requestedOrder: string = ""
  readonly cache: PageCache.PageCache<Row>
  /** The known end of a list without a total. */
  readonly end: ListEnd | undefined = undefined
  /** How often rows have moved since the user last looked elsewhere. */
  readonly shifts: number = 0
  /** The viewport of the whole list; a local view has its own. */
  readonly view: PageCache.Viewport = PageCache.emptyView
  /** The loaded rows while they are sorted or searched here. */
  readonly local: LocalView.LocalView<Row> | undefined = undefined
  readonly more: Loading | undefined = undefined
  readonly heading: PageCache.Heading = 0
  readonly loading: ReadonlySet<number> = new Set()
  /** Pages that are not retried automatically. */
  readonly failed: ReadonlySet<number> = new Set()
  readonly problem: Problem | undefined = undefined
  /** Time of the last answer, in milliseconds. */
  readonly fetchedAt: number | undefined = undefined
  readonly failedAt: number | undefined = undefined
  /** Whether the last answer is too old to count as current. */
  readonly isOld: boolean = false
  /** Time of the next automatic attempt, in milliseconds, if there was no connection. */
  readonly retryAt: number | undefined = undefined
  /** Id of the selected row, once it is known. */
  readonly anchor: Id | undefined = undefined
  /** Whether the selected row has disappeared. */
  readonly isGone: boolean = false
  /** Rows that were changed here. They stay in place until the service sends their pages again. */
  readonly changed: HashMap.HashMap<Id, Change> = HashMap.empty()

  constructor(pageSize: number) {
    this.cache = PageCache.empty(pageSize)
  }
}

/** Reads more pages than are visible: the whole list, or the cached pages again. */
export interface Loading {
  readonly scope: "all" | "cached"
  readonly rows: number
  /** Whether the user must confirm, because there are so many rows. */
  readonly isAsked: boolean
}

/** More rows are read only after a confirmation. */
export const maxRows = 20_000

/** The change of a row, and the edition of the list in which it was made. */
interface Change {
  readonly how: "changed" | "gone"
  readonly edition: number
}

/** Whether there may be more rows than are known. */
export const isOpen = ({ end }: Pick<ListState<unknown>, "end">): boolean => end !== undefined && !end.isFound

/** Whether a local view lacks rows of the list. */
export const isPartial = (state: ListState<unknown>): boolean =>
  state.local !== undefined && (isOpen(state) || state.local.loaded < state.view.total)

/** Whether a page is after all known rows, where some services reject a request. */
export const isBeyondEnd = (state: ListState<unknown>, page: number): boolean =>
  isOpen(state) && (page - 1) * state.cache.pageSize >= state.view.total

export const viewOf = ({ local, view }: Pick<ListState<unknown>, "local" | "view">): PageCache.Viewport =>
  local?.view ?? view

/** Returns a row by its position in the viewport, if it is loaded. */
export const rowAt = <Row>({ cache, local }: ListState<Row>, index: number): Row | undefined =>
  local === undefined ? PageCache.rowAt(cache, index) : LocalView.rowAt(local, index)

/** Returns the position of a loaded row. */
export const indexOf = <Row>({ cache, local }: ListState<Row>, idOf: IdOf<Row>, id: Id): number | undefined =>
  local === undefined ? PageCache.indexWhere(cache, (row) => idOf(row) === id) : local.viewPositions.get(id)

export const rowAtCursor = <Row>(state: ListState<Row>): Row | undefined => {
  const { cursor, total } = viewOf(state)
  return total === 0 ? undefined : rowAt(state, cursor)
}

export const selected = <Row>(state: ListState<Row>): Row | undefined => (state.isGone ? undefined : rowAtCursor(state))

/** Returns the pages to fetch: those that are or will be visible, or those that the local view needs. */
export const missingPages = <Row>(state: ListState<Row>): ReadonlyArray<number> => {
  const { cache, end, heading, local, more, view } = state
  if (local !== undefined) return more === undefined ? [] : pagesToLoad(state, more)
  const missing = PageCache.missing(cache, view, heading, isOpen(state))
  return [...new Set([...missing, ...(end?.search === undefined ? [] : [end.search.probe])])]
}

const concurrency = 2

/** Returns the next pages to load for a local view. */
const pagesToLoad = (state: ListState<unknown>, { isAsked, scope }: Loading): ReadonlyArray<number> => {
  const { cache, view } = state
  if (isAsked) return []
  const last = Math.ceil(view.total / cache.pageSize) + (isOpen(state) ? 1 : 0)
  const pages =
    scope === "cached"
      ? [...cache.pages.keys()].toSorted((a, b) => a - b)
      : Array.from({ length: last }, (_, index) => index + 1)
  return pages.filter((page) => !PageCache.isCurrent(cache, page)).slice(0, concurrency)
}

/** Returns how many rows have been loaded, and of how many. */
export const progress = (
  { cache, view }: Pick<ListState<unknown>, "cache" | "view">,
  { rows, scope }: Loading
): { readonly read: number; readonly of: number } => {
  let read = 0
  for (const { edition, rows } of cache.pages.values()) if (edition === cache.edition) read += rows.length
  return { read, of: scope === "all" ? view.total : rows }
}

/** Returns the visible pages; of a local view all pages that it was taken from. */
export const visiblePages = ({ cache, local, view }: ListState<unknown>): ReadonlyArray<number> => {
  if (local !== undefined) return [...cache.pages.keys()].toSorted((a, b) => a - b)
  const { from, to } = PageCache.visible(view)
  return PageCache.pagesOf(cache.pageSize, from, Math.max(from, to - 1))
}

/** Returns the rows of pages, or `undefined` if one is not loaded. */
export const rowsOfPages = <Row>(
  { cache }: ListState<Row>,
  pages: ReadonlyArray<number>
): ReadonlyArray<Row> | undefined => {
  const all = pages.flatMap((page) => cache.pages.get(page)?.rows ?? [undefined])
  const rows = all.filter((row) => row !== undefined)
  return rows.length === all.length ? rows : undefined
}

/** Whether the list is at rest: it is loaded, no request is pending and nothing has failed. */
export const isIdle = ({ fetchedAt, loading, more, problem, requested }: ListState<unknown>): boolean =>
  requested === undefined &&
  fetchedAt !== undefined &&
  loading.size === 0 &&
  more === undefined &&
  problem === undefined

/** Returns how a row was changed here since it was read. */
export const changeOf = ({ changed }: Pick<ListState<unknown>, "changed">, id: Id): "changed" | "gone" | undefined =>
  Option.getOrUndefined(HashMap.get(changed, id))?.how

/** Whether the selected row was deleted here. */
export const isDeleted = (state: Pick<ListState<unknown>, "anchor" | "changed">): boolean =>
  state.anchor !== undefined && changeOf(state, state.anchor) === "gone"

/** Replaces a changed row, or marks it as deleted. It keeps its position, even if the filter no longer matches. */
export const withRow =
  <Row>(idOf: IdOf<Row>, id: Id, row: Row | undefined) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    changed: HashMap.set(state.changed, id, {
      how: row === undefined ? "gone" : "changed",
      edition: state.cache.edition
    }),
    cache: row === undefined ? state.cache : PageCache.patched(state.cache, idOf, id, row),
    local: state.local && row !== undefined ? LocalView.withRow(state.local, id, row) : state.local
  })

export const resized =
  <Row>(height: number) =>
  (state: ListState<Row>): ListState<Row> => ({
    ...state,
    view: PageCache.withHeight(state.view, height),
    local: state.local && { ...state.local, view: PageCache.withHeight(state.local.view, height) }
  })

/** Returns why the selected row must not be changed, or `undefined`. */
export const selectionError = (state: ListState<unknown>, one: string): string | undefined => {
  const { anchor, cache, changed, fetchedAt, isGone, local, more, requested } = state
  if (fetchedAt === undefined) return `no ${one} is there yet; wait for the rows`
  if (requested !== undefined)
    return `the rows are still those of ${state.filter || "the whole list"}, while ${requested || "the whole list"} is asked for`
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

/** How current the visible rows are; `since` is in milliseconds. */
export type Freshness =
  | { readonly _tag: "Refreshing" | "Live" | "Waiting" }
  | { readonly _tag: "Stale"; readonly since: number }
  /** `retryAt` is the time of the next automatic attempt. */
  | { readonly _tag: "Offline"; readonly since: number; readonly retryAt: number | undefined }

/** Whether a visible page is loading; pages that are read ahead do not count. */
export const isReading = ({ cache, loading, more, view }: ListState<unknown>) => {
  if (more !== undefined) return loading.size > 0
  const shown = PageCache.pagesOf(cache.pageSize, view.top, Math.max(view.top, view.top + view.height - 1))
  return shown.some((page) => loading.has(page))
}

/** Whether the visible rows were read again since a time of their last read. */
export const isReadSince = (state: ListState<unknown>, since: number): boolean =>
  !isReading(state) && state.problem === undefined && state.fetchedAt !== since

export const freshness = (state: ListState<unknown>): Freshness =>
  freshnessOf(state, isReading(state) || (state.requested !== undefined && state.problem === undefined))

type Status = Pick<ListState<unknown>, "failedAt" | "fetchedAt" | "isOld" | "problem" | "retryAt">

/** Returns how current something is that was read from the service. */
export const freshnessOf = (status: Status, isRefreshing: boolean): Freshness => {
  const { failedAt, fetchedAt, isOld, problem, retryAt } = status
  if (isRefreshing) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt, retryAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return isOld || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}

/** Returns `Offline` since the first request without an answer, of any kind. A pending request may get one. */
export const orOffline = (freshness: Freshness, offlineSince: number | undefined): Freshness =>
  offlineSince === undefined || freshness._tag === "Refreshing"
    ? freshness
    : { _tag: "Offline", since: offlineSince, retryAt: freshness._tag === "Offline" ? freshness.retryAt : undefined }
