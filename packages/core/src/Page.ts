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

/**
 * Streams the entries of every page, from `first` (1 unless given) to `total_pages`, one request at a time and each
 * only when it is needed. A page that fails ends the stream with its error.
 */
export const stream = <Entry, E, R>(
  read: (page: number) => Effect.Effect<Page<Entry>, E, R>,
  first = 1
): Stream.Stream<Entry, E, R> =>
  Stream.paginate(first, (page) =>
    Effect.map(read(page), (answer) => [
      answer.entries,
      page < answer.total_pages && answer.entries.length > 0 ? Option.some(page + 1) : Option.none()
    ])
  )
