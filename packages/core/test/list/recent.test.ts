import { assert, describe, it } from "vitest"

import { recent } from "../../src/internal/list/recent.ts"

describe("what a walk has seen", () => {
  it("is known for ten thousand entries at the least", () => {
    for (const before of [1, 5000, 9999, 10_000, 15_000]) {
      const isNew = recent()
      for (let id = 0; id < before; id++) isNew(id)
      assert.isTrue(isNew("one"))
      for (let id = 0; id < 9999; id++) isNew(before + id)
      assert.isFalse(isNew("one"), `after ${before} others`)
    }
  })
})
