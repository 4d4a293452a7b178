import * as Effect from "effect/Effect"

import { ListBroken } from "../../Errors.ts"
import type { Course } from "./follow.ts"
import { repeats, tooMany } from "./repeats.ts"
import type { Paged, Shrink } from "./shapes.ts"

/** What a course depends on beside the pages themselves. */
interface Options<Entry> {
  /** The page that the walk began with. */
  readonly from: number
  readonly onShrink: (shrink: Shrink) => Effect.Effect<void>
  /** Ids of entries, by which they are told apart: with them, entries that moved to pages read before are read again. */
  readonly idOf?: (entry: Entry) => unknown
}

const broken = (reason: string) => Effect.fail(new ListBroken({ reason }))

// no list grows so while it is read
const mostRequests = (pagesAtFirst: number) => 4 * pagesAtFirst + 1000

const mostEmpty = 50

/** The course through a list that tells its totals. */
export const paged = <Entry>({ from, idOf, onShrink }: Options<Entry>): Course<Paged<Entry>> => {
  const repeatsOf = repeats()
  let first: Paged<Entry> | undefined
  let last = { asked: 0, total: 0 }
  let requests = 0
  let empties = 0

  return Effect.fnUntraced(function* (asked, answer) {
    const { entries, page, page_size, total_entries: total, total_pages } = answer
    first ??= answer
    const lost = requests === 0 ? 0 : last.total - total
    const isOnward = asked > last.asked && lost === 0
    last = { asked, total }
    requests += 1
    empties = entries.length === 0 ? empties + 1 : 0

    const isBehindLast = total_pages < asked && page === Math.max(1, total_pages)
    if (page !== asked && !isBehindLast) return yield* broken(`page ${asked} was asked for and page ${page} answered.`)
    if (idOf !== undefined && repeatsOf(entries.map(idOf)) >= tooMany(entries) && isOnward) {
      return yield* broken(`page ${asked} has the entries of page ${asked - 1}, so the service may pass over page.`)
    }
    if (requests > mostRequests(first.total_pages)) {
      return yield* broken(
        `it had ${first.total_pages} pages at first, and after ${requests} requests page ${asked} of ${total_pages} is not the last.`
      )
    }

    if (lost > 0) {
      yield* onShrink({ before: last.total + lost, after: total })
      const moved = Math.ceil(lost / Math.max(1, page_size))
      if (idOf !== undefined && asked > from) return { next: Math.max(from, asked - moved) }
    }
    const isTold = page < total_pages
    if (empties > mostEmpty && isTold) {
      return yield* broken(`${empties} pages in a row are empty, and page ${asked} of ${total_pages} is not the last.`)
    }
    // totals that differ: an empty page then tells the end
    const isLeft = entries.length > 0 && page_size > 0 && page * page_size < total
    return isTold || isLeft ? { next: page + 1 } : {}
  })
}
