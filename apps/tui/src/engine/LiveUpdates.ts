import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import type { Lists } from "./lists/Lists.ts"
import * as Observable from "./Observable.ts"

export interface LiveUpdatesState {
  /** Whether new rows are to be shown. */
  readonly isOn: boolean
  readonly isConnected: boolean
  /** The time of the next try, in milliseconds, if the connection was lost. */
  readonly retryAt: number | undefined
  /** Why it was refused: it is not tried again by itself. */
  readonly problem: Problem.Problem | undefined
}

/** Keeps lists up to date while the user looks at them: new rows come in by a stream, other lists are read again. */
export interface LiveUpdates {
  readonly state: Observable.Observable<LiveUpdatesState>
  readonly toggle: () => void
  /** Tries again after a refusal. */
  readonly retry: () => void
  /** Sets which lists are shown. */
  readonly look: (resources: ReadonlyArray<AnyResource>) => void
}

/** Milliseconds in which new rows are gathered, so that many of them make few frames. */
const pause = 100

/** Milliseconds after which lists are read again. */
const every = 2000

/** The most rows that wait for their list; those that are dropped are read with it. */
const most = 5000

const untried = { retryAt: undefined, problem: undefined }

/** Makes what follows a resource; if `isOn` is not set, nothing is kept up to date at first, and no list is read again. */
export const make = Effect.fnUntraced(function* (
  lists: Lists,
  resource: AnyResource | undefined,
  isOn: boolean,
  onRefused: (problem: Problem.Problem) => void
): Effect.fn.Return<LiveUpdates, never, Scope.Scope> {
  const state = Observable.make<LiveUpdatesState>({ isOn, isConnected: false, ...untried })
  const listen = yield* FiberHandle.makeRuntime<never>()
  const flush = yield* FiberHandle.makeRuntime<never>()
  const reread = yield* FiberHandle.makeRuntime<never>()
  const list = resource && lists.of(resource)
  let waiting: ReadonlyArray<AnyRow> = []
  let looked: ReadonlyArray<AnyResource> = []
  let heard: string | undefined

  /** Adds the waiting rows, unless the list is just being read: they would be lost. */
  const append = Effect.suspend(() => {
    if (list === undefined) return Effect.void
    const { asked, fetchedAt } = list.state.get()
    if (waiting.length > 0 && (asked !== undefined || fetchedAt === undefined || list.isReread()))
      return Effect.fail("busy")
    const rows = waiting
    waiting = []
    return rows.length === 0 ? Effect.void : Effect.map(Clock.currentTimeMillis, (now) => list.append(rows, now))
  }).pipe(Effect.delay(pause), Effect.eventually)

  const onRows = (rows: ReadonlyArray<AnyRow>) =>
    Effect.sync(() => {
      if (!state.get().isConnected) {
        state.update((now) => ({ ...now, isConnected: true, ...untried }))
        // the rows that came before
        list?.reread()
      }
      if (rows.length === 0) return
      const isFirst = waiting.length === 0
      waiting = [...waiting, ...rows].slice(-most)
      if (isFirst) flush(append)
    })

  const loop = Effect.fnUntraced(function* ({ follow, title }: AnyResource, filter: string) {
    if (follow === undefined) return
    for (let times = 0; ; times++) {
      const ended = yield* Effect.result(lists.provided(Stream.runForEach(follow(filter), onRows)))
      const problem = Result.isFailure(ended)
        ? Problem.describe(`follow the ${title.toLowerCase()}`, ended.failure, "Refresh to try again.")
        : undefined
      if (problem?.kind === "refused" || problem?.kind === "session") {
        state.update((now) => ({ ...now, isConnected: false, retryAt: undefined, problem }))
        return onRefused(problem)
      }
      if (state.get().isConnected) times = 0
      const wait = Problem.retryDelay(times)
      const retryAt = (yield* Clock.currentTimeMillis) + wait
      state.update((now) => ({ ...now, isConnected: false, retryAt }))
      yield* Effect.sleep(wait)
    }
  })

  const decide = () => {
    if (resource === undefined || list === undefined) return
    const { fetchedAt, filter } = list.state.get()
    const isWanted = looked.includes(resource) && state.get().isOn && fetchedAt !== undefined
    const wanted = isWanted ? filter : undefined
    if (wanted === heard) return
    heard = wanted
    waiting = []
    state.update((now) => ({ ...now, isConnected: false, ...untried }))
    listen(wanted === undefined ? Effect.void : loop(resource, wanted))
  }
  list?.state.subscribe(decide)

  const readAgain = Effect.sync(() => {
    for (const box of looked.filter(({ follow }) => follow === undefined)) {
      const list = lists.of(box)
      const { asked, fetchedAt, problem } = list.state.get()
      if (asked === undefined && fetchedAt !== undefined && problem === undefined && !list.isReread()) list.reread()
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
      heard = undefined
      decide()
    },
    look: (resources) => {
      const isBefore = looked.length > 0
      looked = resources
      if (isOn && looked.length > 0 !== isBefore)
        reread(looked.length > 0 ? Effect.repeat(readAgain, Schedule.spaced(every)) : Effect.void)
      decide()
    }
  }
})
