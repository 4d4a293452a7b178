import { assert, describe, it } from "@effect/vitest"

import { choose, gaps } from "../src/Gaps.ts"

describe("Gaps", () => {
  it("takes the first option unless another is chosen", () => {
    assert.strictEqual(choose({}, "refresh.reuse"), "grace")
    assert.strictEqual(choose({ "refresh.reuse": "once" }, "refresh.reuse"), "once")
  })

  it("gives a section, a reason and what else could be for every choice", () => {
    for (const [id, gap] of Object.entries(gaps)) {
      assert.match(gap.section, /^[2-9](\.\d{1,2})?(, \d{1,2}(-\d{1,2})?)?( and \d)?$/, id)
      assert.match(gap.reason, /^(?:[A-Z0-9]|total_pages).+\.$/, id)
    }
  })
})
