import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Page number, from 1. Source: interface §2.7. */
export const PageNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** Schema for one page of a list. Totals count the whole filtered list, not the page. Source: interface §2.7. */
export const Page = <Entry extends Schema.Constraint>(entry: Entry) =>
  Schema.Struct({
    entries: Schema.Array(entry),
    total_entries: Count,
    total_pages: Count,
    page: Schema.Int,
    page_size: Schema.Int
  })

/** One page of a list. */
export interface Page<Entry> {
  readonly entries: ReadonlyArray<Entry>
  readonly total_entries: number
  readonly total_pages: number
  readonly page: number
  readonly page_size: number
}

/** The number of entries a page holds when none is asked for. Source: interface §8. */
export const defaultPageSize = 20

/** A place in a list: a page, and how many of its entries were taken. */
export interface Position {
  readonly page: number
  readonly taken: number
}

/** How to walk a list. */
export interface Walk {
  /** Where to start, as an earlier walk left it; at the first entry unless set. */
  readonly from?: Position
  /** Pages kept ready while entries are worked on, none unless set; up to two more may be under way. */
  readonly prefetch?: number
}

type Read<Entry, E, R> = (page: number) => Effect.Effect<Page<Entry>, E, R>

const start: Position = { page: 1, taken: 0 }

/**
 * Streams the pages from `from` to `total_pages`, one request at a time and each only when it or its prefetch is
 * needed. A page that fails ends the stream with its error; so does an empty page end it.
 */
export const pages = <Entry, E, R>(
  read: Read<Entry, E, R>,
  { from = start, prefetch = 0 }: Walk = {}
): Stream.Stream<Page<Entry>, E, R> => {
  const all = Stream.paginate(from.page, (page) =>
    Effect.map(read(page), (answer) => [
      [answer],
      page < answer.total_pages && answer.entries.length > 0 ? Option.some(page + 1) : Option.none()
    ])
  )
  return prefetch > 0 ? Stream.buffer(all, { capacity: prefetch }) : all
}

interface Identified {
  readonly id: unknown
}

/**
 * Streams the entries of every page, each with the position behind it, from which a later walk goes on. An entry that
 * moved to the next page while the walk went on is not yielded again.
 */
export const positioned = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  walk: Walk = {}
): Stream.Stream<{ readonly entry: Entry; readonly position: Position }, E, R> => {
  const { page: firstPage, taken: skipped } = walk.from ?? start
  return pages(read, walk).pipe(
    Stream.mapAccum(
      (): ReadonlySet<unknown> => new Set(),
      (before, { entries, page }) => {
        const placed = entries.map((entry, index) => ({ entry, position: { page, taken: index + 1 } }))
        const fresh = placed.filter(
          ({ entry, position }) => !before.has(entry.id) && (position.page !== firstPage || position.taken > skipped)
        )
        return [new Set(entries.map(({ id }) => id)), fresh]
      }
    )
  )
}

/** Streams the entries of every page, as {@link positioned} without their positions. */
export const stream = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  walk: Walk = {}
): Stream.Stream<Entry, E, R> => Stream.map(positioned(read, walk), ({ entry }) => entry)
