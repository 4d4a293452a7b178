import { range } from "effect/Array"

/** Identifies a row. */
export type Id = string | number

export type IdOf<Row> = (row: Row) => Id

/** The cached pages of a list. Rows are counted from 0, pages from 1. */
export interface PageCache<Row> {
  readonly pageSize: number
  readonly pages: Pages<Row>
  /** Increases with every refresh. Pages of an older edition are shown until they are replaced. */
  readonly edition: number
  /** The pages of each row by id; built when the first row is replaced. */
  readonly index: ReadonlyMap<unknown, ReadonlyArray<number>> | undefined
}

type Pages<Row> = ReadonlyMap<number, CachedPage<Row>>

interface CachedPage<Row> {
  /** `undefined` where a row has moved to another page. */
  readonly rows: ReadonlyArray<Row | undefined>
  readonly edition: number
}

/** The direction of the last steps, or 0 after a jump. */
export type Heading = -1 | 0 | 1

/** Maximum number of cached pages; those farthest from the viewport are dropped first. */
export const capacity = 40

export const empty = <Row>(pageSize: number): PageCache<Row> => ({
  pageSize,
  pages: new Map(),
  edition: 0,
  index: undefined
})

export const withPages = <Row>(cache: PageCache<Row>, pages: Pages<Row>): PageCache<Row> => ({
  ...cache,
  pages,
  index: undefined
})

export const pageOf = (pageSize: number, row: number): number => Math.floor(row / pageSize) + 1

/** Returns the pages from one row to another. */
export const pagesOf = (pageSize: number, from: number, to: number): ReadonlyArray<number> =>
  range(pageOf(pageSize, from), pageOf(pageSize, to))

export const rowAt = <Row>(cache: PageCache<Row>, row: number): Row | undefined =>
  cache.pages.get(pageOf(cache.pageSize, row))?.rows[row % cache.pageSize]

/** Whether a page has been read since the last refresh. */
export const isCurrent = <Row>(cache: PageCache<Row>, page: number): boolean =>
  cache.pages.get(page)?.edition === cache.edition

/** Returns the position of a row in the current pages, or `undefined`. */
export const indexWhere = <Row>(cache: PageCache<Row>, isIt: (row: Row) => boolean): number | undefined => {
  for (const [page, { edition, rows }] of cache.pages) {
    const index = edition === cache.edition ? rows.findIndex((row) => row !== undefined && isIt(row)) : -1
    if (index >= 0) return (page - 1) * cache.pageSize + index
  }
  return undefined
}

/**
 * Returns the pages to fetch: the visible ones, then the next one in the direction of movement if it is within half a page.
 * If the list `isOpen`, there may be one more page than is known.
 */
export const missing = <Row>(
  cache: PageCache<Row>,
  view: Viewport,
  heading: Heading,
  isOpen = false
): ReadonlyArray<number> => {
  if (view.total === 0) return isCurrent(cache, 1) ? [] : [1]
  const known = pageOf(cache.pageSize, view.total - 1)
  const last = isOpen ? known + 1 : known
  const { from, to } = visible(view)
  const shown = pagesOf(cache.pageSize, from, to - 1)
  const margin = Math.ceil(cache.pageSize / 2)
  const near = heading < 0 ? view.top - margin : view.top + view.height - 1 + margin
  const ahead = heading === 0 ? [] : [pageOf(cache.pageSize, near)]
  const isAtEnd = isOpen && view.top + view.height >= view.total
  return [...shown, ...[...(isAtEnd ? [last] : []), ...ahead].filter((page) => page >= 1 && page <= last)].filter(
    (page, at, all) => !isCurrent(cache, page) && all.indexOf(page) === at
  )
}

/** Drops all pages except those nearest to a row. */
export const trimmed = <Row>(cache: PageCache<Row>, near: number, max = capacity): PageCache<Row> => {
  if (cache.pages.size <= max) return cache
  const centre = pageOf(cache.pageSize, near)
  const nearest = [...cache.pages].toSorted(([a], [b]) => Math.abs(a - centre) - Math.abs(b - centre))
  return withPages(cache, new Map(nearest.slice(0, max)))
}

/** Adds a page, and keeps the pages nearest to the row `near`. */
export const received = <Row>(
  cache: PageCache<Row>,
  page: number,
  rows: ReadonlyArray<Row>,
  near: number,
  max = capacity
): PageCache<Row> =>
  trimmed(withPages(cache, new Map(cache.pages).set(page, { rows, edition: cache.edition })), near, max)

/** Marks every page as outdated, to be fetched when it becomes visible. */
export const outdated = <Row>(cache: PageCache<Row>): PageCache<Row> => ({ ...cache, edition: cache.edition + 1 })

const buildIndex = <Row>(pages: Pages<Row>, idOf: (row: Row) => unknown) => {
  const index = new Map<unknown, Array<number>>()
  for (const [page, { rows }] of pages)
    for (const row of rows) {
      if (row === undefined) continue
      const found = index.get(idOf(row))
      if (found === undefined) index.set(idOf(row), [page])
      else found.push(page)
    }
  return index
}

/** Replaces a row in all pages; pages that overlap can have it twice. */
export const patched = <Row>(
  cache: PageCache<Row>,
  idOf: (row: Row) => unknown,
  id: unknown,
  row: Row
): PageCache<Row> => {
  const index = cache.index ?? buildIndex(cache.pages, idOf)
  const pages = new Map(cache.pages)
  for (const page of index.get(id) ?? []) {
    const cached = pages.get(page)
    if (cached === undefined) continue
    pages.set(page, { ...cached, rows: cached.rows.map((old) => (old !== undefined && idOf(old) === id ? row : old)) })
  }
  // the index stays valid: a bulk change of thousands of rows searches none of them
  return index.has(id) ? { ...cache, pages, index: idOf(row) === id ? index : undefined } : { ...cache, index }
}

/** Returns the cached rows in order, each once and with its position. */
export const placed = <Row>(
  { edition, pageSize, pages }: PageCache<Row>,
  idOf: (row: Row) => unknown
): ReadonlyArray<{ readonly row: Row; readonly at: number }> => {
  const inOrder = [...pages].toSorted(([a], [b]) => a - b)
  const isCurrent = ([, page]: (typeof inOrder)[number]) => page.edition === edition
  const seen = new Set<unknown>()
  return [...inOrder.filter(isCurrent), ...inOrder.filter((page) => !isCurrent(page))]
    .flatMap(([page, { rows }]) =>
      rows.flatMap((row, index) => (row === undefined ? [] : [{ row, at: (page - 1) * pageSize + index }]))
    )
    .filter(({ row }) => seen.size < seen.add(idOf(row)).size)
    .toSorted((a, b) => a.at - b.at)
}

/** The visible part of a list: `top` is the first of `height` rows, `cursor` the selected one. */
export interface Viewport {
  readonly total: number
  readonly height: number
  readonly top: number
  readonly cursor: number
}

/** A view of no rows. */
export const emptyView: Viewport = { total: 0, height: 1, top: 0, cursor: 0 }

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** Selects a row, or the nearest one, and scrolls only as far as needed to show it. */
export const moveTo = (view: Viewport, row: number): Viewport => {
  const cursor = clamp(Math.trunc(row), 0, Math.max(0, view.total - 1))
  const shown = clamp(view.top, cursor - view.height + 1, cursor)
  return { ...view, cursor, top: clamp(shown, 0, Math.max(0, view.total - view.height)) }
}

export const moveBy = (view: Viewport, rows: number): Viewport => moveTo(view, view.cursor + rows)

/** Scrolls by a share of the height; the cursor stays on its line of the screen. */
export const scrollBy = (view: Viewport, share: number): Viewport => {
  const rows = Math.trunc(share * view.height) || Math.sign(share)
  return moveBy({ ...view, top: clamp(view.top + rows, 0, Math.max(0, view.total - view.height)) }, rows)
}

/** Scrolls by rows; the cursor stays on its row while that is visible. */
export const dragBy = (view: Viewport, rows: number): Viewport => {
  const top = clamp(view.top + rows, 0, Math.max(0, view.total - view.height))
  return moveTo({ ...view, top }, clamp(view.cursor, top, top + view.height - 1))
}

export const toStart = (view: Viewport): Viewport => moveTo(view, 0)

export const toEnd = (view: Viewport): Viewport => moveTo(view, view.total - 1)

/** Selects the row at a percentage of the list: 0 is the first, 100 the last. */
export const toPercent = (view: Viewport, percent: number): Viewport =>
  moveTo(view, Math.round(((view.total - 1) * clamp(percent, 0, 100)) / 100))

export const withTotal = (view: Viewport, total: number): Viewport => moveTo({ ...view, total }, view.cursor)

export const withHeight = (view: Viewport, height: number): Viewport =>
  moveTo({ ...view, height: Math.max(1, Math.trunc(height)) }, view.cursor)

/** Returns the visible rows, `to` exclusive. */
export const visible = (view: Viewport): { readonly from: number; readonly to: number } => ({
  from: view.top,
  to: Math.min(view.total, view.top + view.height)
})
