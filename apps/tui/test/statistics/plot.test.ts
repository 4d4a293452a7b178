import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

import { drawBars, drawCurves, resample } from "../../src/statistics/chart.ts"
import type { Line } from "../../src/statistics/chart.ts"
import { toReadings } from "../../src/statistics/Statistics.ts"

const start = 1_795_277_480

/** A reading every five seconds; of none, the point is missing. */
const every5 = (values: ReadonlyArray<number | undefined>) =>
  toReadings(
    values.flatMap((video, at) =>
      video === undefined ? [] : [{ audio: null, video, result: "good", timestamp: start + 5 * at }]
    )
  )

const span = (seconds: number) => ({ from: start * 1000, to: (start + seconds) * 1000 })

const columns = (
  values: ReadonlyArray<number | undefined>,
  folding: "mean" | "highest",
  width: number,
  seconds = 5 * (values.length - 1)
) => Array.from(resample(every5(values), "video", span(seconds), width, folding))

describe("a series in columns", () => {
  it("is the mean of each, or the highest", () => {
    assert.deepStrictEqual(columns([10, 20, 30, 60], "mean", 2), [15, 45])
    assert.deepStrictEqual(columns([10, 20, 30, 60], "highest", 2), [20, 60])
  })

  it("connects readings if there are more columns than readings", () => {
    assert.deepStrictEqual(columns([0, 100], "mean", 5), [0, 30, 50, 70, 100])
    assert.deepStrictEqual(columns([3, 9], "highest", 5), [3, 3, 3, 3, 9])
  })

  it("keeps a gap where readings are missing", () => {
    const gap = columns([1, 1, 1, undefined, undefined, undefined, 1, 1, 1], "mean", 9)
    assert.deepStrictEqual(
      gap.map((value) => Number.isNaN(value)),
      [false, false, false, true, true, true, false, false, false]
    )
  })

  it("keeps a gap where a reading says nothing", () => {
    assert.isNaN(columns([1, 1, Number.NaN, 1, 1], "highest", 5)[2])
  })

  it("comes in and goes out at the edges of what is seen", () => {
    const readings = every5([10, 10, 50, 50])
    const seen = { from: (start + 6) * 1000, to: (start + 9) * 1000 }
    const values = resample(readings, "video", seen, 4, "mean")
    assert.isTrue(values.every((value) => value > 10 && value < 50))
  })

  it("is in the order of time, with the last of what is of the same moment", () => {
    const readings = toReadings([
      { video: 3, timestamp: start + 10 },
      { video: 1, timestamp: String(start) },
      { video: 9, timestamp: start + 5 },
      { video: 2, timestamp: (start + 5) * 1000 },
      { video: 4, timestamp: "soon" }
    ])
    assert.deepStrictEqual(Array.from(readings.video), [1, 2, 3])
    assert.deepStrictEqual([readings.timeless, readings.step], [1, 5000])
  })

  it.prop(
    "is nowhere beyond what was measured",
    {
      values: Arbitrary.array(Arbitrary.schema(Schema.Finite), { minLength: 1, maxLength: 50 }),
      width: Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })))
    },
    ({ values, width }) => {
      const [low, high] = [Math.min(...values), Math.max(...values)]
      const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-9
      for (const folding of ["mean", "highest"] as const)
        for (const value of columns(values, folding, width))
          assert.isTrue(Number.isNaN(value) || (value >= low - slack && value <= high + slack))
    }
  )
})

describe("the cursor", () => {
  it("stands beside the data and inverts them, and hides none", () => {
    const values = Float64Array.of(0, 0, 10, 10, 5, 5)
    const drawn = (cursor: number) =>
      drawCurves([{ name: "video", tone: "accent", values }], 10, 2, cursor).map(([line]) => line)
    const text = (line: Line) => line.map(({ text }) => text).join("")
    const [top = [], bottom = []] = drawn(1)
    const [topBefore = [], bottomBefore = []] = drawn(-1)
    assert.deepStrictEqual([text(top), text(bottom)], [text(topBefore), text(bottomBefore)])
    assert.deepStrictEqual([top[1]?.tone, bottom[1]?.tone], ["selected", "selected"])
    assert.strictEqual(text(drawn(0)[0] ?? []).charAt(0), "┃")
    const bars = Float64Array.of(5, 0, Number.NaN)
    assert.deepStrictEqual(
      [0, 1, 2].map((cursor) => text(drawBars(bars, 5, cursor))),
      ["█ ╌", "█┃╌", "█ ┃"]
    )
  })
})
