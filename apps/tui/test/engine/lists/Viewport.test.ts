import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as PageCache from "../../../src/engine/lists/PageCache.ts"

const Total = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const Height = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
const Step = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("by"), rows: Schema.Int }),
  Schema.Struct({ _tag: Schema.tag("to"), row: Schema.Int }),
  Schema.Struct({ _tag: Schema.tag("scroll"), share: Schema.Literals([-1, -0.5, 0.5, 1]) }),
  Schema.Struct({ _tag: Schema.tag("percent"), percent: Schema.Int }),
  Schema.Struct({ _tag: Schema.tag("total"), total: Total }),
  Schema.Struct({ _tag: Schema.tag("height"), height: Schema.Int })
])

const take = (view: PageCache.Viewport, step: typeof Step.Type): PageCache.Viewport => {
  switch (step._tag) {
    case "by":
      return PageCache.moveBy(view, step.rows)
    case "to":
      return PageCache.moveTo(view, step.row)
    case "scroll":
      return PageCache.scrollBy(view, step.share)
    case "percent":
      return PageCache.toPercent(view, step.percent)
    case "total":
      return PageCache.withTotal(view, step.total)
    case "height":
      return PageCache.withHeight(view, step.height)
  }
}

const of = (total: number, height: number) =>
  PageCache.withTotal(PageCache.withHeight(PageCache.emptyView, height), total)

describe("Viewport", () => {
  it.prop(
    "keeps the cursor in the list and on screen after any move",
    [Total, Height, Schema.Array(Step)],
    ([total, height, steps]) => {
      const view = steps.reduce(take, of(total, height))
      const { from, to } = PageCache.visible(view)
      assert.isAtLeast(view.cursor, 0)
      assert.isAtMost(view.cursor, Math.max(0, view.total - 1))
      assert.isAtMost(to - from, view.height)
      assert.isAtMost(from, view.cursor)
      if (view.total > 0) assert.isBelow(view.cursor, to)
    }
  )

  it.prop(
    "leaves no line empty while there are rows",
    [Total, Height, Schema.Array(Step)],
    ([total, height, steps]) => {
      const view = steps.reduce(take, of(total, height))
      const { from, to } = PageCache.visible(view)
      assert.strictEqual(to - from, Math.min(view.total, view.height))
    }
  )

  test.each([
    [
      "scrolls by one when the cursor moves down at the bottom",
      PageCache.moveBy(PageCache.moveTo(of(100, 10), 9), 1),
      { top: 1, cursor: 10 }
    ],
    [
      "does not scroll when the cursor moves up in the middle",
      PageCache.moveBy({ ...of(100, 10), top: 40, cursor: 45 }, -1),
      { top: 40, cursor: 44 }
    ],
    ["half a screen down moves window and selection", PageCache.scrollBy(of(100, 10), 0.5), { top: 5, cursor: 5 }],
    ["the end shows the last rows", PageCache.toEnd(of(1_000_000, 10)), { top: 999_990, cursor: 999_999 }],
    ["half-way of 101 rows is row 51", PageCache.toPercent(of(101, 10), 50), { cursor: 50 }],
    ["more than 100 percent is the end", PageCache.toPercent(of(101, 10), 900), { cursor: 100 }]
  ])("%s", (_, view, expected) => {
    expect(view).toMatchObject(expected)
  })
})
