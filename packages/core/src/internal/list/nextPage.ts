import * as Effect from "effect/Effect"

import { ListBroken } from "../../Errors.ts"
import { pluralize } from "../../Text.ts"
import { makeIsNew } from "./paginate.ts"
import type { Next, NextPage, Page, Shrink } from "./paginate.ts"

/**
 * Returns a function that tracks up to where a list was read completely. It takes a page, and by how much the list grew
 * since the page before (negative if entries moved up); all in pages and fractions of them.
 */
const makeProgress = (from: number): ((page: number, growth: number) => number) => {
  const begin = from - 1
  let done = begin
  // what was read after a gap
  let beyondGap = { begin: 0, end: 0 }
  let pageAtGap = 0
  // if totals go up and down forever, the gap would not close
  let isGapKnown = false
  return (page, growth) => {
    const removed = Math.max(0, -growth)
    const moved = isGapKnown ? 0 : Math.max(0, growth)
    done = Math.max(begin, done - removed)
    beyondGap = { begin: beyondGap.begin + moved, end: beyondGap.end - removed }
    if (page - 1 > done) {
      isGapKnown = pageAtGap === page
      pageAtGap = page
      beyondGap = { begin: page - 1, end: beyondGap.begin <= page ? Math.max(page, beyondGap.end) : page }
    } else {
      done = Math.max(done, page)
      if (beyondGap.begin <= done) done = Math.max(done, beyondGap.end)
    }
    return done
  }
}

/** Returns a function that counts how often in a row a page has the entries of the page before. */
const makeRepeatCounter = (): ((ids: ReadonlyArray<unknown>) => number) => {
  let before: ReadonlySet<unknown> = new Set()
  let times = 0
  return (ids) => {
    const now = new Set(ids)
    const isSame = now.size > 0 && now.size === before.size && ids.every((id) => before.has(id))
    times = isSame ? times + 1 : 0
    before = now
    return times
  }
}

/** The number of repeats that show that a service ignores the page number. A single entry may have moved instead. */
const maxRepeats = (ids: ReadonlyArray<unknown>): number => (new Set(ids).size > 1 ? 1 : 3)

const maxIdlePages = 50

const isIdleReason = `${maxIdlePages} pages in a row have no entry that is new`

/** Returns a function that says whether 50 pages in a row had no new entry, without the pages expected to have none. */
const makeIsIdle = (): ((ids: ReadonlyArray<unknown>, expected: number) => boolean) => {
  const isNew = makeIsNew()
  let pages = 0
  return (ids, expected) => {
    pages = ids.filter(isNew).length > 0 ? 0 : pages + 1 - expected
    return pages >= maxIdlePages
  }
}

/** A page without totals. */
const maxBarePages = 10_000

const broken = (reason: string, advice = "Ask the maintainers of the service.") =>
  Effect.fail(new ListBroken({ reason: `${reason} ${advice}` }))

/**
 * Decides the next page of a list without totals. A page that is empty, or shorter than the first, is the last. A page with
 * the entries of the page before shows a service that does not page; if it is full, the list may be cut off.
 */
export const withoutTotals = <Entry>(
  idOf: (entry: Entry) => unknown,
  pageSize: number
): NextPage<Pick<Page<Entry>, "page" | "entries">> => {
  const countRepeats = makeRepeatCounter()
  const isIdle = makeIsIdle()
  let first: number | undefined
  let requests = 0
  return (_, { entries, page }) =>
    Effect.suspend((): Effect.Effect<Next, ListBroken> => {
      first ??= entries.length
      requests += 1
      const ids = entries.map(idOf)
      const repeats = countRepeats(ids)
      const isEndless = isIdle(ids, 0)
      if (entries.length === 0 || (repeats > 0 && entries.length !== pageSize))
        return Effect.succeed({ isPastEnd: true })
      if (repeats >= maxRepeats(ids))
        return broken(`page ${page} has the entries of page ${page - 1}, so the service may ignore the page number.`)
      if (isEndless) return broken(`${isIdleReason}, and page ${page} is not the last.`)
      if (requests > maxBarePages)
        return broken(`it has more than ${maxBarePages} pages.`, `Use larger pages, or resume from page ${page}.`)
      return Effect.succeed(entries.length < first ? {} : { next: page + 1 })
    })
}

interface Options<Entry> {
  /** The first requested page. */
  readonly from: number
  readonly onShrink: (shrink: Shrink) => Effect.Effect<void>
  readonly idOf: (entry: Entry) => unknown
  /** Whether to read pages again to which entries moved. */
  readonly readsAgain: boolean
}

// no list grows more than this while it is read
const maxGrowth = (pagesAtFirst: number) => 4 * pagesAtFirst + 1000

// entries that are counted late, or added and removed meanwhile
const maxUncountedPages = 50

// four million entries by twenty
const maxRequests = 200_000

/** Decides the next page of a list with totals. */
export const withTotals = <Entry>({ from, idOf, onShrink, readsAgain }: Options<Entry>): NextPage<Page<Entry>> => {
  const countRepeats = makeRepeatCounter()
  const isIdle = makeIsIdle()
  const readUpTo = makeProgress(from)
  let requests = 0
  let totals = { first: 0, last: 0, highest: 0 }
  let farthest = 0
  let fullest = 0

  return Effect.fnUntraced(function* (requested, answer) {
    const { entries, page, page_size, total_entries: total, total_pages } = answer
    const ids = entries.map(idOf)
    const { first, last } = requests === 0 ? { first: total, last: total } : totals
    const isFarther = requested > farthest
    requests += 1
    totals = { first, last: total, highest: Math.max(totals.highest, total) }
    farthest = Math.max(farthest, requested)
    fullest = Math.max(fullest, ids.length)
    // a service may report the requested page size, and answer fewer entries
    const reportedSize = page_size > 0 ? page_size : fullest
    const size = Math.max(1, fullest > 0 ? Math.min(reportedSize, fullest) : reportedSize)

    const isLastInstead = total_pages < requested && page === Math.max(1, total_pages)
    if (page !== requested && !isLastInstead)
      return yield* broken(`page ${requested} was requested and page ${page} answered.`)
    if (countRepeats(ids) >= maxRepeats(ids) && isFarther && total === last)
      return yield* broken(
        `page ${requested} has the entries of page ${requested - 1}, so the service may ignore the page number.`
      )
    const isEndless = isIdle(ids, isFarther ? Math.max(0, total - last) / size : 1)

    if (total < last) yield* onShrink({ before: last, after: total })
    const next = Math.floor(readsAgain ? readUpTo(page, (total - last) / size) : page) + 1
    // if the totals differ, an empty page marks the end
    const hasMore = entries.length > 0 && page_size > 0 && (next - 1) * page_size < total
    if (next > Math.max(page, total_pages) && !hasMore) return {}

    const notLast = `page ${requested} of ${total_pages} is not the last`
    const pagesAtFirst = Math.ceil(first / size)
    if (isEndless) return yield* broken(`${isIdleReason}, and ${notLast}.`)
    if (next > Math.ceil(totals.highest / size) + maxUncountedPages)
      return yield* broken(`it has ${pluralize(totals.highest, "entry", "entries")} by its totals, and ${notLast}.`)
    if (requests > maxGrowth(pagesAtFirst))
      return yield* broken(
        `it had ${pluralize(pagesAtFirst, "page")} at first, and after ${pluralize(requests, "request")} ${notLast}.`
      )
    if (requests > maxRequests)
      return yield* broken(
        `it needs more than ${pluralize(maxRequests, "request")}.`,
        `Use larger pages, or resume from page ${requested}.`
      )
    return { next }
  })
}
