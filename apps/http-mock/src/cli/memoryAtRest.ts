import * as Effect from "effect/Effect"

import { forgetTexts } from "../world/users/encodedPage.ts"

export interface Process {
  /** The share of the time since this was asked last in which there was something to do. */
  readonly busy: () => number
  readonly heap: () => number
  readonly collect: () => void
}

// a smaller heap is left alone
const minHeap = 96 * 1024 * 1024

const growth = 1.5

// what a collection leaves may be free after the next one, such as what was waiting to be finalized
const worthAnother = 0.9

const atRest = 0.01

/**
 * Has garbage collected after five seconds without work, where the heap has grown, until that frees little: a collection follows
 * from allocations, so that a process which was busy and rests keeps what it took for as long as it lives.
 */
export const giveBack = ({ busy, collect, heap }: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let least = minHeap
    const look = Effect.sync(() => {
      const before = heap()
      if (busy() > atRest || before < least) return
      collect()
      const after = heap()
      least = after < before * worthAnother ? minHeap : Math.max(minHeap, after * growth)
    })
    // what this frees is no reason to end
    const tried = Effect.catchDefect(look, (defect) => Effect.logWarning("Garbage is not collected at rest.", defect))
    return Effect.forever(Effect.delay(tried, "5 seconds"))
  })

const busySince = () => {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

/** Collects, with what is only kept to be fast under load. Node has a function for it, for contexts that begin while this flag is set. */
const collectGarbage = () => {
  forgetTexts()
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")
  setFlagsFromString("--expose-gc")
  const gc: unknown = process.getBuiltinModule("node:vm").runInNewContext("globalThis.gc")
  setFlagsFromString("--no-expose-gc")
  if (typeof gc === "function") gc()
}

export const here = (): Process => ({
  busy: busySince(),
  heap: () => process.memoryUsage().heapTotal,
  collect: collectGarbage
})
