import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

import { fold } from "../../src/statistics/blocks.ts"

const upTo = (maximum: number) => Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })))

describe("fold", () => {
  it.prop(
    "is the count, the mean and the highest of any part of many values, gaps left out",
    { length: upTo(700), from: upTo(700), more: upTo(700), every: upTo(5) },
    ({ every, from, length, more }) => {
      const values = Float64Array.from({ length }, (_, at) => (at % 7 < every ? Number.NaN : (at * 7919) % 1009))
      const to = Math.min(length, from + more)
      const numbers = Array.from(values.slice(from, to)).filter((value) => !Number.isNaN(value))
      const { count, highest, mean } = fold(values, from, to)
      assert.strictEqual(count, numbers.length)
      if (count === 0) return
      assert.strictEqual(highest, Math.max(...numbers))
      assert.approximately(mean, numbers.reduce((sum, value) => sum + value, 0) / count, 1e-6)
    }
  )

  it("is a number of the largest numbers there are", () => {
    const most = Number.MAX_VALUE
    assert.approximately(fold(new Float64Array(200).fill(most), 3, 197).mean / most, 1, 1e-9)
  })
})
