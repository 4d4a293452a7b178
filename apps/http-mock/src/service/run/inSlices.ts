import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

import type { Sliced } from "../../world/lists/Sliced.ts"

// one after the other: of those who ask for the same, all but the first find it made
const turn = Semaphore.makeUnsafe(1)

const rest = Effect.fnUntraced(function* <A>(work: Sliced<A>) {
  for (;;) {
    yield* Effect.yieldNow
    const { done, value } = work.next()
    if (done === true) return value
  }
})

/** Does work at once where it makes no pause, else in its slices, with all else that the process has to do between them. */
export const inSlices = <A>(work: Sliced<A>): A | Effect.Effect<A> => {
  const { done, value } = work.next()
  return done === true ? value : turn.withPermits(1)(rest(work))
}
