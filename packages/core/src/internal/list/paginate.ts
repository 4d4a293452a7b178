import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../Errors.ts"
import { StreamSession } from "../session/storage.ts"

/** One page of a list. The totals count the whole list as it is filtered, not the page. */
export interface Page<Entry> {
  /** The entries of this page. */
  readonly entries: ReadonlyArray<Entry>
  /** Number of entries of the list. */
  readonly total_entries: number
  /** Number of pages of the list. */
  readonly total_pages: number
  /** Number of this page, from 1. */
  readonly page: number
  /** Maximum number of entries of a page. */
  readonly page_size: number
}

/** A cursor in a list: a page, and the number of its entries already read. It can be stored as JSON. */
export interface Position {
  /** From 1. */
  readonly page: number
  /** From 0. */
  readonly taken: number
}

/** An entry of a list with the position after it. */
export interface Positioned<Entry> {
  readonly entry: Entry
  readonly position: Position
}

/** The numbers of entries of a list that shrank while it was read. */
export interface Shrink {
  /** On the page before. */
  readonly before: number
  /** Now. */
  readonly after: number
}

// entries move by as many as were added or removed meanwhile; all ids of a long list would fill the memory
const maxIds = 10_000

/** Returns a function that says whether an id is new among the last 10,000 to 20,000 ids. */
export const makeIsNew = (): ((id: unknown) => boolean) => {
  let seen = new Set<unknown>()
  let before = seen
  return (id) => {
    if (seen.has(id)) return false
    const isNew = !before.has(id)
    if (seen.size === maxIds) {
      before = seen
      seen = new Set()
    }
    seen.add(id)
    return isNew
  }
}

/** Streams the entries of pages after a position, each once, with the position after each. */
export const withPositions = <Entry, E, R>(
  pages: Stream.Stream<{ readonly page: number; readonly entries: ReadonlyArray<Entry> }, E, R>,
  idOf: (entry: Entry) => unknown,
  from: Position
): Stream.Stream<Positioned<Entry>, E, R> =>
  pages.pipe(
    Stream.mapAccum(makeIsNew, (isNew, { entries, page }) => {
      const all = entries.map((entry, index) => ({ entry, position: { page, taken: index + 1 } }))
      const isAfter = ({ taken }: Position) => page > from.page || (page === from.page && taken > from.taken)
      return [isNew, all.filter(({ entry, position }) => isNew(idOf(entry)) && isAfter(position))]
    })
  )

/** The values of a step, and the state of the next step; `None` at the end. */
type Yield<A, State> = readonly [values: ReadonlyArray<A>, next: Option.Option<State>]

// each is a fiber, and its answer waits in memory
const maxPrefetch = 100

/** Runs up to `count` steps ahead of demand, one after the other. A queue would add 1.5 kB to each bundle. */
const prefetched = <A, State, E, R>(
  step: (from: State) => Effect.Effect<Yield<A, State>, E, R>,
  start: State,
  count: number,
  scope: Scope.Scope
) => {
  type Running = Fiber.Fiber<Yield<A, State>, E>

  const follow = ([, next]: Yield<A, State>) =>
    Option.isSome(next) ? step(next.value) : Effect.succeed<Yield<A, State>>([[], next])

  return Effect.fnUntraced(function* (running: ReadonlyArray<Running>) {
    const [first = yield* Effect.forkIn(step(start), scope), ...others] = running
    let last = others.at(-1) ?? first
    while (others.length < Math.min(count, maxPrefetch)) {
      last = yield* Effect.forkIn(Effect.flatMap(Fiber.join(last), follow), scope)
      others.push(last)
    }
    const [values, next] = yield* Fiber.join(first)
    return [values, Option.as(next, others)] satisfies Yield<A, ReadonlyArray<Running>>
  })
}

/** The decision after a page. */
export interface Next<E = never> {
  /** The page to request next, or `undefined` at the end. */
  readonly next?: number
  /** Whether the page lies after the end of the list and is not yielded. */
  readonly isPastEnd?: boolean
  /** The error of the stream after its last page. */
  readonly finalError?: E
}

/** Decides which page to request next, by the last requested page number and its answer. */
export type NextPage<Answer, E = never> = (requested: number, answer: Answer) => Effect.Effect<Next<E>, ListBroken>

interface State<Answer, E> extends Next<E> {
  readonly nextPage: NextPage<Answer, E>
  readonly session: StreamSession
}

// by Stream.paginate alone: other constructors of streams weigh more than all of this
/** Streams pages within one session; each page is requested only when it or its prefetch is needed. */
export const paginate = <Answer, E, R, Final = never>(
  read: (page: number) => Effect.Effect<Answer, E, R>,
  makeNextPage: () => NextPage<Answer, Final>,
  from: number,
  prefetch: number
): Stream.Stream<Answer, E | Final | ListBroken, R> => {
  type From = State<Answer, Final> | undefined
  type Failure = E | Final | ListBroken

  const step = (state: From): Effect.Effect<Yield<Answer, From>, Failure, R> => {
    const {
      finalError,
      next: requested = from,
      nextPage,
      session
    } = state ?? { nextPage: makeNextPage(), next: from, session: {} }
    if (finalError !== undefined) return Effect.fail(finalError)
    return Effect.flatMap(Effect.provideService(read(requested), StreamSession, session), (answer) =>
      Effect.map(nextPage(requested, answer), (step) => [
        step.isPastEnd === true ? [] : [answer],
        step.next === undefined && step.finalError === undefined
          ? Option.none()
          : Option.some({ ...step, nextPage, session })
      ])
    )
  }

  if (prefetch <= 0) return Stream.paginate(undefined, step)
  return Stream.unwrap(
    Effect.map(Effect.scope, (scope) => Stream.paginate([], prefetched(step, undefined, prefetch, scope)))
  )
}

/**
 * Reads a stream to its end before it yields the first value, for work that changes which entries the list has. If a page
 * fails, it yields no values.
 *
 * ```ts
 * users.stream({ filter: "active=true" }).pipe(
 *   Page.collectFirst,
 *   Stream.runForEach(({ id }) => users.deactivate(id))
 * )
 * ```
 */
export const collectFirst = <A, E, R>(self: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.paginate(undefined, () => Effect.map(Stream.runCollect(self), (all) => [all, Option.none()] as const))
