import * as Effect from "effect/Effect"

import { ListBroken } from "../../Errors.ts"
import type { Course } from "./follow.ts"
import { frontier } from "./frontier.ts"
import { allIdle, idle } from "./idle.ts"
import { repeats, tooMany } from "./repeats.ts"
import type { Paged, Shrink } from "./shapes.ts"

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

const broken = (reason: string) => Effect.fail(new ListBroken({ reason }))

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
