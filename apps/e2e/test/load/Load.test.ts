import { assert, describe, it } from "@effect/vitest"
import { owned, scenario } from "@remote-assist/e2e"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import type { LoadReport } from "../../src/load/LoadReport.ts"
import { answering, asks, loaded, ok } from "../support/loaded.ts"

const instant = answering(Effect.succeed(ok))

/** Answers after a millisecond, except in the second that begins after four: then all wait until it is over. */
const stalling = answering(
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* Effect.sleep(now >= 4000 && now < 5000 ? 5000 - now : 1)
    return ok
  })
)

const over = <A, E, R>(act: Effect.Effect<A, E, R>, time: `${number} seconds` = "30 seconds") =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(act)
    yield* TestClock.adjust(time)
    return yield* Fiber.join(fiber)
  })

describe("load", { timeout: 60_000 }, () => {
  it.effect("shows a stall of the target in the percentiles: no arrival waits for an answer", () =>
    Effect.gen(function* () {
      const { arrivals, intervals, latency, operations } = yield* over(loaded({ kind: stalling }))
      assert.deepStrictEqual(arrivals, { due: 1000, passed: 1000, failed: 0, dropped: 0, unfinished: 0 })
      // a hundred arrivals met the stall, the first for a second and the last for ten milliseconds
      assert.closeTo(latency?.p50 ?? 0, 1, 0.1)
      assert.closeTo(latency?.p95 ?? 0, 500, 20)
      assert.closeTo(latency?.p99 ?? 0, 900, 20)
      assert.closeTo(latency?.max ?? 0, 1000, 1)
      assert.closeTo(operations[0]?.latency?.p99 ?? 0, 900, 20)
      assert.deepStrictEqual(
        intervals.map(({ latency }) => (latency?.max ?? 0) > 100),
        [false, false, false, false, true, false, false, false, false, false]
      )
    })
  )

  it.effect("would not show it if it waited: one who asks again after each answer meets the stall once", () =>
    Effect.gen(function* () {
      const { arrivals, latency } = yield* over(loaded({ kind: stalling, maxInFlight: 1 }))
      // those that it keeps from beginning are counted
      assert.deepStrictEqual([arrivals.due, arrivals.dropped], [1000, 99])
      assert.closeTo(latency?.p99 ?? 0, 1, 0.1)
    })
  )

  it("measures from the intended start also where the process itself stalls", async () => {
    let requests = 0
    const blocking = answering(
      Effect.sync(() => {
        if (++requests === 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
        return ok
      })
    )
    const { arrivals, operations, percentiles } = await Effect.runPromise(
      loaded({ kind: blocking, duration: 1000, rate: 100 })
    )
    assert.strictEqual(arrivals.passed, 100)
    // 40 arrivals were due while nothing could begin, 30 of them more than 100 ms before it could
    const p75 = percentiles.find(({ share }) => share === 75)
    assert.isAtLeast(p75?.latency ?? 0, 100)
    assert.isAtLeast(operations[0]?.latency?.max ?? 0, 380)
  })

  it.effect("loses no arrival: each is passed, failed, dropped or unfinished", () =>
    Effect.gen(function* () {
      let sent = 0
      const failing = scenario(Effect.suspend(() => (++sent % 3 === 0 ? Effect.fail("third") : Effect.sleep(500))))
      const found = { name: "fails", file: "fails.ts", about: "", scenario: failing }
      const report = yield* over(loaded({ kind: instant, found, maxInFlight: 10, shape: "poisson" }))
      const { dropped, due, failed, passed, unfinished } = report.arrivals
      assert.strictEqual(passed + failed + dropped + unfinished, due)
      assert.isAbove(dropped, 0)
      assert.deepStrictEqual(report.errors, [{ kind: "string", count: failed, message: "third" }])
      const sum = (of: "due" | "failed" | "dropped") => report.intervals.reduce((all, one) => all + one[of], 0)
      assert.deepStrictEqual([sum("due"), sum("failed"), sum("dropped")], [due, failed, dropped])
    })
  )

  it.effect("does not measure warm-up", () =>
    Effect.gen(function* () {
      let sent = 0
      const counting = answering(Effect.sync(() => (sent++, ok)))
      const { arrivals, latency, operations } = yield* over(loaded({ kind: counting, warmUp: 3000 }))
      assert.deepStrictEqual(
        [sent, arrivals.due, latency?.count, operations[0]?.latency?.count],
        [1300, 1000, 1000, 1000]
      )
    })
  )

  it.effect("begins at the same times with the same seed, and at others with another", () =>
    Effect.gen(function* () {
      const times = Effect.fnUntraced(function* (seed: number) {
        const at: Array<number> = []
        const begin = yield* Clock.currentTimeMillis
        const noting = answering(Effect.map(Clock.currentTimeMillis, (now) => (at.push(now - begin), ok)))
        yield* over(loaded({ kind: noting, seed, shape: "poisson", rate: 20 }))
        return at
      })
      const [one, again, other] = [yield* times(1), yield* times(1), yield* times(2)]
      assert.deepStrictEqual(one, again)
      assert.notDeepEqual(one, other)
    })
  )

  it.effect("ends those under way and cleans up when it is interrupted, and tells what was measured so far", () =>
    Effect.gen(function* () {
      let left = 0
      const owning = scenario(
        Effect.gen(function* () {
          yield* owned({
            kind: "thing",
            id: "a thing",
            create: Effect.sync(() => left++),
            remove: () => Effect.sync(() => left--)
          })
          yield* asks.run
          yield* Effect.sleep("2 seconds")
        })
      )
      let report: LoadReport | undefined
      const found = { name: "owns", file: "owns.ts", about: "", scenario: owning }
      const fiber = yield* Effect.forkChild(
        loaded({ kind: instant, found, rate: 10 }, [], (ended) => {
          assert.strictEqual(left, 0)
          report = ended
        })
      )
      yield* TestClock.adjust("4950 millis")
      assert.strictEqual(left, 20)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(report?.arrivals, { due: 50, passed: 30, failed: 0, dropped: 0, unfinished: 20 })
      assert.deepStrictEqual([report?.interrupted, report?.elapsed], [true, 4950])
    })
  )

  it.effect("sends nothing to a target that lacks what the scenario needs", () =>
    Effect.gen(function* () {
      let sent = 0
      const counting = answering(Effect.sync(() => (sent++, ok)))
      const found = { name: "needs", file: "needs.ts", about: "", scenario: scenario(asks.run, { needs: ["outbox"] }) }
      const refused = yield* Effect.flip(loaded({ kind: counting, found }))
      assert.match(String(refused), /target of the test offers no outbox/)
      assert.strictEqual(sent, 0)
    })
  )

  it.effect("says what could not be removed", () =>
    Effect.gen(function* () {
      const leaking = scenario(
        Effect.asVoid(owned({ kind: "thing", id: "it", create: Effect.void, remove: () => Effect.fail("no") }))
      )
      const found = { name: "leaks", file: "leaks.ts", about: "", scenario: leaking }
      const report = yield* over(loaded({ kind: instant, found, rate: 20 }))
      assert.deepStrictEqual([report.left_behind, report.leftovers.length], [200, 100])
    })
  )
})
