import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { forgetTexts } from "../world/users/encodedPage.ts"

export type Process = ReturnType<typeof here>

// smaller heaps are not collected
const minHeap = 96 * 1024 * 1024

const growth = 1.5

// another collection is useful if this one freed 10 %
const usefulRatio = 0.9

const idleUtilization = 0.01

/**
 * Collects garbage after five idle seconds if the heap has grown, until that frees little. V8 collects on allocations only, so
 * an idle process would keep its memory.
 */
export const collectWhenIdle = ({ busy, collect, heap }: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let threshold = minHeap
    const check = Effect.sync(() => {
      const before = heap()
      if (busy() > idleUtilization || before < threshold) return
      collect()
      const after = heap()
      threshold = after < before * usefulRatio ? minHeap : Math.max(minHeap, after * growth)
    })
    // a failed collection must not end the process
    const tried = Effect.catchDefect(check, (defect) =>
      Effect.logWarning("Cannot free unused memory. The emulator tries again in 5 seconds.", Cause.die(defect))
    )
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

/** Frees caches and collects garbage. Node exposes a function for it in contexts that are created with this flag. */
const collectGarbage = () => {
  forgetTexts()
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")
  setFlagsFromString("--expose-gc")
  const gc: unknown = process.getBuiltinModule("node:vm").runInNewContext("globalThis.gc")
  setFlagsFromString("--no-expose-gc")
  if (typeof gc === "function") gc()
}

export const here = () => ({
  /** Returns the utilization of the event loop since the last call. */
  busy: busySince(),
  heap: () => process.memoryUsage().heapTotal,
  collect: collectGarbage
})
