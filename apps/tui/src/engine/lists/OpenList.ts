import type { OpenPage } from "../../resources/Resource.ts"
import type { IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"

/** The known end of a list without a total. */
export interface ListEnd {
  /** Whether the known rows are all rows. */
  readonly isFound: boolean
  /** Whether the page size is known: the service may cut off a short first page. */
  readonly isSized: boolean
  readonly search: EndSearch | undefined
}

/** Searches a row, or the end, with few pages: first doubles the distance, then halves it. */
export interface EndSearch {
  /** Counted from 0; `undefined` for the end. */
  readonly row: number | undefined
  /** The last page that is known to have rows. */
  readonly low: number
  /** The first page that is known to be empty. */
  readonly high: number | undefined
  /** The page to request next. */
  readonly probe: number
}

/** A list with rows on this page has no end that can be found. */
export const maxPage = 2 ** 20

/** What the first page shows about the end. */
export const firstEnd = (rows: number, pageSize: number): ListEnd => ({
  isFound: rows === 0,
  isSized: rows >= pageSize,
  search: undefined
})

const withProbe = (search: Omit<EndSearch, "probe">): EndSearch => {
  const { high, low } = search
  return { ...search, probe: high === undefined ? Math.min(low * 2, maxPage) : Math.floor((low + high) / 2) }
}

/** Starts a search after the last page that is known to have rows. */
export const startSearch = (row: number | undefined, pageSize: number, total: number): EndSearch => {
  const low = PageCache.pageOf(pageSize, Math.max(0, total - 1))
  const search = withProbe({ row, low, high: undefined })
  return row === undefined ? search : { ...search, probe: Math.min(PageCache.pageOf(pageSize, row), maxPage) }
}

/** Continues a search after its page has come; `undefined` if it is over. */
export const continueSearch = (search: EndSearch, isFull: boolean): EndSearch | undefined => {
  const { probe } = search
  const known = isFull ? { ...search, low: Math.max(search.low, probe) } : { ...search, high: probe }
  const isOver = known.high !== undefined ? known.high - known.low <= 1 : known.low >= maxPage
  return isOver ? undefined : withProbe(known)
}

type Cache<Row> = PageCache.PageCache<Row>

/** What the pages of a list without a total show. */
interface Known<Row> {
  readonly cache: Cache<Row>
  readonly end: ListEnd | undefined
  readonly shifts: number
  readonly view: PageCache.Viewport
}

const sized: ListEnd = { isFound: false, isSized: true, search: undefined }

/** Pages are read again because rows have moved only so often until the user looks elsewhere: a list may never rest. */
const maxShifts = 4

/** Adds a page of a list without a total, of which `max` pages are kept. No row is at two positions afterwards. */
export const received = <Row>(
  { cache: before, end, shifts, view }: Known<Row>,
  idOf: IdOf<Row>,
  page: number,
  { entries }: OpenPage<Row>,
  max: number
): Known<Row> => {
  const rows = isRepeat(before, idOf, page, entries) ? [] : entries
  if (rows.length === 0) {
    const pages = new Map(before.pages).set(page, { rows, edition: before.edition })
    return withEmptyPage({ cache: PageCache.withPages(before, pages), end, shifts, view }, page)
  }
  const isCutOff = page === 2 && end?.isSized === false
  const isLarger = rows.length > before.pageSize
  const cache = isCutOff
    ? resized(before)
    : isLarger
      ? { ...PageCache.empty<Row>(rows.length), edition: before.edition }
      : before
  const known = isCutOff ? { ...sized, search: end?.search } : end
  const added = PageCache.received(cache, page, rows, view.top, max)
  return withFilledPage(withoutCopies({ cache: added, end: known, shifts, view }, idOf, page), page, rows.length)
}

/** Whether a page repeats another one: the service ignores the page number. */
const isRepeat = <Row>(cache: Cache<Row>, idOf: IdOf<Row>, page: number, rows: ReadonlyArray<Row>): boolean => {
  if (rows.length === 0) return false
  const isSame = (others: ReadonlyArray<Row | undefined>) =>
    others.length === rows.length &&
    rows.every((row, at) => {
      const other = others[at]
      return other !== undefined && idOf(other) === idOf(row)
    })
  return [...cache.pages].some(([other, { rows: others }]) => other < page && isSame(others))
}

/** Removes the rows of a page from all other pages. Those pages are read again. */
const withoutCopies = <Row>(now: Known<Row>, idOf: IdOf<Row>, page: number): Known<Row> => {
  const { cache, shifts } = now
  const ids = new Set(cache.pages.get(page)?.rows.flatMap((row) => (row === undefined ? [] : [idOf(row)])))
  const isCopy = (row: Row | undefined) => row !== undefined && ids.has(idOf(row))
  const moved = [...cache.pages].filter(([other, { rows }]) => other !== page && rows.some(isCopy))
  if (moved.length === 0) return now
  const pages = new Map(cache.pages)
  for (const [other, { edition, rows }] of moved)
    pages.set(other, {
      rows: rows.map((row) => (isCopy(row) ? undefined : row)),
      edition: shifts < maxShifts ? Math.min(edition, cache.edition - 1) : edition
    })
  return { ...now, shifts: shifts + 1, cache: PageCache.withPages(cache, pages) }
}

/** The page after a short first one shows the page size of the service. */
const resized = <Row>(cache: Cache<Row>): Cache<Row> => {
  const first = cache.pages.get(1)
  const pageSize = first?.rows.length ?? cache.pageSize
  return PageCache.withPages({ ...cache, pageSize }, new Map(first === undefined ? [] : [[1, first]]))
}

const endSearch = <Row>(now: Known<Row>, { row }: EndSearch): Known<Row> => ({
  ...now,
  end: now.end && { ...now.end, search: undefined },
  view: PageCache.moveTo(now.view, row ?? now.view.total - 1)
})

/** Continues the search, or selects the row that was searched. */
const searched = <Row>(now: Known<Row>, page: number, isFull: boolean): Known<Row> => {
  const search = now.end?.search
  if (now.end === undefined || search === undefined) return now
  if (now.end.isFound || (search.row !== undefined && search.row < now.view.total)) return endSearch(now, search)
  if (search.probe !== page) return now
  const next = continueSearch(search, isFull)
  if (next !== undefined) return { ...now, end: { ...now.end, search: next } }
  const isFound = !isFull || search.high !== undefined
  return endSearch({ ...now, end: { ...now.end, isFound } }, search)
}

/** Returns the last page with rows before another page, at least the first. */
const lastBefore = <Row>(cache: Cache<Row>, page: number) =>
  [...cache.pages].reduce(
    (last, [other, { rows }]) =>
      other < page && rows.length > 0 && PageCache.isCurrent(cache, other) ? Math.max(last, other) : last,
    1
  )

/** An empty page: the list ends before it. */
const withEmptyPage = <Row>(now: Known<Row>, page: number): Known<Row> => {
  const { cache, end = sized, view } = now
  const before = Math.min(view.total, (page - 1) * cache.pageSize)
  const rows = PageCache.isCurrent(cache, page - 1) ? (cache.pages.get(page - 1)?.rows.length ?? 0) : 0
  if (page === 1 || rows > 0) {
    const total = page === 1 ? 0 : (page - 2) * cache.pageSize + rows
    const found = { isFound: true, isSized: true, search: end.search }
    return searched({ ...now, end: found, view: PageCache.withTotal(view, total) }, page, false)
  }
  const known = { ...now, view: PageCache.withTotal(view, before) }
  if (end.search !== undefined) return searched(known, page, false)
  // the list has become shorter: search its end
  const search = withProbe({ row: view.cursor, low: lastBefore(cache, page), high: page })
  return { ...known, end: { ...end, isFound: false, search } }
}

const withFilledPage = <Row>(now: Known<Row>, page: number, rows: number): Known<Row> => {
  const { cache, end = sized, view } = now
  const upTo = (page - 1) * cache.pageSize + rows
  const isFull = rows >= cache.pageSize
  const isLast = !isFull && end.isSized
  const isFound = isLast || (end.isFound && !(isFull && upTo >= view.total))
  const total = isLast ? upTo : Math.max(view.total, upTo)
  return searched(
    { ...now, end: { ...end, isFound, isSized: end.isSized || isFull }, view: PageCache.withTotal(view, total) },
    page,
    isFull
  )
}
