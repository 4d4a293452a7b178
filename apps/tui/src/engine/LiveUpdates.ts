import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import { Lists } from "./lists/Lists.ts"
import { Notices } from "./Notices.ts"

export interface LiveUpdatesState {
  /** Whether new rows are shown. */
  readonly isOn: boolean
  readonly isConnected: boolean
  /** Time of the next attempt, in milliseconds, if the connection was lost. */
  readonly retryAt: number | undefined
  /** Why the service rejected the stream, which is not retried automatically. */
  readonly problem: Problem.Problem | undefined
}

/** New rows are collected for so many milliseconds, which saves frames. */
const batchTime = 100

/** The interval at which other lists are read again, in milliseconds. */
const rereadInterval = 2000

/** The maximum number of waiting rows; dropped ones are read with the list. */
const maxWaiting = 5000

const untried = { retryAt: undefined, problem: undefined }

/** Keeps visible lists current: one by a stream of new rows, others by reading them again. */
export class LiveUpdates extends Context.Service<
  LiveUpdates,
  {
    readonly state: Observable.Observable<LiveUpdatesState>
    readonly toggle: () => void
    /** Connects again after a rejection. */
    readonly retry: () => void
    /** Sets the visible lists. */
    readonly show: (resources: ReadonlyArray<AnyResource>) => void
  }
>()("@remote-assist/tui/LiveUpdates") {
  /** Layer that is off at first for a screen reader, which would read updates without an end. */
  static readonly layer = (isOn: boolean): Layer.Layer<LiveUpdates, never, Lists | Notices> =>
    Layer.effect(
      LiveUpdates,
      make(
        resources.find(({ follow }) => follow !== undefined),
        isOn
      )
    )
}

/** Follows a resource. If `isOn` is false, it waits for `toggle`, and no list is read again. */
export const make = Effect.fnUntraced(function* (
  resource: AnyResource | undefined,
  isOn: boolean
): Effect.fn.Return<LiveUpdates["Service"], never, Lists | Notices | Scope.Scope> {
  const lists = yield* Lists
  const notices = yield* Notices
  const state = Observable.make<LiveUpdatesState>({ isOn, isConnected: false, ...untried })
  const listen = yield* FiberHandle.makeRuntime<never>()
  const flush = yield* FiberHandle.makeRuntime<never>()
  const reread = yield* FiberHandle.makeRuntime<never>()
  const list = resource && lists.of(resource)
  let waiting: ReadonlyArray<AnyRow> = []
  let visible: ReadonlyArray<AnyResource> = []
  let followedFilter: string | undefined

  /** Adds the waiting rows. While the list is read, it waits, because they would be lost. */
  const append = Effect.suspend(() => {
    if (list === undefined) return Effect.void
    const { fetchedAt, requested } = list.state.get()
    if (waiting.length > 0 && (requested !== undefined || fetchedAt === undefined || list.isRereading()))
      return Effect.fail("busy")
    const rows = waiting
    waiting = []
    return rows.length === 0 ? Effect.void : Effect.map(Clock.currentTimeMillis, (now) => list.append(rows, now))
  }).pipe(Effect.delay(batchTime), Effect.eventually)

  const onRows = (rows: ReadonlyArray<AnyRow>) =>
    Effect.sync(() => {
      if (!state.get().isConnected) {
        state.update((now) => ({ ...now, isConnected: true, ...untried }))
        // the rows before the stream began
        list?.reread()
      }
      if (rows.length === 0) return
      const isFirst = waiting.length === 0
      waiting = [...waiting, ...rows].slice(-maxWaiting)
      if (isFirst) flush(append)
    })

  const followStream = Effect.fnUntraced(function* ({ follow, title }: AnyResource, filter: string) {
    if (follow === undefined) return
    for (let failures = 0; ; failures++) {
      const result = yield* Effect.result(lists.provided(Stream.runForEach(follow(filter), onRows)))
      const problem = Result.isFailure(result)
        ? Problem.describe(`follow the ${title.toLowerCase()}`, result.failure, "Refresh to try again.")
        : undefined
      if (problem?.kind === "refused" || problem?.kind === "session") {
        state.update((now) => ({ ...now, isConnected: false, retryAt: undefined, problem }))
        return notices.show("problem", `${problem.what} ${problem.todo}`)
      }
      if (state.get().isConnected) failures = 0
      const delay = Problem.retryDelay(failures)
      const retryAt = (yield* Clock.currentTimeMillis) + delay
      state.update((now) => ({ ...now, isConnected: false, retryAt }))
      yield* Effect.sleep(delay)
    }
  })

  const decide = () => {
    if (resource === undefined || list === undefined) return
    const { fetchedAt, filter } = list.state.get()
    const isFollowed = visible.includes(resource) && state.get().isOn && fetchedAt !== undefined
    const next = isFollowed ? filter : undefined
    if (next === followedFilter) return
    followedFilter = next
    waiting = []
    state.update((now) => ({ ...now, isConnected: false, ...untried }))
    listen(next === undefined ? Effect.void : followStream(resource, next))
  }
  list?.state.subscribe(decide)

  const rereadVisible = Effect.sync(() => {
    for (const box of visible.filter(({ follow }) => follow === undefined)) {
      const list = lists.of(box)
      const { fetchedAt, problem, requested } = list.state.get()
      if (requested === undefined && fetchedAt !== undefined && problem === undefined && !list.isRereading())
        list.reread()
    }
  })

  return {
    state,
    toggle: () => {
      state.update((now) => ({ ...now, isOn: !now.isOn }))
      decide()
    },
    retry: () => {
      if (state.get().problem === undefined) return
      followedFilter = undefined
      decide()
    },
    show: (resources) => {
      const wasVisible = visible.length > 0
      visible = resources
      if (isOn && visible.length > 0 !== wasVisible)
        reread(visible.length > 0 ? Effect.repeat(rereadVisible, Schedule.spaced(rereadInterval)) : Effect.void)
      decide()
    }
  }
})
