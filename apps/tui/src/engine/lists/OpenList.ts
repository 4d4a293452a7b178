import type { OpenPage } from "../../resources/Resource.ts"
import * as OpenEnd from "./OpenEnd.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

type Cache<Row> = PageCache.PageCache<Row>

const placesOf = <Row>({ pageSize, pages }: Cache<Row>, idOf: IdOf<Row>): ReadonlyMap<Id, number> => {
  const places = new Map<Id, number>()
  for (const [page, { rows }] of pages)
    for (const [index, row] of rows.entries())
      if (row !== undefined) places.set(idOf(row), (page - 1) * pageSize + index)
  return places
}

/** By how many rows those that are at hand have moved down, as a page shows that has come: new ones are before them. */
const shiftOf = <Row>(cache: Cache<Row>, idOf: IdOf<Row>, page: number, rows: ReadonlyArray<Row>): number => {
  const places = placesOf(cache, idOf)
  const first = (page - 1) * cache.pageSize
  for (const [index, row] of rows.entries()) {
    const before = places.get(idOf(row))
    if (before !== undefined) return first + index - before
  }
  return 0
}

/** Moves all rows that are at hand down by so many. A page of which a part is not known is to be read again. */
const movedBy = <Row>(cache: Cache<Row>, by: number): Cache<Row> => {
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
const apart = <Row>(cache: Cache<Row>, idOf: IdOf<Row>, page: number, isOutdated: boolean): Cache<Row> => {
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

/** Pages that are read again by themselves as rows have moved, until one looks elsewhere: a list may never keep still. */
const mostShifts = 4

/** What of a list its pages tell that do not tell how many rows there are. */
interface Known<Row> {
  readonly cache: PageCache.PageCache<Row>
  readonly end: OpenEnd.OpenEnd | undefined
  readonly shifts: number
  readonly view: Viewport.Viewport
}

const sized: OpenEnd.OpenEnd = { isFound: false, isSized: true, sought: undefined }

const found = { isFound: true, isSized: true, sought: undefined }

/** Rows that were read before have moved, where the page that comes shows that. The eye stays where it is. */
const shifted = <Row>(now: Known<Row>, idOf: IdOf<Row>, page: number, rows: ReadonlyArray<Row>): Known<Row> => {
  const by = now.shifts < mostShifts ? shiftOf(now.cache, idOf, page, rows) : 0
  if (by === 0) return now
  const { cursor, top, total } = now.view
  const view = { ...now.view, total: Math.max(0, total + by), top: top === 0 ? 0 : Math.max(0, top + by) }
  return {
    ...now,
    shifts: now.shifts + 1,
    cache: movedBy(now.cache, by),
    view: Viewport.moveTo(view, cursor + by)
  }
}

/** The page after a first one that was shorter than asked for shows how many rows a page has. */
const resized = <Row>(cache: PageCache.PageCache<Row>): PageCache.PageCache<Row> => {
  const first = cache.pages.get(1)
  const pageSize = first?.rows.length ?? cache.pageSize
  return { ...cache, pageSize, pages: new Map(first === undefined ? [] : [[1, first]]) }
}

const landed = <Row>(now: Known<Row>, sought: OpenEnd.Sought): Known<Row> => ({
  ...now,
  end: now.end && { ...now.end, sought: undefined },
  view: Viewport.moveTo(now.view, sought.row ?? now.view.total - 1)
})

/** Goes on to look for what is sought, or goes there. */
const goneOn = <Row>(now: Known<Row>, page: number, isFull: boolean): Known<Row> => {
  const before = now.end?.sought
  if (now.end === undefined || before === undefined) return now
  if (now.end.isFound || (before.row !== undefined && before.row < now.view.total)) return landed(now, before)
  if (before.probe !== page) return now
  const next = OpenEnd.step(before, isFull)
  if (next !== undefined) return { ...now, end: { ...now.end, sought: next } }
  const isFound = !isFull || before.high !== undefined
  return landed({ ...now, end: { ...now.end, isFound } }, before)
}

/** The last page before another one that is known to have rows; the first in any case. */
const lastBefore = <Row>(cache: PageCache.PageCache<Row>, page: number) =>
  [...cache.pages].reduce(
    (last, [other, { rows }]) =>
      other < page && rows.length > 0 && PageCache.isCurrent(cache, other) ? Math.max(last, other) : last,
    1
  )

/** There is nothing on a page: the end is before it. */
const ended = <Row>(now: Known<Row>, page: number): Known<Row> => {
  const { cache, end = sized, view } = now
  const before = Math.min(view.total, (page - 1) * cache.pageSize)
  const rows = PageCache.isCurrent(cache, page - 1) ? (cache.pages.get(page - 1)?.rows.length ?? 0) : 0
  if (page === 1 || rows > 0) {
    const total = page === 1 ? 0 : (page - 2) * cache.pageSize + rows
    return goneOn({ ...now, end: { ...found, sought: end.sought }, view: Viewport.withTotal(view, total) }, page, false)
  }
  const known = { ...now, view: Viewport.withTotal(view, before) }
  if (end.sought !== undefined) return goneOn(known, page, false)
  // it is shorter than it was: where it ends now is not known
  const sought = OpenEnd.between(view.cursor, lastBefore(cache, page), page)
  return { ...known, end: { ...end, isFound: false, sought } }
}

const filled = <Row>(now: Known<Row>, page: number, rows: number): Known<Row> => {
  const { cache, end = sized, view } = now
  const upTo = (page - 1) * cache.pageSize + rows
  const isFull = rows >= cache.pageSize
  const isLast = !isFull && end.isSized
  const isFound = isLast || (end.isFound && !(isFull && upTo >= view.total))
  const total = isLast ? upTo : Math.max(view.total, upTo)
  return goneOn(
    { ...now, end: { ...end, isFound, isSized: end.isSized || isFull }, view: Viewport.withTotal(view, total) },
    page,
    isFull
  )
}

/**
 * A page of a list that does not tell its total, of which `most` are kept: no row is in two places then, and the selected
 * one is where it was on screen.
 */
export const received = <Row>(
  { cache: held, end, shifts, view }: Known<Row>,
  idOf: IdOf<Row>,
  page: number,
  { entries }: OpenPage<Row>,
  most: number
): Known<Row> => {
  const before = { cache: held, end, shifts, view }
  const rows = OpenEnd.isRepeat(before.cache, idOf, page, entries) ? [] : entries
  if (rows.length === 0) {
    const pages = new Map(before.cache.pages).set(page, { rows, edition: before.cache.edition })
    return ended({ ...before, cache: { ...before.cache, pages } }, page)
  }
  const isCutOff = page === 2 && end?.isSized === false
  const isLarger = rows.length > before.cache.pageSize
  const cache = isCutOff
    ? resized(before.cache)
    : isLarger
      ? { ...PageCache.empty<Row>(rows.length), edition: before.cache.edition }
      : before.cache
  const now = shifted({ ...before, cache, end: isCutOff ? { ...sized, sought: end?.sought } : end }, idOf, page, rows)
  const kept = PageCache.received(now.cache, page, rows, now.view.top, most)
  return filled({ ...now, cache: apart(kept, idOf, page, now.shifts < mostShifts) }, page, rows.length)
}
