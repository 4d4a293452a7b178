import * as Effect from "effect/Effect"

import { ListBroken } from "../../Errors.ts"
import type { Course, Step } from "./follow.ts"
import { allIdle, idle } from "./idle.ts"
import { repeats, tooMany } from "./repeats.ts"

/** A page of a list that tells no totals. */
export interface Bare<Entry> {
  readonly page: number
  readonly entries: ReadonlyArray<Entry>
}

const mostRequests = 10_000

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
      if (requests > mostRequests) {
        return broken(`it goes on after ${mostRequests} pages. Ask for larger pages, or go on from page ${page}.`)
      }
      return Effect.succeed(entries.length < first ? {} : { next: page + 1 })
    })
}
