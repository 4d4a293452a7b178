import * as PageCache from "./PageCache.ts"

/** Reads more pages than are visible: the whole list, or the cached pages again. */
export interface Loading {
  readonly scope: "all" | "cached"
  readonly rows: number
  /** Whether the user must confirm, because there are so many rows. */
  readonly isAsked: boolean
}

/** More rows are read only after a confirmation. */
export const maxRows = 20_000

const concurrency = 2

/** Starts, or asks for confirmation. The same request again confirms, unless the list has grown much since. */
export const begin = (before: Loading | undefined, scope: Loading["scope"], rows: number): Loading => {
  const isConfirmed = before?.isAsked === true && before.scope === scope && rows <= before.rows + maxRows
  return { scope, rows, isAsked: rows > maxRows && !isConfirmed }
}

/** Asks again if the list has grown beyond what was confirmed. */
export const withTotal = (loading: Loading, total: number): Loading => {
  const { isAsked, rows, scope } = loading
  const confirmed = rows > maxRows ? rows + maxRows : maxRows
  return isAsked || scope === "cached" || total <= confirmed ? loading : { scope, rows: total, isAsked: true }
}

/** Returns the next missing pages. If the list `isOpen`, there may be one more than is known. */
export const next = <Row>(
  { isAsked, scope }: Loading,
  cache: PageCache.PageCache<Row>,
  total: number,
  isOpen = false
): ReadonlyArray<number> => {
  if (isAsked) return []
  const last = Math.ceil(total / cache.pageSize) + (isOpen ? 1 : 0)
  const pages =
    scope === "cached"
      ? [...cache.pages.keys()].toSorted((a, b) => a - b)
      : Array.from({ length: last }, (_, index) => index + 1)
  const found: Array<number> = []
  for (const page of pages) {
    if (!PageCache.isCurrent(cache, page)) found.push(page)
    if (found.length === concurrency) break
  }
  return found
}

/** Returns how many rows have been read, and of how many. */
export const progress = <Row>(
  loading: Loading,
  cache: PageCache.PageCache<Row>,
  total: number
): { readonly read: number; readonly of: number } => {
  let read = 0
  for (const { edition, rows } of cache.pages.values()) if (edition === cache.edition) read += rows.length
  return { read, of: loading.scope === "all" ? total : loading.rows }
}
