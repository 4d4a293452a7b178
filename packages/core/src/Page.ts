import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { ListBroken } from "./Errors.ts"
import { ListChanged } from "./Errors.ts"
import { withTotals } from "./internal/list/nextPage.ts"
import { collectFirst, paginate, withPositions } from "./internal/list/paginate.ts"
import type * as Paginate from "./internal/list/paginate.ts"
import type { Position, Positioned, Shrink } from "./internal/list/paginate.ts"
import { pluralize } from "./Text.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a whole number, 0 or more" }))

/** Page number, from 1. Source: interface §2.7. */
export const PageNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "a whole number, 1 or more" }))

/** The fields of a query that select a page. Source: interface §2.7. */
export const queryFields = {
  /** Page number, from 1. */
  page: Schema.optionalKey(PageNumber),
  /** Entries per page, from 1 (default 20). The interface gives no maximum; programs use up to 100. */
  page_size: Schema.optionalKey(PageNumber)
}

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
export interface Page<Entry> extends Paginate.Page<Entry> {}

export { collectFirst }
export type { Position, Positioned, Shrink }

/** The page size if a query has none. Source: interface §8. */
export const defaultPageSize = 20

/** How to stream a list. */
export interface Options {
  /** Where to start: a position of an earlier stream (default: the first entry). */
  readonly from?: Position | undefined
  /** Number of pages to read ahead, one after the other (default 0, at most 100). */
  readonly prefetch?: number | undefined
  /** Reads the list to its end first, for work that changes the list (default false). `pages` ignores it. */
  readonly collectFirst?: boolean | undefined
  /** Called each time the list has shrunk since the page before. */
  readonly onShrink?: ((shrink: Shrink) => Effect.Effect<void>) | undefined
}

type Read<Entry, E, R> = (page: number) => Effect.Effect<Page<Entry>, E, R>

/** The position before the first entry. */
export const start: Position = { page: 1, taken: 0 }

const ignore = () => Effect.void

/**
 * Streams the pages from `from` to `total_pages`, one request at a time, each only when it or its prefetch is needed. A
 * page that fails ends the stream with its error; an empty page before the last does not end it.
 *
 * If the list shrinks meanwhile, the stream fails with {@link ListChanged} after its last page, as entries may have moved to
 * pages already read. It fails with {@link ListBroken} if the list has no end: after 50 pages in a row without a new entry,
 * 50 pages beyond its highest `total_entries`, four times its initial number of pages and 1,000 more, or 200,000 requests.
 * The same error reports a service that answers other pages than requested.
 */
export const pages = <Entry, E, R>(
  read: Read<Entry, E, R>,
  { from = start, onShrink = ignore, prefetch = 0 }: Options = {}
): Stream.Stream<Page<Entry>, E | ListBroken | ListChanged, R> => {
  const makeNextPage = () => {
    let change: Shrink | undefined
    const nextPage = withTotals<Entry>({
      from: from.page,
      idOf: (entry) => (Predicate.hasProperty(entry, "id") ? entry.id : entry),
      readsAgain: false,
      onShrink: (shrink) => {
        change = { before: change?.before ?? shrink.before, after: shrink.after }
        return onShrink(shrink)
      }
    })
    return (requested: number, answer: Page<Entry>) =>
      Effect.map(nextPage(requested, answer), (step) =>
        step.next === undefined && change !== undefined ? { ...step, finalError: new ListChanged(change) } : step
      )
  }
  return paginate(read, makeNextPage, from.page, prefetch)
}

/**
 * Returns a `read` for the streams of this module that reads up to `concurrency` pages ahead at the same time, once the first
 * page says how many there are. A page that is requested again is read again.
 */
export const readAhead = <Entry, E, R>(
  read: Read<Entry, E, R>,
  concurrency: number
): Effect.Effect<Read<Entry, E, R>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const ahead = new Map<number, Fiber.Fiber<Page<Entry>, E>>()
    let next = start.page
    const readOn = Effect.fnUntraced(function* (page: number, { total_pages }: Page<Entry>) {
      next = Math.max(next, page + 1)
      for (; next <= Math.min(total_pages, page + concurrency); next++)
        ahead.set(next, yield* Effect.forkIn(read(next), scope))
    })
    return (page) =>
      Effect.suspend(() => {
        const fiber = ahead.get(page)
        ahead.delete(page)
        return fiber === undefined ? read(page) : Fiber.join(fiber)
      }).pipe(Effect.tap((answer) => readOn(page, answer)))
  })

interface Identified {
  readonly id: unknown
}

const idOf = ({ id }: Identified) => id

const warning = ({ after, before }: Shrink) =>
  `A list shrank while it was read, from ${pluralize(before, "entry", "entries")} to ${after}: pages are read again. To change the list, read it first with collectFirst.`

/**
 * Streams the entries of every page, each once, with the position after it, from which a later stream can resume.
 *
 * If the list shrinks meanwhile (its entries are deactivated or deleted, by this program or another), entries move to pages
 * already read. Those pages are read again, so that no entry is missed, and one warning is logged. The stream fails with
 * {@link ListBroken} if the list has no end, as {@link pages} does.
 */
export const positioned = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  { collectFirst: collects = false, from = start, onShrink = ignore, prefetch = 0 }: Options = {}
): Stream.Stream<Positioned<Entry>, E | ListBroken, R> => {
  const makeNextPage = () => {
    let isWarned = false
    return withTotals<Entry>({
      from: from.page,
      idOf,
      readsAgain: true,
      onShrink: (shrink) => {
        const warn = isWarned ? Effect.void : Effect.logWarning(warning(shrink))
        isWarned = true
        return Effect.andThen(warn, onShrink(shrink))
      }
    })
  }
  const entries = withPositions(paginate(read, makeNextPage, from.page, prefetch), idOf, from)
  return collects ? collectFirst(entries) : entries
}

/** Streams the entries of every page, as {@link positioned} without their positions. */
export const stream = <Entry extends Identified, E, R>(
  read: Read<Entry, E, R>,
  options: Options = {}
): Stream.Stream<Entry, E | ListBroken, R> => Stream.map(positioned(read, options), ({ entry }) => entry)

type Listing<Query, A, E> = (query?: Omit<Query, "page">, options?: Options) => Stream.Stream<A, E | ListBroken>

/** The streams of a list, by its query without the page. */
export interface Streams<Query, Entry, E> {
  /**
   * Streams the entries of every page, each once. `options` say where to start, how many pages to prefetch, and whether to
   * collect all entries first. See `Page.positioned`.
   */
  readonly stream: Listing<Query, Entry, E>
  /** Streams the entries as `stream` does, each with the position after it, to resume later. */
  readonly positioned: Listing<Query, Positioned<Entry>, E>
  /** Streams the pages. See `Page.pages`. */
  readonly pages: Listing<Query, Page<Entry>, E | ListChanged>
}

type List<Query, Entry, E> = (query?: Query) => Effect.Effect<Page<Entry>, E>

// oxlint-disable-next-line typescript/no-explicit-any -- to the compiler, a query without its page and a page are not that query
type Untyped = any

/** Makes the streams of a method that reads one page. */
export const streams: <Query, Entry extends Identified, E>(list: List<Query, Entry, E>) => Streams<Query, Entry, E> = (
  list: Untyped
): Untyped => {
  const read = (query: object) => (page: number) => list({ ...query, page })
  return {
    stream: (query: object, options: Options) => stream(read(query), options),
    positioned: (query: object, options: Options) => positioned(read(query), options),
    pages: (query: object, options: Options) => pages(read(query), options)
  }
}
