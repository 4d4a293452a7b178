import { Errors } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { isLastPage } from "../resources/Resource.ts"
import { Changes, countUnfinished } from "./Changes.ts"
import { Lists } from "./lists/Lists.ts"
import * as ListState from "./lists/ListState.ts"
import type { Id } from "./lists/PageCache.ts"
import { Notices, Screen } from "./Program.ts"

/** The differences between two reads of a list. */
export type Differences = Readonly<NonNullable<ReturnType<typeof compare>>>

/** A list that is read periodically. */
export interface WatchState {
  readonly resource: AnyResource
  /** In seconds. */
  readonly every: number
  readonly news: Differences | undefined
  /** Time of the next attempt after a failure, in milliseconds. */
  readonly retryAt: number | undefined
  /** The reason of the failure, in a few words. */
  readonly why?: string
}

/** The interval in seconds: default and limits. */
export const [defaultSeconds, minSeconds, maxSeconds] = [5, 1, 3600]

/** A longer list is too expensive to read each time. */
const maxPages = 10

const tooManyPages = `more than ${maxPages} pages are sorted or searched, too many to read each time`

/** Maximum delay after a failure, in milliseconds. */
const maxDelay = 60_000

const cells = ({ columns, state }: AnyResource, row: AnyRow): ReadonlyMap<string, string> =>
  new Map([
    ...(state === undefined ? [] : [["STATE", state(row).text] as const]),
    ...columns.flatMap(({ isElapsed, text, title }) => (isElapsed === true ? [] : [[title, text(row)] as const]))
  ])

/**
 * Compares the rows of the same pages; `undefined` if nothing differs. If more rows follow, those at the end may only have
 * moved, and do not count. Neither do rows that this program has removed.
 */
const compare = (
  resource: AnyResource,
  before: ReadonlyArray<AnyRow>,
  after: ReadonlyArray<AnyRow>,
  { at, isEnd, isRemoved }: { at: number; isEnd: boolean; isRemoved: (id: Id) => boolean }
) => {
  const { idOf, nameOf } = resource
  const was = new Map(before.map((row) => [idOf(row), row]))
  const is = new Map(after.map((row) => [idOf(row), row]))
  const onlyIn = (rows: ReadonlyArray<AnyRow>, others: ReadonlyMap<Id, AnyRow>) =>
    rows
      .slice(0, isEnd ? undefined : rows.findLastIndex((row) => others.has(idOf(row))) + 1)
      .filter((row) => !others.has(idOf(row)))
  const added = onlyIn(after, was)
  const removed = onlyIn(before, is).filter((row) => !isRemoved(idOf(row)))
  const changed = after.flatMap((row) => {
    if (!was.has(idOf(row))) return []
    const old = cells(resource, was.get(idOf(row)))
    const texts = [...cells(resource, row)].filter(([title, text]) => old.get(title) !== text)
    return texts.length === 0 ? [] : [{ row, texts }]
  })
  if (changed.length + added.length + removed.length === 0) return undefined
  return {
    at,
    // titles of the changed cells, by row
    changed: new Map<Id, ReadonlySet<string>>(
      changed.map(({ row, texts }) => [idOf(row), new Set(texts.map(([title]) => title))])
    ),
    added: new Set(added.map(idOf)),
    removed: removed.length,
    // the same in words, one entry for each row
    lines: [
      ...changed.map(
        ({ row, texts }) =>
          `${nameOf(row)}, ${texts.map(([title, text]) => `${title.toLowerCase()} ${text || "empty"}`).join(", ")}`
      ),
      ...added.map((row) => `new ${nameOf(row)}`),
      ...removed.map((row) => `gone ${nameOf(row)}`)
    ]
  }
}

/** Returns the minimum delay in seconds after an error that may pass; `undefined` if it ends the watch. */
const retryAfter = (error: Problem.Failure): number | undefined => {
  if (error._tag === "CircuitOpen") return error.seconds
  if (error._tag === "UnexpectedAnswer" && (error.status === 429 || error.status >= 500)) return error.retryAfter ?? 0
  return error._tag === "ConnectionFailed" || error._tag === "TimedOut" ? 0 : undefined
}

/** Reads the list on screen periodically, and shows what has changed. */
export class Watch extends Context.Service<Watch>()("@remote-assist/tui/Watch", {
  make: Effect.gen(function* () {
    const changes = yield* Changes
    const lists = yield* Lists
    const notices = yield* Notices
    const screen = yield* Screen
    const state = Observable.make<WatchState | undefined>(undefined)
    const fork = yield* FiberHandle.makeRuntime<never>()
    const update = (change: Partial<WatchState>) => state.update((now) => now && { ...now, ...change })

    /** Whether a list may be read: an earlier failure does not prevent it. */
    const isIdle = (list: ListState.ListState<AnyRow>) => ListState.isIdle({ ...list, problem: undefined })

    const isReady = (resource: AnyResource, list: ListState.ListState<AnyRow>) =>
      screen.showsList(resource) && countUnfinished(changes.state.get()) === 0 && isIdle(list)

    const read = Effect.fnUntraced(function* (resource: AnyResource) {
      const list = lists.of(resource)
      const before = list.state.get()
      if (!isReady(resource, before)) return
      const pages = ListState.visiblePages(before)
      if (pages.length > maxPages) return yield* new Errors.InvalidRequest({ operation: "Watch", reason: tooManyPages })
      const answers = yield* Effect.forEach(pages, (number) =>
        Effect.map(lists.provided(resource.read(before.filter, number, before.order)), (page) => ({ number, page }))
      )
      const at = yield* Clock.currentTimeMillis
      const known = list.state.get()
      // a newer answer or a change has come meanwhile
      if (known.cache !== before.cache || known.local !== before.local || !isIdle(known)) return
      const rows = ListState.rowsOfPages(known, pages)
      const last = answers.at(-1)?.page
      const news =
        rows &&
        compare(
          resource,
          rows,
          answers.flatMap(({ page }) => page.entries),
          {
            at,
            isEnd: last === undefined || isLastPage(last),
            isRemoved: (id) => ListState.changeOf(known, id) === "gone"
          }
        )
      list.renew(answers, at)
      update({ retryAt: undefined, ...(news && { news }) })
    })

    const backoff = (every: number) =>
      Schedule.exponential(every * 2000).pipe(
        Schedule.setInputType<Problem.Failure>(),
        Schedule.modifyDelay(({ duration, input }) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const min = Math.max(every, retryAfter(input) ?? 0) * 1000
            const delay = Math.max(min, Math.min(maxDelay, Duration.toMillis(duration)))
            update({ retryAt: now + delay, why: Problem.summarize(input) })
            return delay
          })
        )
      )

    const end = ({ title }: AnyResource, why: string) =>
      Effect.sync(() => {
        // the end of a session has its own message
        if (state.get() === undefined) return
        state.update(() => undefined)
        notices.show("problem", `Watching the ${title.toLowerCase()} has ended: ${why}`)
      })

    const describe = ({ title }: AnyResource, error: Problem.Failure) =>
      Problem.format(
        Problem.describe(
          `list the ${title.toLowerCase()}`,
          error,
          error._tag === "InvalidRequest" ? "Filter them." : "Try again."
        )
      )

    return {
      state,
      /** Starts to watch a list, in place of any other. */
      begin: (resource: AnyResource, every: number) => {
        state.update(() => ({ resource, every, news: undefined, retryAt: undefined }))
        fork(
          read(resource).pipe(
            Effect.retry({ schedule: backoff(every), while: (error) => retryAfter(error) !== undefined }),
            Effect.repeat(Schedule.spaced(every * 1000)),
            Effect.delay(every * 1000),
            Effect.catch((error) => end(resource, describe(resource, error))),
            Effect.catchDefect((defect) =>
              end(resource, `a fault in the program (${String(defect)}). Refresh, or begin again.`)
            )
          )
        )
      },
      /** Ends watching; returns whether a list was watched. */
      end: () => {
        if (state.get() === undefined) return false
        state.update(() => undefined)
        fork(Effect.void)
        return true
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Watch, Watch.make)
}

const makeLiveUpdates = Effect.fnUntraced(function* (isOn: boolean) {
  const lists = yield* Lists
  const fork = yield* FiberHandle.makeRuntime<never>()
  const isFollowing = Observable.make(isOn)
  let visible: ReadonlyArray<AnyResource> = []

  const reread = Effect.sync(() => {
    for (const resource of visible) {
      if (!(resource.growsAtEnd === true ? isFollowing.get() : isOn)) continue
      const list = lists.of(resource)
      const { fetchedAt, problem, requested } = list.state.get()
      if (requested === undefined && fetchedAt !== undefined && problem === undefined && !list.isRereading())
        list.reread()
    }
  })
  const begin = () => fork(visible.length === 0 ? Effect.void : Effect.repeat(reread, Schedule.spaced("2 seconds")))

  return {
    /** Whether lists with new rows at the end are read again; others always are. */
    isFollowing,
    toggle: () => {
      isFollowing.update((now) => !now)
      begin()
    },
    show: (resources: ReadonlyArray<AnyResource>) => {
      const wasVisible = visible.length > 0
      visible = resources
      if (visible.length > 0 !== wasVisible) begin()
    }
  }
})

/** Keeps visible lists current. */
export class LiveUpdates extends Context.Service<LiveUpdates, Effect.Success<ReturnType<typeof makeLiveUpdates>>>()(
  "@remote-assist/tui/LiveUpdates"
) {
  /** Layer that reads nothing until `toggle` for a screen reader, which would read updates without an end. */
  static readonly layer = (isOn: boolean) => Layer.effect(LiveUpdates, makeLiveUpdates(isOn))
}
