import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { ListBroken } from "./Errors.ts"
import { ListChanged } from "./Errors.ts"
import { paged } from "./internal/list/courses.ts"
import { collectFirst as collectAll, follow } from "./internal/list/follow.ts"
import { note, notePage, placed } from "./internal/list/positions.ts"
import type { Paged, Positioned, Position, Shrink } from "./internal/list/positions.ts"

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
export interface Page<Entry> extends Paged<Entry> {}

export type { Positioned, Position, Shrink }

/** The number of entries a page holds when none is asked for. Source: interface §8. */
export const defaultPageSize = 20

/** How to stream a list. */
export interface Options {
  /** Where to start, as an earlier walk left it; at the first entry unless set. */
  readonly from?: Position | undefined
  /** How many pages are read ahead while entries are worked on, one after the other; none unless set, 100 at the most. */
  readonly prefetch?: number | undefined
  /** Reads the list to its end first, for work that changes what it lists; not so unless set. `pages` ignores it. */
  readonly collectFirst?: boolean | undefined
  /** Called each time the list is found to have got shorter since the page before. */
  readonly onShrink?: ((shrink: Shrink) => Effect.Effect<void>) | undefined
}

type Read<Entry, E, R> = (page: number) => Effect.Effect<Page<Entry>, E, R>

/** The position before the first entry. */
export const start: Position = { page: 1, taken: 0 }

const ignore = () => Effect.void

/**
 * Streams the pages from `from` to `total_pages`, one request at a time and each only when it or its prefetch is
 * needed. A page that fails ends the stream with its error; an empty page before the last does not end it.
 *
 * A list that got shorter meanwhile ends in {@link ListChanged} after its last page: entries may have moved to a page
 * that was read before. A list without an end ends in {@link ListBroken}: after 50 pages in a row without an entry that is
 * new, 50 pages behind what the most of its `total_entries` come to, four times the pages that it had at first and 1,000
 * more, or 200,000 requests; so does one whose service answers other pages than those asked for.
 */
export const pages = <Entry, E, R>(
  read: Read<Entry, E, R>,
  { from = start, onShrink = ignore, prefetch = 0 }: Options = {}
): Stream.Stream<Page<Entry>, E | ListBroken | ListChanged, R> => {
  const pages = follow(
    read,
    () => {
      let change: Shrink | undefined
      const course = paged<Entry>({
        from: from.page,
        idOf: (entry) => (Predicate.hasProperty(entry, "id") ? entry.id : entry),
        readsAgain: false,
        onShrink: (shrink) => {
          change = { before: change?.before ?? shrink.before, after: shrink.after }
          return onShrink(shrink)
        }
      })
      return (asked, answer) =>
        Effect.map(course(asked, answer), (step) =>
          step.next === undefined && change !== undefined ? { ...step, ending: new ListChanged(change) } : step
        )
    },
    from.page,
    prefetch
  )
  return Stream.map(pages, (page) => notePage(page, page.page))
}

interface Identified {
  readonly id: unknown
}

const idOf = ({ id }: Identified) => id

const readAgain = ({ after, before }: Shrink) =>
  `A list got shorter while it was read, from ${before} entries to ${after}: pages are read again. To change what is listed, read it first with collectFirst.`

/**
 * Streams the entries of every page, each once and with the position behind it, from which a later walk goes on.
 *
 * Where the list got shorter meanwhile (its entries are deactivated or deleted, by this program or by another), entries
 * moved to pages that were read before: those are read again, so that none is passed over, and a warning is logged once.
 * A list without an end ends in {@link ListBroken}, as told of {@link pages}.
 */
export const positioned = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  { collectFirst: all = false, from = start, onShrink = ignore, prefetch = 0 }: Options = {}
): Stream.Stream<Positioned<Entry>, E | ListBroken, R> => {
  const begin = () => {
    let isTold = false
    return paged<Entry>({
      from: from.page,
      idOf,
      readsAgain: true,
      onShrink: (shrink) => {
        const told = isTold ? Effect.void : Effect.logWarning(readAgain(shrink))
        isTold = true
        return Effect.andThen(told, onShrink(shrink))
      }
    })
  }
  const entries = placed(follow(read, begin, from.page, prefetch), idOf, from)
  return all ? collectAll(entries) : entries
}

/** Streams the entries of every page, as {@link positioned} without their positions. */
export const stream = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  options: Options = {}
): Stream.Stream<Entry, E | ListBroken, R> =>
  Stream.map(positioned(read, options), ({ entry, position }) => note(entry, position))

/** The streams of a list, by its query without the page. */
export interface Streams<Query, Entry, E> {
  /**
   * Streams the entries of every page, each once. `options` say where to start, how many pages to prefetch, and whether to
   * collect all entries first. See {@link positioned}.
   */
  readonly stream: (query?: Omit<Query, "page">, options?: Options) => Stream.Stream<Entry, E | ListBroken>
  /** Streams the pages. To resume later, use `Page.positioned` over `list`. See {@link pages}. */
  readonly pages: (
    query?: Omit<Query, "page">,
    options?: Options
  ) => Stream.Stream<Page<Entry>, E | ListBroken | ListChanged>
}

type List<Query, Entry, E> = (query?: Query) => Effect.Effect<Page<Entry>, E>

/** Makes the streams of a method that reads one page. */
export const streams: <Query, Entry extends Identified, E>(list: List<Query, Entry, E>) => Streams<Query, Entry, E> = (
  // oxlint-disable-next-line typescript/no-explicit-any -- a query of unknown fields with a page is not that query to the compiler
  list: any
): any => ({
  stream: (query: object, options: Options) => stream((page) => list({ ...query, page }), options),
  pages: (query: object, options: Options) => pages((page) => list({ ...query, page }), options)
})

/**
 * Reads a stream to its end before it yields the first of its values: for work on a list that changes which entries the
 * list has. Nothing is yielded where a page fails.
 *
 * ```ts
 * users.stream({ filter: "active=true" }).pipe(
 *   Page.collectFirst,
 *   Stream.runForEach(({ id }) => users.deactivate(id))
 * )
 * ```
 */
export const collectFirst = <A, E, R>(self: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> => collectAll(self)
