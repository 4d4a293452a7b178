import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { arrivals, shapes } from "../../src/load/arrivals.ts"
import * as Latencies from "../../src/load/Latencies.ts"
import * as Threshold from "../../src/load/Threshold.ts"
import { answering, loaded, ok } from "../support/loaded.ts"

describe("arrivals", () => {
  it.effect.each(shapes)("of the shape %s come in order, within the time, as often as asked for", (shape) =>
    Effect.gen(function* () {
      for (const [rate, length] of [
        [200, 30_000],
        [0.5, 2_000_000],
        [20_000, 500]
      ] as const) {
        const all = [...(yield* arrivals({ shape, rate, length, seed: "1" }))]
        assert.isTrue(all.every((at, index) => at >= (all[index - 1] ?? 0) && at < length))
        const expected = (rate * length) / 1000
        assert.closeTo(all.length, expected, shape === "constant" ? 1 : 4 * Math.sqrt(expected))
      }
    })
  )

  it.effect("come at random as those of a Poisson process: the distances scatter as much as they are long", () =>
    Effect.gen(function* () {
      const all = [...(yield* arrivals({ shape: "poisson", rate: 100, length: 100_000, seed: "1" }))]
      const distances = all.map((at, index) => at - (all[index - 1] ?? 0))
      const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length
      const variance = distances.reduce((sum, one) => sum + (one - mean) ** 2, 0) / distances.length
      assert.closeTo(Math.sqrt(variance) / mean, 1, 0.05)
    })
  )
})

describe("latencies", () => {
  it.effect("have the percentiles of the sorted values by their nearest ranks, to a thousandth", () =>
    Effect.gen(function* () {
      const Values = Schema.NonEmptyArray(Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 3_600_000 })))
      const samples = yield* Arbitrary.sampleEffect(Arbitrary.schema(Values), { count: 100, seed: 1 })
      for (const values of samples) {
        const latencies = Latencies.make()
        for (const value of values) latencies.record(value)
        const sorted = values.toSorted((one, other) => one - other)
        for (const share of [1, 50, 90, 99, 100]) {
          const exact = sorted[Math.max(0, Math.round((share / 100) * sorted.length) - 1)] ?? 0
          assert.closeTo(latencies.percentile(share) ?? 0, exact, exact / 500 + 0.001)
        }
        assert.closeTo(latencies.summary()?.max ?? 0, sorted.at(-1) ?? 0, (sorted.at(-1) ?? 0) / 500 + 0.001)
      }
    })
  )

  it("know nothing where nothing was recorded, and take what is out of bounds", () => {
    const latencies = Latencies.make()
    assert.deepStrictEqual([latencies.summary(), latencies.percentile(50)], [undefined, undefined])
    for (const value of [0, -1, 1e12]) latencies.record(value)
    assert.strictEqual(latencies.count(), 3)
  })
})

describe("thresholds", () => {
  it.live("are checked against what was measured", () =>
    Effect.gen(function* () {
      const texts = [
        "p95<200",
        "p99.9 <= 0.2s",
        "max>=1ms",
        "mean>1s",
        "errors<1%",
        "errors<=0",
        "dropped<1%",
        "rate>9/s",
        "rate>11",
        "Tokens.info:p50<100",
        "Tokens.validate:p50<100"
      ]
      const kind = answering(Effect.as(Effect.sleep("5 millis"), ok))
      const { thresholds } = yield* loaded({ kind, rate: 20, duration: 1000 }, texts)
      assert.deepStrictEqual(
        thresholds.map(({ threshold }) => threshold),
        texts
      )
      const met = Object.fromEntries(thresholds.map(({ met, threshold }) => [threshold, met]))
      assert.isFalse(met["mean>1s"])
      assert.isTrue(met["errors<=0"] && met["dropped<1%"] && met["max>=1ms"] && met["rate>9/s"])
      // an operation that was never asked keeps to nothing
      assert.isFalse(met["Tokens.validate:p50<100"])
    })
  )

  it.each([
    "",
    "p95",
    "p95<",
    "p101<5",
    "p95<5%",
    "errors<1ms",
    "speed<3",
    "Auth.nothing:p95<3",
    "Auth.logIn:errors<1%",
    "p95=3"
  ])("refuse '%s' with what to give", (text) => {
    const read = Threshold.read(text)
    assert.match(Result.isFailure(read) ? read.failure : "", /: give one such as p95<200 /)
  })
})
