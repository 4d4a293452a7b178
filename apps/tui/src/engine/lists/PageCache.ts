/** Identifies a row. */
export type Id = string | number

export type IdOf<Row> = (row: Row) => Id

import type * as Viewport from "./Viewport.ts"

/** The pages of one list that are at hand. Rows are counted from 0, pages from 1. */
export interface PageCache<Row> {
  readonly pageSize: number
  readonly pages: ReadonlyMap<number, Held<Row>>
  /** Grows with every refresh; pages of an older edition are shown until they are replaced. */
  readonly edition: number
}

interface Held<Row> {
  /** Nothing where a row has moved away since. */
  readonly rows: ReadonlyArray<Row | undefined>
  readonly edition: number
}

/** Which way the selection went by steps; 0 after a jump, when nothing is known of where it goes next. */
export type Heading = -1 | 0 | 1

/** The most pages kept; those farthest from the window go first. */
export const capacity = 40

export const empty = <Row>(pageSize: number): PageCache<Row> => ({ pageSize, pages: new Map(), edition: 0 })

export const pageOf = (pageSize: number, row: number): number => Math.floor(row / pageSize) + 1

export const rowAt = <Row>(cache: PageCache<Row>, row: number): Row | undefined =>
  cache.pages.get(pageOf(cache.pageSize, row))?.rows[row % cache.pageSize]

/** Whether a page is at hand as it was when the list was last refreshed. */
export const isCurrent = <Row>(cache: PageCache<Row>, page: number): boolean =>
  cache.pages.get(page)?.edition === cache.edition

/** Where a row is, of the pages at hand that are not older than the last refresh. */
export const indexWhere = <Row>(cache: PageCache<Row>, isIt: (row: Row) => boolean): number | undefined => {
  for (const [page, { edition, rows }] of cache.pages) {
    const index = edition === cache.edition ? rows.findIndex((row) => row !== undefined && isIt(row)) : -1
    if (index >= 0) return (page - 1) * cache.pageSize + index
  }
  return undefined
}

/**
 * The pages to fetch: those on screen, then the one the selection heads for once it is within half a page of it. Where
 * the list `isOpen`, there may be one behind the last that is known.
 */
export const missing = <Row>(
  cache: PageCache<Row>,
  view: Viewport.Viewport,
  heading: Heading,
  isOpen = false
): ReadonlyArray<number> => {
  if (view.total === 0) return isCurrent(cache, 1) ? [] : [1]
  const known = pageOf(cache.pageSize, view.total - 1)
  const last = isOpen ? known + 1 : known
  const first = pageOf(cache.pageSize, view.top)
  const bottom = pageOf(cache.pageSize, Math.min(view.total, view.top + view.height) - 1)
  const onScreen = Array.from({ length: bottom - first + 1 }, (_, index) => first + index)
  const reach = Math.ceil(cache.pageSize / 2)
  const ahead = {
    [-1]: [pageOf(cache.pageSize, view.top - reach)],
    0: [],
    1: [pageOf(cache.pageSize, view.top + view.height - 1 + reach)]
  }
  const isAtEnd = isOpen && view.top + view.height >= view.total
  return [
    ...onScreen,
    ...[...(isAtEnd ? [last] : []), ...ahead[heading]].filter((page) => page >= 1 && page <= last)
  ].filter((page, at, all) => !isCurrent(cache, page) && all.indexOf(page) === at)
}

/** Lets go of all pages but so many that are nearest to the row `near`. */
export const trimmed = <Row>(cache: PageCache<Row>, near: number, most = capacity): PageCache<Row> => {
  if (cache.pages.size <= most) return cache
  const centre = pageOf(cache.pageSize, near)
  const nearest = [...cache.pages].toSorted(([a], [b]) => Math.abs(a - centre) - Math.abs(b - centre))
  return { ...cache, pages: new Map(nearest.slice(0, most)) }
}

/** Keeps a page, and of all pages the {@link capacity} nearest to the row `near`, or so many as are given. */
export const received = <Row>(
  cache: PageCache<Row>,
  page: number,
  rows: ReadonlyArray<Row>,
  near: number,
  most = capacity
): PageCache<Row> =>
  trimmed({ ...cache, pages: new Map(cache.pages).set(page, { rows, edition: cache.edition }) }, near, most)

/** Marks every page to be fetched again when it is next on screen. */
export const outdated = <Row>(cache: PageCache<Row>): PageCache<Row> => ({ ...cache, edition: cache.edition + 1 })

type Pages<Row> = PageCache<Row>["pages"]

/** In which pages each row is, by its id. */
type Index = ReadonlyMap<unknown, ReadonlyArray<number>>

const indexes = new WeakMap<Pages<unknown>, Index>()

const indexOf = <Row>(pages: Pages<Row>, idOf: (row: Row) => unknown): Index => {
  const known = indexes.get(pages)
  if (known !== undefined) return known
  const index = new Map<unknown, Array<number>>()
  for (const [page, { rows }] of pages)
    for (const row of rows) {
      if (row === undefined) continue
      const there = index.get(idOf(row))
      if (there === undefined) index.set(idOf(row), [page])
      else there.push(page)
    }
  indexes.set(pages, index)
  return index
}

/** Replaces a row by what it is after a change, wherever it is: in pages that overlap it may be twice. */
export const patched = <Row>(
  cache: PageCache<Row>,
  idOf: (row: Row) => unknown,
  id: unknown,
  row: Row
): PageCache<Row> => {
  const index = indexOf(cache.pages, idOf)
  const found = index.get(id)
  if (found === undefined) return cache
  const pages = new Map(cache.pages)
  for (const page of found) {
    const held = pages.get(page)
    if (held === undefined) continue
    pages.set(page, { ...held, rows: held.rows.map((old) => (old !== undefined && idOf(old) === id ? row : old)) })
  }
  // each is where it was: of thousands that are changed one by one, none is looked for among all
  if (idOf(row) === id) indexes.set(pages, index)
  return { ...cache, pages }
}

/** The rows at hand, each with its place in the list and once: of pages that overlap, as it was read last. */
export const placed = <Row>(
  { edition, pageSize, pages }: PageCache<Row>,
  idOf: (row: Row) => unknown
): ReadonlyArray<{ readonly row: Row; readonly at: number }> => {
  const inOrder = [...pages].toSorted(([a], [b]) => a - b)
  const isCurrent = ([, held]: (typeof inOrder)[number]) => held.edition === edition
  const seen = new Set<unknown>()
  return [...inOrder.filter(isCurrent), ...inOrder.filter((page) => !isCurrent(page))]
    .flatMap(([page, { rows }]) =>
      rows.flatMap((row, index) => (row === undefined ? [] : [{ row, at: (page - 1) * pageSize + index }]))
    )
    .filter(({ row }) => seen.size < seen.add(idOf(row)).size)
    .toSorted((a, b) => a.at - b.at)
}
