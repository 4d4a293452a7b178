import * as Effect from "effect/Effect"

import { ListBroken } from "../../Errors.ts"
import type { Course, Step } from "./follow.ts"
import { recent } from "./positions.ts"
import type { Paged, Shrink } from "./positions.ts"

/**
 * Tells up to where a list was read: all that is before that was on a page when it was read. In pages and fractions of
 * them, as is how far the list has grown since the page before, which is below 0 where entries moved up.
 */
const frontier = (from: number): ((page: number, grown: number) => number) => {
  const begin = from - 1
  let done = begin
  // read ahead of that, behind a gap
  let ahead = { begin: 0, end: 0 }
  let gapBefore = 0
  // of totals that go up and down for ever, the gap would not close
  let isGapKnown = false
  return (page, grown) => {
    const lost = Math.max(0, -grown)
    const moved = isGapKnown ? 0 : Math.max(0, grown)
    done = Math.max(begin, done - lost)
    ahead = { begin: ahead.begin + moved, end: ahead.end - lost }
    if (page - 1 > done) {
      isGapKnown = gapBefore === page
      gapBefore = page
      ahead = { begin: page - 1, end: ahead.begin <= page ? Math.max(page, ahead.end) : page }
    } else {
      done = Math.max(done, page)
      if (ahead.begin <= done) done = Math.max(done, ahead.end)
    }
    return done
  }
}

/** Counts how often in a row a page has had the very entries of the page before. */
const repeats = (): ((ids: ReadonlyArray<unknown>) => number) => {
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

/** How many repeats show that a service passes over the number of the page: of one entry, a neighbour may have moved. */
const tooMany = (ids: ReadonlyArray<unknown>): number => (new Set(ids).size > 1 ? 1 : 3)

const mostIdle = 50

/** What a list is broken by that has page after page without an entry that is new. */
const allIdle = `${mostIdle} pages in a row have no entry that is new`

/** Tells whether 50 pages in a row had no new entry, not counting as many as are `due` to have none. */
const idle = (): ((ids: ReadonlyArray<unknown>, due: number) => boolean) => {
  const isNew = recent()
  let pages = 0
  return (ids, due) => {
    pages = ids.filter(isNew).length > 0 ? 0 : pages + 1 - due
    return pages >= mostIdle
  }
}

/** A page of a list that tells no totals. */
interface Bare<Entry> {
  readonly page: number
  readonly entries: ReadonlyArray<Entry>
}

const mostBareRequests = 10_000

const broken = (reason: string) => Effect.fail(new ListBroken({ reason }))

/**
 * The course through a list that tells no totals. A page that is empty, or shorter than the first, is the last. One that
 * has the entries of the page before shows a service that does not page: a page as long as asked for may be cut off.
 */
export const bare = <Entry>(idOf: (entry: Entry) => unknown, pageSize: number): Course<Bare<Entry>> => {
  const repeatsOf = repeats()
  const isIdle = idle()
  let first: number | undefined
  let requests = 0
  return (_, { entries, page }) =>
    Effect.suspend((): Effect.Effect<Step, ListBroken> => {
      first ??= entries.length
      requests += 1
      const ids = entries.map(idOf)
      const times = repeatsOf(ids)
      const isOver = isIdle(ids, 0)
      if (entries.length === 0 || (times > 0 && entries.length !== pageSize)) return Effect.succeed({ isPast: true })
      if (times >= tooMany(ids)) {
        return broken(`page ${page} has the entries of page ${page - 1}, so the service may pass over page.`)
      }
      if (isOver) return broken(`${allIdle}, and page ${page} is not the last.`)
      if (requests > mostBareRequests) {
        return broken(`it goes on after ${mostBareRequests} pages. Ask for larger pages, or go on from page ${page}.`)
      }
      return Effect.succeed(entries.length < first ? {} : { next: page + 1 })
    })
}

/** What a course depends on beside the pages themselves. */
interface Options<Entry> {
  /** The page that the walk began with. */
  readonly from: number
  readonly onShrink: (shrink: Shrink) => Effect.Effect<void>
  /** What entries are told apart by. */
  readonly idOf: (entry: Entry) => unknown
  /** Whether pages are read again to which entries moved. */
  readonly readsAgain: boolean
}

// no list grows so while it is read
const mostGrown = (pagesAtFirst: number) => 4 * pagesAtFirst + 1000

// entries that are counted late, or added and removed meanwhile
const mostPagesUntold = 50

// four million entries by twenty
const mostRequests = 200_000

/** The course through a list that tells its totals. */
export const paged = <Entry>({ from, idOf, onShrink, readsAgain }: Options<Entry>): Course<Paged<Entry>> => {
  const repeatsOf = repeats()
  const isIdle = idle()
  const readUpTo = frontier(from)
  let requests = 0
  let totals = { first: 0, last: 0, highest: 0 }
  let farthest = 0
  let fullest = 0

  return Effect.fnUntraced(function* (asked, answer) {
    const { entries, page, page_size, total_entries: total, total_pages } = answer
    const ids = entries.map(idOf)
    const { first, last } = requests === 0 ? { first: total, last: total } : totals
    const isFarther = asked > farthest
    requests += 1
    totals = { first, last: total, highest: Math.max(totals.highest, total) }
    farthest = Math.max(farthest, asked)
    fullest = Math.max(fullest, ids.length)
    // a service may tell the size that was asked for, and answer fewer
    const toldSize = page_size > 0 ? page_size : fullest
    const size = Math.max(1, fullest > 0 ? Math.min(toldSize, fullest) : toldSize)

    const isBehindLast = total_pages < asked && page === Math.max(1, total_pages)
    if (page !== asked && !isBehindLast) return yield* broken(`page ${asked} was asked for and page ${page} answered.`)
    if (repeatsOf(ids) >= tooMany(ids) && isFarther && total === last) {
      return yield* broken(`page ${asked} has the entries of page ${asked - 1}, so the service may pass over page.`)
    }
    const isOver = isIdle(ids, isFarther ? Math.max(0, total - last) / size : 1)

    if (total < last) yield* onShrink({ before: last, after: total })
    const next = Math.floor(readsAgain ? readUpTo(page, (total - last) / size) : page) + 1
    // totals that differ: an empty page then tells the end
    const isLeft = entries.length > 0 && page_size > 0 && (next - 1) * page_size < total
    if (next > Math.max(page, total_pages) && !isLeft) return {}

    const notLast = `page ${asked} of ${total_pages} is not the last`
    const pagesAtFirst = Math.ceil(first / size)
    if (isOver) return yield* broken(`${allIdle}, and ${notLast}.`)
    if (next > Math.ceil(totals.highest / size) + mostPagesUntold) {
      return yield* broken(`it has ${totals.highest} entries by its totals, and ${notLast}.`)
    }
    if (requests > mostGrown(pagesAtFirst)) {
      return yield* broken(`it had ${pagesAtFirst} pages at first, and after ${requests} requests ${notLast}.`)
    }
    if (requests > mostRequests) {
      return yield* broken(
        `it goes on after ${mostRequests} requests. Ask for larger pages, or go on from page ${asked}.`
      )
    }
    return { next }
  })
}
