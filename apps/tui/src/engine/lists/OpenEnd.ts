import type { IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"

/** What is known of the end of a list that does not tell how many rows it has. */
export interface OpenEnd {
  /** Whether the rows that are counted are all there are. */
  readonly isFound: boolean
  /** Whether pages are known to have as many rows as are counted with: a short first page may be cut off by the service. */
  readonly isSized: boolean
  /** A row that is gone to, or the end, while it is looked for. */
  readonly sought: Sought | undefined
}

/** Looks for a row, or the end, by few pages: each twice as far as the one before, then half-way between. */
export interface Sought {
  /** Counted from 0; nothing for the end. */
  readonly row: number | undefined
  /** The furthest page that is known to have rows. */
  readonly low: number
  /** The nearest page that is known to have none. */
  readonly high: number | undefined
  /** The page that is asked for. */
  readonly probe: number
}

/** No page behind this one is looked at: such a list has no end that can be found. */
export const furthest = 2 ** 20

/** What a page shows of the end of its list. */
export const opened = (rows: number, pageSize: number): OpenEnd => ({
  isFound: rows === 0,
  isSized: rows >= pageSize,
  sought: undefined
})

const next = (sought: Omit<Sought, "probe">): Sought => {
  const { high, low } = sought
  return { ...sought, probe: high === undefined ? Math.min(low * 2, furthest) : Math.floor((low + high) / 2) }
}

/** Begins to look for a row, or the end, behind the last page that is known to have rows. */
export const seeking = (row: number | undefined, pageSize: number, total: number): Sought => {
  const low = PageCache.pageOf(pageSize, Math.max(0, total - 1))
  const begun = next({ row, low, high: undefined })
  return row === undefined ? begun : { ...begun, probe: Math.min(PageCache.pageOf(pageSize, row), furthest) }
}

/** Looks for the end between a page that has rows and one that has none. */
export const between = (row: number | undefined, low: number, high: number): Sought => next({ row, low, high })

/** What is looked for after its page has come, full or with none; nothing where it is found. */
export const step = (sought: Sought, isFull: boolean): Sought | undefined => {
  const { probe } = sought
  const known = isFull ? { ...sought, low: Math.max(sought.low, probe) } : { ...sought, high: probe }
  const isOver = known.high !== undefined ? known.high - known.low <= 1 : known.low >= furthest
  return isOver ? undefined : next(known)
}

/** Whether a page has the rows of another one: the service passes over the number of the page that it is asked for. */
export const isRepeat = <Row>(
  cache: PageCache.PageCache<Row>,
  idOf: IdOf<Row>,
  page: number,
  rows: ReadonlyArray<Row>
): boolean => {
  if (rows.length === 0) return false
  const isSame = (others: ReadonlyArray<Row | undefined>) =>
    others.length === rows.length &&
    rows.every((row, at) => {
      const other = others[at]
      return other !== undefined && idOf(other) === idOf(row)
    })
  return [...cache.pages].some(([other, held]) => other < page && isSame(held.rows))
}
