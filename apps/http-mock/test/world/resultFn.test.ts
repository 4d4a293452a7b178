import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { resultFn } from "../../src/world/resultFn.ts"

describe("a function of results", () => {
  const half = (value: number) => (value % 2 === 0 ? Result.succeed(value / 2) : Result.fail(`${value} is odd`))
  const quarters: (value: number) => Result.Result<number, string> = resultFn(function* (value) {
    const halves = yield* half(value)
    return yield* half(halves)
  })

  it("goes on with what succeeds, and ends with the first that fails", () => {
    assert.deepStrictEqual(quarters(12), Result.succeed(3))
    assert.deepStrictEqual(quarters(6), Result.fail("3 is odd"))
    assert.deepStrictEqual(quarters(5), Result.fail("5 is odd"))
  })
})
