import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"

import * as MemoryAtRest from "../../src/cli/memoryAtRest.ts"
import { runToEnd } from "../../src/world/lists/select.ts"
import * as EncodedPage from "../../src/world/users/encodedPage.ts"
import { worldOf } from "../support/worlds.ts"

const megabytes = (count: number) => count * 1024 * 1024

/** Counts collections in a process with this load and heap: the first collection leaves 200 MB, later ones 100 MB. */
const rest = Effect.fnUntraced(function* (state: { busy: number; heap: number }) {
  let collections = 0
  yield* Effect.forkChild(
    MemoryAtRest.collectWhenIdle({
      busy: () => state.busy,
      heap: () => state.heap,
      collect: () => {
        collections += 1
        state.heap = Math.min(state.heap, megabytes(collections === 1 ? 200 : 100))
      }
    })
  )
  const later = Effect.map(TestClock.adjust("5 seconds"), () => collections)
  return { later }
})

describe("the memory of an idle emulator", () => {
  it.effect("is collected until nothing is freed, and again after the heap grew by half", () =>
    Effect.gen(function* () {
      const process = { busy: 0, heap: megabytes(400) }
      const { later } = yield* rest(process)
      assert.strictEqual(yield* later, 1)
      assert.strictEqual(yield* later, 2)
      assert.strictEqual(yield* later, 3)
      assert.strictEqual(yield* later, 3)
      process.heap = megabytes(149)
      assert.strictEqual(yield* later, 3)
      process.heap = megabytes(151)
      assert.strictEqual(yield* later, 4)
    })
  )

  it.effect("is not collected while the emulator is busy", () =>
    Effect.gen(function* () {
      const process = { busy: 0.5, heap: megabytes(400) }
      const { later } = yield* rest(process)
      assert.strictEqual(yield* later, 0)
      process.busy = 0
      assert.strictEqual(yield* later, 1)
    })
  )

  it.effect("is not collected when the heap is small", () =>
    Effect.gen(function* () {
      const { later } = yield* rest({ busy: 0, heap: megabytes(90) })
      assert.strictEqual(yield* later, 0)
    })
  )

  it.effect("is checked again after a failed collection", () =>
    Effect.gen(function* () {
      let looks = 0
      yield* Effect.forkChild(
        MemoryAtRest.collectWhenIdle({
          busy: () => 0,
          heap: () => {
            looks += 1
            return megabytes(400)
          },
          collect: () => {
            throw new Error("no collector")
          }
        })
      )
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(looks, 2)
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it("needs no garbage collector that is missing", () => {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8")
    vi.spyOn(process.getBuiltinModule("node:v8"), "setFlagsFromString").mockReturnValue(undefined)
    setFlagsFromString("--no-expose-gc")
    assert.doesNotThrow(() => MemoryAtRest.here().collect())
  })

  it("is collected in this process", () => {
    const { collect } = MemoryAtRest.here()
    const taken = new WeakRef(Array.from({ length: 1000 }, (_, index) => ({ index })))
    return Promise.resolve()
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        collect()
        assert.isUndefined(taken.deref())
      })
  })

  it.live("is freed of the texts of rows", () =>
    Effect.gen(function* () {
      const buffers = () => process.memoryUsage().arrayBuffers
      const { collect } = MemoryAtRest.here()
      collect()
      const before = buffers()
      const users = worldOf({ users: 50 }).users
      runToEnd(EncodedPage.page(users, { entries: [10], total_entries: 1, total_pages: 1, page: 1, page_size: 1 }))
      // the index of the cache
      assert.isAbove(buffers() - before, megabytes(1))
      yield* Effect.repeat(
        Effect.sync(() => {
          collect()
          return buffers()
        }),
        { until: (bytes) => bytes - before < megabytes(1), schedule: Schedule.spaced("10 millis"), times: 500 }
      )
      assert.isBelow(buffers() - before, megabytes(1))
    })
  )

  it("has the load and the heap of this process", () => {
    const { busy, heap } = MemoryAtRest.here()
    const until = performance.now() + 20
    while (performance.now() < until);
    assert.isAbove(busy(), 0.01)
    assert.isAbove(heap(), megabytes(1))
  })
})
