import type { Id, IdOf } from "../../Id.ts"
import * as PageCache from "./PageCache.ts"

type Cache<Row> = PageCache.PageCache<Row>

const placesOf = <Row>({ pageSize, pages }: Cache<Row>, idOf: IdOf<Row>): ReadonlyMap<Id, number> => {
  const places = new Map<Id, number>()
  for (const [page, { rows }] of pages)
    for (const [index, row] of rows.entries())
      if (row !== undefined) places.set(idOf(row), (page - 1) * pageSize + index)
  return places
}

/** By how many rows those that are at hand have moved down, as a page shows that has come: new ones are before them. */
export const of = <Row>(cache: Cache<Row>, idOf: IdOf<Row>, page: number, rows: ReadonlyArray<Row>): number => {
  const places = placesOf(cache, idOf)
  const first = (page - 1) * cache.pageSize
  for (const [index, row] of rows.entries()) {
    const before = places.get(idOf(row))
    if (before !== undefined) return first + index - before
  }
  return 0
}

/** Moves all rows that are at hand down by so many. A page of which a part is not known is to be read again. */
export const moved = <Row>(cache: Cache<Row>, by: number): Cache<Row> => {
  if (by === 0) return cache
  const { edition, pageSize } = cache
  const pages = new Map<number, { rows: Array<Row | undefined>; edition: number }>()
  for (const [page, held] of cache.pages) {
    for (const [index, row] of held.rows.entries()) {
      const place = (page - 1) * pageSize + index + by
      if (place < 0) continue
      const number = PageCache.pageOf(pageSize, place)
      const there = pages.get(number) ?? { rows: [], edition }
      while (there.rows.length < place % pageSize) there.rows.push(undefined)
      there.rows[place % pageSize] = row
      pages.set(number, { ...there, edition: Math.min(there.edition, held.edition) })
    }
  }
  const last = Math.max(...pages.keys())
  const isWhole = (page: number, rows: ReadonlyArray<Row | undefined>) =>
    (page === last || rows.length === pageSize) && !rows.includes(undefined)
  return {
    ...cache,
    pages: new Map(
      [...pages].map(([page, { edition: own, rows }]) => [
        page,
        { rows, edition: isWhole(page, rows) ? own : Math.min(own, edition - 1) }
      ])
    )
  }
}

/** The same without the rows of a page in other ones, which are read again where `isOutdated`: no row is in two places. */
export const apart = <Row>(cache: Cache<Row>, idOf: IdOf<Row>, page: number, isOutdated: boolean): Cache<Row> => {
  const ids = new Set(cache.pages.get(page)?.rows.flatMap((row) => (row === undefined ? [] : [idOf(row)])))
  const pages = new Map(cache.pages)
  for (const [other, { edition, rows }] of cache.pages) {
    if (other === page || !rows.some((row) => row !== undefined && ids.has(idOf(row)))) continue
    pages.set(other, {
      rows: rows.map((row) => (row !== undefined && ids.has(idOf(row)) ? undefined : row)),
      edition: isOutdated ? Math.min(edition, cache.edition - 1) : edition
    })
  }
  return { ...cache, pages }
}
