import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { makeClock } from "../../src/tenants/Tenant.ts"

const [earliest, latest] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]

it.effect("a clock stays in the years 1 to 9999 if it is set, moved or runs beyond them", () =>
  Effect.gen(function* () {
    const clock = makeClock(yield* Clock.Clock)
    clock.change({ set: latest })
    yield* TestClock.adjust("1 second")
    assert.strictEqual(clock.now(), latest)
    clock.change({ advance: 1e15 })
    assert.strictEqual(clock.pace()?.at, latest)
    clock.change({ advance: -1000 })
    assert.strictEqual(clock.now(), latest - 1000)
    clock.change({ set: earliest, advance: -1e15 })
    assert.strictEqual(clock.pace()?.at, earliest)
    assert.strictEqual(clock.now(), earliest)
  })
)

it.effect("a clock shows whole milliseconds at any scale, and keeps its scale when it is moved", () =>
  Effect.gen(function* () {
    const clock = makeClock(yield* Clock.Clock)
    clock.change({ set: 1000, scale: 0.3 })
    yield* TestClock.adjust("5 millis")
    assert.strictEqual(clock.now(), 1001)
    clock.change({ advance: 10 })
    yield* TestClock.adjust("1 second")
    assert.strictEqual(clock.now(), 1311)
    clock.restore(undefined)
    assert.strictEqual(clock.now(), 1005)
  })
)
