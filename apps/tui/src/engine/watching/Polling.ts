import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import type * as Scope from "effect/Scope"

import type { AnyResource } from "../../resources/registry.ts"
import type { Lists } from "../lists/Lists.ts"

export interface Polling {
  /** Says which lists are looked at: at once, what was read of them before is read again. */
  readonly look: (resources: ReadonlyArray<AnyResource>) => void
}

/** Milliseconds between two looks at what an emulator has. */
const every = 2000

/** Reads lists again and again while somebody looks at them; one without a connection is tried later each time. */
export const make = Effect.fnUntraced(function* (
  lists: Lists,
  isOn: boolean
): Effect.fn.Return<Polling, never, Scope.Scope> {
  const handle = yield* FiberHandle.make()
  const run = yield* FiberHandle.runtime(handle)()
  let looked: ReadonlyArray<AnyResource> = []

  const reread = Effect.gen(function* () {
    for (;;) {
      for (const resource of looked) {
        const list = lists.of(resource)
        const { asked, fetchedAt, problem } = list.state.get()
        if (asked === undefined && fetchedAt !== undefined && problem === undefined && !list.isReread()) list.reread()
      }
      yield* Effect.sleep(every)
    }
  })

  return {
    look: (resources: ReadonlyArray<AnyResource>) => {
      const isBefore = looked.length > 0
      looked = isOn ? resources : []
      if (looked.length > 0 !== isBefore) run(looked.length > 0 ? reread : Effect.void)
    }
  }
})
