import { assert, describe, it } from "vitest"

import { disjunction, pluralize } from "../src/Text.ts"

describe("pluralize", () => {
  it.each([
    [0, "0 lines"],
    [1, "1 line"],
    [12_345, "12,345 lines"]
  ])("formats the count %i as %s", (count, shown) => {
    assert.strictEqual(pluralize(count, "line"), shown)
  })

  it("takes an irregular plural", () => {
    assert.deepStrictEqual(
      [1, 2].map((count) => pluralize(count, "status", "statuses")),
      ["1 status", "2 statuses"]
    )
  })
})

it.each([
  [["a"], "a"],
  [["a", 2], "a or 2"],
  [["a", "b", "c"], "a, b or c"]
])("joins the alternatives %j as %s", (texts, joined) => {
  assert.strictEqual(disjunction(texts), joined)
})
