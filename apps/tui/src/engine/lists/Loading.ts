import * as PageCache from "./PageCache.ts"

/** Reading more pages than are on screen: the whole list, or once more those that are at hand. */
export interface Loading {
  readonly scope: "all" | "held"
  /** How many rows that is. */
  readonly rows: number
  /** Whether these are so many that it has to be asked for once more; until then nothing is read. */
  readonly isAsked: boolean
}

/** More rows are not kept unless asked for twice. */
export const most = 20_000

const atOnce = 2

/** Begins, or asks whether so many rows are meant. Asking for the same once more begins, unless it grew much meanwhile. */
export const begun = (before: Loading | undefined, scope: Loading["scope"], rows: number): Loading => {
  const isMeant = before?.isAsked === true && before.scope === scope && rows <= before.rows + most
  return { scope, rows, isAsked: rows > most && !isMeant }
}

/** Asks again where the list has grown beyond what was meant. */
export const grown = (loading: Loading, total: number): Loading => {
  const { isAsked, rows, scope } = loading
  const meant = rows > most ? rows + most : most
  return isAsked || scope === "held" || total <= meant ? loading : { scope, rows: total, isAsked: true }
}

/** All pages it is about, in order. */
const pages = <Row>(
  { scope }: Loading,
  cache: PageCache.PageCache<Row>,
  total: number,
  isOpen: boolean
): ReadonlyArray<number> =>
  scope === "held"
    ? [...cache.pages.keys()].toSorted((a, b) => a - b)
    : Array.from({ length: Math.ceil(total / cache.pageSize) + (isOpen ? 1 : 0) }, (_, index) => index + 1)

/** The pages to read next: the first that are missing, two at a time; one behind the last where the list `isOpen`. */
export const next = <Row>(
  loading: Loading,
  cache: PageCache.PageCache<Row>,
  total: number,
  isOpen = false
): ReadonlyArray<number> => {
  if (loading.isAsked) return []
  const found: Array<number> = []
  for (const page of pages(loading, cache, total, isOpen)) {
    if (!PageCache.isCurrent(cache, page)) found.push(page)
    if (found.length === atOnce) break
  }
  return found
}

/** How many rows have been read, and of how many. */
export const progress = <Row>(
  loading: Loading,
  cache: PageCache.PageCache<Row>,
  total: number
): { readonly read: number; readonly of: number } => {
  let read = 0
  for (const { edition, rows } of cache.pages.values()) if (edition === cache.edition) read += rows.length
  return { read, of: loading.scope === "all" ? total : loading.rows }
}
