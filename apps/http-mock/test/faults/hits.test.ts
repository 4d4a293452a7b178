import { assert, describe, it, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { Fault } from "../../src/faults/Fault.ts"
import * as Faults from "../../src/faults/Faults.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf } from "../support/control.ts"
import { key, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const operations = ["Pods.list"] as const

const busy = (status: number) => ({ kind: "status", status }) as const

interface To {
  readonly region?: "us" | "eu"
  readonly tenant?: string
}

/** The statuses of consecutive requests without a user token: 400 unless a fault answers. */
const statuses = (count: number, { region = "us", tenant = "default" }: To = {}) =>
  Effect.map(
    Effect.all(
      Array.from({ length: count }, () =>
        send("GET", "/api/v1r1/enterprise/pods", { region, headers: { ...key, "x-mock-tenant": tenant } })
      )
    ),
    (answers) => answers.map(({ status }) => status)
  )

const entries = Effect.flatMap(Control, ({ faults }) => faults.list())

/** Runs requests under faults, which are removed after it. */
const under = Effect.fnUntraced(function* (count: number, ...made: ReadonlyArray<Fault>) {
  for (const one of made) yield* fault(one)
  const answered = yield* statuses(count)
  yield* noFaults
  return answered
})

layer(controlled())("faults", (it) => {
  it.effect("hit every matching request, the nth one, or the first ones", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* under(3, { operations, does: busy(503) }), [503, 503, 503])
      assert.deepStrictEqual(yield* under(4, { operations, does: busy(503), when: { nth: 3 } }), [400, 400, 503, 400])
      assert.deepStrictEqual(yield* under(4, { operations, does: busy(503), when: { first: 2 } }), [503, 503, 400, 400])
      assert.deepStrictEqual(yield* under(2, { operations: ["*"], does: busy(503) }), [503, 503])
      assert.deepStrictEqual(yield* under(1, { operations: ["Calls.list"], does: busy(503) }), [400])
    })
  )

  it.effect("count matches, hits and remaining hits", () =>
    Effect.gen(function* () {
      yield* fault({ operations, does: busy(503), when: { nth: 3 } })
      yield* fault({ operations, latency: { fixed: 0 }, when: { first: 5 } })
      yield* fault({ operations, does: busy(502), when: { probability: 0 } })
      const counts = Effect.map(entries, (all) => all.map(({ hits, matches, remaining }) => [matches, hits, remaining]))
      yield* statuses(2)
      assert.deepStrictEqual(yield* counts, [
        [2, 0, 1],
        [2, 2, 3],
        [2, 0, undefined]
      ])
      yield* statuses(1)
      assert.deepStrictEqual(yield* counts, [
        [3, 1, 0],
        [2, 2, 3],
        [2, 0, undefined]
      ])
      yield* noFaults
    })
  )

  it.effect("apply in their order: the first one answers, and later ones do not count the request", () =>
    Effect.gen(function* () {
      const first = { operations, does: busy(503), when: { first: 2 } }
      const second = { operations, does: busy(429), when: { first: 1 } }
      assert.deepStrictEqual(yield* under(4, first, second), [503, 503, 429, 400])
    })
  )

  it.effect("apply only in their region", () =>
    Effect.gen(function* () {
      yield* fault({ operations, does: busy(503), region: "eu" })
      assert.deepStrictEqual(yield* statuses(1), [400])
      assert.deepStrictEqual(yield* statuses(1, { region: "eu" }), [503])
      yield* noFaults
    })
  )

  it.effect("apply only in their tenant", () =>
    Effect.gen(function* () {
      yield* fault({ operations, does: busy(503) }).pipe(Effect.provide(controlOf("other")))
      assert.deepStrictEqual(yield* entries, [])
      assert.deepStrictEqual(yield* statuses(1), [400])
      assert.deepStrictEqual(yield* statuses(1, { tenant: "other" }), [503])
      yield* noFaults
      assert.deepStrictEqual(yield* statuses(1, { tenant: "other" }), [503])
    })
  )

  it.effect("end after their ttl by the tenant's clock", () =>
    Effect.gen(function* () {
      const { clock } = yield* Control
      yield* clock.change({ payload: { scale: 0 } })
      yield* fault({ operations, does: busy(503), ttl: Duration.minutes(10) })
      yield* clock.change({ payload: { advance: Duration.minutes(9) } })
      assert.deepStrictEqual(yield* statuses(1), [503])
      yield* clock.change({ payload: { advance: Duration.minutes(1) } })
      assert.deepStrictEqual(yield* statuses(1), [400])
      assert.deepStrictEqual(yield* entries, [])
      yield* clock.reset()
    })
  )
})

const drawn = (seed: number) =>
  under(40, { operations, does: busy(503), when: { probability: 0.3 } }).pipe(Effect.provide(controlled({ seed })))

describe("a fault with a probability", () => {
  it.effect("hits the same requests in two runs with one seed, and others with another", () =>
    Effect.gen(function* () {
      const run = yield* drawn(7)
      assert.deepStrictEqual(yield* drawn(7), run)
      assert.notDeepEqual(yield* drawn(8), run)
      assert.sameMembers([...new Set(run)], [400, 503])
    })
  )

  it("hits about its share of the requests", () => {
    const noise = Faults.makeRandom(1, 1)
    const hits = Array.from({ length: 10_000 }, (_, index) => Faults.isHit({ probability: 0.3 }, index + 1, noise))
    assert.approximately(hits.filter(Boolean).length, 3000, 150)
  })
})

describe("a latency", () => {
  const drawnBy = (latency: NonNullable<Fault["latency"]>) =>
    Array.from({ length: 10_000 }, (_, index) => Faults.latencyOf(latency, index + 1, Faults.makeRandom(1, 1)))

  it("is distributed uniformly between its bounds", () => {
    const drawn = drawnBy({ min: 100, max: 300 })
    assert.isTrue(drawn.every((millis) => millis >= 100 && millis < 300))
    assert.approximately(drawn.reduce((sum, millis) => sum + millis) / drawn.length, 200, 3)
  })

  it("is independent of the hits", () => {
    const noise = Faults.makeRandom(1, 1)
    const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1)
    const hit = numbers.filter((number) => Faults.isHit({ probability: 0.3 }, number, noise))
    const waited = hit.map((number) => Faults.latencyOf({ min: 100, max: 300 }, number, noise))
    assert.approximately(waited.reduce((sum, millis) => sum + millis) / waited.length, 200, 6)
  })

  it("is distributed lognormally around its median", () => {
    const drawn = drawnBy({ median: 100, sigma: 0.5 }).toSorted((one, other) => one - other)
    const at = (share: number) => drawn[share * drawn.length] ?? 0
    assert.approximately(at(0.5), 100, 3)
    // one standard deviation up and down
    assert.approximately(at(0.8413), 100 * Math.exp(0.5), 6)
    assert.approximately(at(0.1587), 100 * Math.exp(-0.5), 3)
  })
})
