import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"

import * as Problem from "../Problem.ts"
import { isLastPage } from "../resources/Resource.ts"
import type { AnyResource } from "../resources/Resource.ts"
import type { Lists } from "./lists/Lists.ts"
import { changeOf } from "./lists/ListState.ts"
import type { Id } from "./lists/PageCache.ts"
import * as Renewal from "./lists/Renewal.ts"
import type { Notices } from "./Notices.ts"
import * as Observable from "./Observable.ts"

/** The differences between a list and what it was when it was read before. */
export interface Differences {
  /** In milliseconds. */
  readonly at: number
  /** Titles of the cells that changed, by row. */
  readonly changed: ReadonlyMap<Id, ReadonlySet<string>>
  readonly added: ReadonlySet<Id>
  /** The number of rows that are gone. */
  readonly gone: number
  /** The same in words, one part for each row. */
  readonly said: ReadonlyArray<string>
}

/** A list that is read again and again. */
export interface WatchState {
  readonly resource: AnyResource
  /** In seconds. */
  readonly every: number
  /** The latest differences. */
  readonly news: Differences | undefined
  /** The time of the next try after a failure, in milliseconds. */
  readonly retryAt: number | undefined
  /** The reason of the failure, in few words. */
  readonly why?: string
}

export interface Watch {
  readonly state: Observable.Observable<WatchState | undefined>
  /** Reads what is on the screen of a list again every so many seconds, and no other list any more. */
  readonly begin: (resource: AnyResource, every: number) => void
  /** Ends watching; returns whether a list was watched. */
  readonly end: () => boolean
}

/** Seconds between two reads: the default, and the limits. */
export const [defaultSeconds, minSeconds, maxSeconds] = [5, 1, 3600]

/** A list of more pages is not read again each time. */
const mostPages = 10

/** The longest wait after a failure, in milliseconds. */
const longestWait = 60_000

const cellsOf = ({ columns, state }: AnyResource, row: unknown): ReadonlyMap<string, string> =>
  new Map([
    ...(state === undefined ? [] : [["STATE", state(row).text] as const]),
    ...columns.map(({ text, title }) => [title, text(row)] as const)
  ])

/**
 * Compares rows with those that were at the same place before; `undefined` if nothing differs. If more rows follow, those at
 * the end may only have moved: they are not counted. Neither are rows that were removed by this program.
 */
const compare = (
  resource: AnyResource,
  before: ReadonlyArray<unknown>,
  after: ReadonlyArray<unknown>,
  { at, isEnd, isRemoved }: { at: number; isEnd: boolean; isRemoved: (id: Id) => boolean }
): Differences | undefined => {
  const { idOf, nameOf } = resource
  const was = new Map(before.map((row) => [idOf(row), row]))
  const is = new Map(after.map((row) => [idOf(row), row]))
  const onlyIn = (rows: ReadonlyArray<unknown>, others: ReadonlyMap<Id, unknown>) =>
    rows
      .slice(0, isEnd ? undefined : rows.findLastIndex((row) => others.has(idOf(row))) + 1)
      .filter((row) => !others.has(idOf(row)))
  const added = onlyIn(after, was)
  const gone = onlyIn(before, is).filter((row) => !isRemoved(idOf(row)))
  const changed = after.flatMap((row) => {
    if (!was.has(idOf(row))) return []
    const cells = cellsOf(resource, was.get(idOf(row)))
    const texts = [...cellsOf(resource, row)].filter(([title, text]) => cells.get(title) !== text)
    return texts.length === 0 ? [] : [{ row, texts }]
  })
  if (changed.length + added.length + gone.length === 0) return undefined
  return {
    at,
    changed: new Map(changed.map(({ row, texts }) => [idOf(row), new Set(texts.map(([title]) => title))])),
    added: new Set(added.map(idOf)),
    gone: gone.length,
    said: [
      ...changed.map(
        ({ row, texts }) =>
          `${nameOf(row)}, ${texts.map(([title, text]) => `${title.toLowerCase()} ${text || "empty"}`).join(", ")}`
      ),
      ...added.map((row) => `new ${nameOf(row)}`),
      ...gone.map((row) => `gone ${nameOf(row)}`)
    ]
  }
}

/** The reason for which a list is not watched any more, in a sentence. */
class TooManyPages {
  readonly _tag = "TooManyPages"
}

type Ending = Problem.Failure | TooManyPages

/** The least seconds to wait after a failure that may pass; `undefined` if it ends watching. */
const waitOf = (error: Ending): number | undefined => {
  if (error._tag === "CircuitOpen") return error.seconds
  if (error._tag === "UnexpectedAnswer" && (error.status === 429 || error.status >= 500)) return error.retryAfter ?? 0
  return error._tag === "ConnectionFailed" || error._tag === "TimedOut" ? 0 : undefined
}

/** Makes what watches the list on screen. `isInSight` says whether its rows are shown and none of them is being changed. */
export const make = Effect.fnUntraced(function* ({
  isInSight,
  lists,
  notices
}: {
  readonly lists: Lists
  readonly notices: Notices
  readonly isInSight: (resource: AnyResource) => boolean
}): Effect.fn.Return<Watch, never, Scope.Scope> {
  const state = Observable.make<WatchState | undefined>(undefined)
  const fork = yield* FiberHandle.makeRuntime<never>()
  const update = (change: Partial<WatchState>) => state.update((now) => now && { ...now, ...change })

  const read = Effect.fnUntraced(function* (resource: AnyResource) {
    const list = lists.of(resource)
    const before = list.state.get()
    if (!isInSight(resource) || !Renewal.isDue(before)) return
    const pages = Renewal.pagesOf(before)
    if (pages.length > mostPages) return yield* Effect.fail(new TooManyPages())
    const answers = yield* Effect.forEach(pages, (number) =>
      Effect.map(lists.provided(resource.read(before.filter, number, before.order)), (page) => ({ number, page }))
    )
    const at = yield* Clock.currentTimeMillis
    const known = list.state.get()
    // something was read or changed in the meantime, which is newer
    if (known.cache !== before.cache || known.local !== before.local || !Renewal.isDue(known)) return
    const rows = Renewal.rowsOf(known, pages)
    const last = answers.at(-1)?.page
    const news =
      rows &&
      compare(
        resource,
        rows,
        answers.flatMap(({ page }) => page.entries),
        { at, isEnd: last === undefined || isLastPage(last), isRemoved: (id) => changeOf(known, id) === "gone" }
      )
    list.renew(answers, at)
    update({ retryAt: undefined, ...(news && { news }) })
  })

  const backoff = (every: number) =>
    Schedule.exponential(every * 2000).pipe(
      Schedule.setInputType<Ending>(),
      Schedule.modifyDelay(({ duration, input }) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const asked = Math.max(every, waitOf(input) ?? 0) * 1000
          const wait = Math.max(asked, Math.min(longestWait, Duration.toMillis(duration)))
          if (input._tag !== "TooManyPages") update({ retryAt: now + wait, why: Problem.summarize(input) })
          return wait
        })
      )
    )

  const ended = (resource: AnyResource, why: string) =>
    Effect.sync(() => {
      // the end of a session is told where it is noticed
      if (state.get() === undefined) return
      state.update(() => undefined)
      notices.tell("problem", `Watching the ${resource.title.toLowerCase()} has ended: ${why}`)
    })

  const sentenceOf = (resource: AnyResource, error: Ending) => {
    if (error._tag === "TooManyPages")
      return `more than ${mostPages} pages are sorted or searched, too many to read each time.`
    const { todo, what } = Problem.describe(`list the ${resource.title.toLowerCase()}`, error, "Try again.")
    return `${what} ${todo}`
  }

  return {
    state,
    begin: (resource, every) => {
      state.update(() => ({ resource, every, news: undefined, retryAt: undefined }))
      fork(
        read(resource).pipe(
          Effect.retry({ schedule: backoff(every), while: (error) => waitOf(error) !== undefined }),
          Effect.repeat(Schedule.spaced(every * 1000)),
          Effect.delay(every * 1000),
          Effect.catch((error) => ended(resource, sentenceOf(resource, error))),
          Effect.catchDefect((defect) =>
            ended(resource, `a fault in the program (${String(defect)}). Refresh, or begin again.`)
          )
        )
      )
    },
    end: () => {
      if (state.get() === undefined) return false
      state.update(() => undefined)
      fork(Effect.void)
      return true
    }
  }
})
