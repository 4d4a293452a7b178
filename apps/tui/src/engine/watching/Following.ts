import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import * as Problem from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import * as Backoff from "../Backoff.ts"
import * as Cell from "../Cell.ts"
import type { Lists } from "../lists/Lists.ts"

export interface FollowingState {
  /** Whether rows are to be shown as they come in. */
  readonly isOn: boolean
  /** Whether they come in now: nobody is listened to while nobody looks. */
  readonly isConnected: boolean
  /** When it is tried again, in milliseconds, where that ended. */
  readonly retryAt: number | undefined
  /** Why it ended, where it was refused: it is not tried again by itself. */
  readonly problem: Problem.Problem | undefined
}

/** Shows the rows of a list that grows at its end as they come in, while somebody looks. */
export interface Following {
  readonly state: Cell.Cell<FollowingState>
  readonly toggle: () => void
  /** Tries once more what was refused. */
  readonly retry: () => void
  /** Says whether somebody looks. */
  readonly look: (isLooked: boolean) => void
}

/** Milliseconds for which rows are gathered, so that many a second make few frames. */
const pause = 100

const untried = { retryAt: undefined, problem: undefined }

const refused = "Refresh to try again."

/** Rows that wait for their list at most; what is dropped is read with it. */
const most = 5000

// oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
type Any = any

export const make = Effect.fnUntraced(function* (
  lists: Lists,
  resource: AnyResource | undefined,
  isOnAtFirst: boolean,
  onRefused: (problem: Problem.Problem) => void
): Effect.fn.Return<Following, never, Scope.Scope> {
  const state = Cell.make<FollowingState>({ isOn: isOnAtFirst, isConnected: false, ...untried })
  const listening = yield* FiberHandle.make()
  const listen = yield* FiberHandle.runtime(listening)()
  const flushing = yield* FiberHandle.make()
  const flushLater = yield* FiberHandle.runtime(flushing)()
  if (resource?.follow === undefined)
    return { state, toggle: () => undefined, retry: () => undefined, look: () => undefined }
  const { follow } = resource
  const list = lists.of(resource)
  const doing = `follow the ${resource.title.toLowerCase()}`
  let waiting: ReadonlyArray<Any> = []
  let isLooked = false
  let heard: string | undefined

  /** Adds what waits, unless the list is just being read: it would be lost with what is there now. */
  const flush = Effect.gen(function* () {
    for (;;) {
      yield* Effect.sleep(pause)
      if (waiting.length === 0) return
      const { asked, fetchedAt } = list.state.get()
      if (asked !== undefined || fetchedAt === undefined || list.isReread()) continue
      const rows = waiting
      waiting = []
      const now = yield* Clock.currentTimeMillis
      list.append(rows, now)
    }
  })

  const heardOf = (rows: ReadonlyArray<Any>) =>
    Effect.sync(() => {
      if (!state.get().isConnected) {
        state.update((now) => ({ ...now, isConnected: true, ...untried }))
        // what came before one listened
        list.reread()
      }
      if (rows.length === 0) return
      const isWaiting = waiting.length > 0
      waiting = [...waiting, ...rows].slice(-most)
      if (!isWaiting) flushLater(flush)
    })

  const loop = (filter: string) =>
    Effect.gen(function* () {
      for (let times = 0; ; times++) {
        const ended = yield* Effect.result(lists.provided(Stream.runForEach(follow(filter), heardOf)))
        const problem = Result.isFailure(ended) ? Problem.of(doing, ended.failure, refused) : undefined
        if (problem?.kind === "refused" || problem?.kind === "session") {
          state.update((now) => ({ ...now, isConnected: false, retryAt: undefined, problem }))
          return onRefused(problem)
        }
        if (state.get().isConnected) times = 0
        const wait = Backoff.wait(times)
        const retryAt = (yield* Clock.currentTimeMillis) + wait
        state.update((now) => ({ ...now, isConnected: false, retryAt }))
        yield* Effect.sleep(wait)
      }
    })

  const decide = () => {
    const { fetchedAt, filter } = list.state.get()
    const wanted = isLooked && state.get().isOn && fetchedAt !== undefined ? filter : undefined
    if (wanted === heard) return
    heard = wanted
    waiting = []
    state.update((now) => ({ ...now, isConnected: false, ...untried }))
    listen(wanted === undefined ? Effect.void : loop(wanted))
  }
  list.state.subscribe(decide)

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
    look: (now) => {
      isLooked = now
      decide()
    }
  }
})
