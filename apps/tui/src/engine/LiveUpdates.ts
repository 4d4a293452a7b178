import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

import * as Observable from "../Observable.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { Lists } from "./lists/Lists.ts"

/** Keeps visible lists current: reads them again every two seconds. */
export class LiveUpdates extends Context.Service<
  LiveUpdates,
  {
    /** Whether lists with new rows at the end are read again; others always are. */
    readonly isFollowing: Observable.Observable<boolean>
    readonly toggle: () => void
    /** Sets the visible lists. */
    readonly show: (resources: ReadonlyArray<AnyResource>) => void
  }
>()("@remote-assist/tui/LiveUpdates") {
  /** Layer that reads nothing until `toggle` for a screen reader, which would read updates without an end. */
  static readonly layer = (isOn: boolean): Layer.Layer<LiveUpdates, never, Lists> =>
    Layer.effect(
      LiveUpdates,
      Effect.gen(function* () {
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
        const begin = () =>
          fork(visible.length === 0 ? Effect.void : Effect.repeat(reread, Schedule.spaced("2 seconds")))

        return LiveUpdates.of({
          isFollowing,
          toggle: () => {
            isFollowing.update((now) => !now)
            begin()
          },
          show: (resources) => {
            const wasVisible = visible.length > 0
            visible = resources
            if (visible.length > 0 !== wasVisible) begin()
          }
        })
      })
    )
}
