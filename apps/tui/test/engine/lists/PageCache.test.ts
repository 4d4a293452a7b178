import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as PageCache from "../../../src/engine/lists/PageCache.ts"

const pageSize = 100

const view = (total: number, height: number, cursor: number) =>
  PageCache.moveTo(PageCache.withTotal(PageCache.withHeight(PageCache.emptyView, height), total), cursor)

const rows = (page: number) => Array.from({ length: pageSize }, (_, index) => (page - 1) * pageSize + index)

const holding = (pages: ReadonlyArray<number>, near = 0) =>
  pages.reduce((cache, page) => PageCache.received(cache, page, rows(page), near), PageCache.empty<number>(pageSize))

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("PageCache", () => {
  test.each([
    ["at the start", view(100_000, 30, 0), 0, [1]],
    ["after a jump to the end", view(100_000, 30, 99_999), 0, [1000]],
    ["where the screen lies over two pages", { ...view(1000, 30, 100), top: 90 }, 0, [1, 2]],
    ["heading down, less than half a page before the next", view(1000, 30, 60), 1, [1, 2]],
    ["heading down, far from the next", view(1000, 10, 5), 1, [1]],
    ["heading up, less than half a page from the one before", { ...view(1000, 30, 120), top: 110 }, -1, [2, 1]],
    ["heading down at the end", view(250, 30, 249), 1, [3]],
    ["in an empty list", view(0, 30, 0), 0, [1]]
  ] as const)("returns visible pages and the next one as missing: %s", (_, shown, heading, pages) => {
    expect(PageCache.missing(PageCache.empty(pageSize), shown, heading)).toEqual(pages)
  })

  it.prop(
    "has every visible row after the missing pages have come",
    [Between(1, 1_000_000), Between(1, 150), Between(0, 1_000_000), Schema.Literals([-1, 0, 1])],
    ([total, height, cursor, heading]) => {
      const shown = view(total, height, cursor)
      const missing = PageCache.missing(PageCache.empty(pageSize), shown, heading)
      assert.isAtMost(missing.length, Math.ceil(height / pageSize) + 2)
      const cache = missing.reduce(
        (cache, page) => PageCache.received(cache, page, rows(page), shown.top),
        PageCache.empty<number>(pageSize)
      )
      const { from, to } = PageCache.visible(shown)
      for (let row = from; row < to; row++) assert.strictEqual(PageCache.rowAt(cache, row), row)
      assert.deepStrictEqual(PageCache.missing(cache, shown, heading), [])
    }
  )

  it.prop(
    "never exceeds its capacity, and keeps the nearest pages",
    [Schema.Array(Between(1, 5000)), Between(1, 5000)],
    ([pages, near]) => {
      const cache = [...pages, near].reduce(
        (cache, page) => PageCache.received(cache, page, rows(page), (near - 1) * pageSize),
        PageCache.empty<number>(pageSize)
      )
      assert.isAtMost(cache.pages.size, PageCache.capacity)
      assert.isTrue(cache.pages.has(near))
    }
  )

  test("shows outdated rows until they are replaced", () => {
    const cache = PageCache.outdated(holding([1]))
    expect(PageCache.rowAt(cache, 7)).toBe(7)
    expect(PageCache.missing(cache, view(1000, 10, 0), 0)).toEqual([1])
  })

  test("replaces rows in place, and finds them there", () => {
    const cache = PageCache.patched(holding([1, 2]), Math.abs, 7, -7)
    expect(PageCache.rowAt(cache, 7)).toBe(-7)
    expect(PageCache.indexWhere(cache, (row) => row === -7)).toBe(7)
    expect(PageCache.indexWhere(PageCache.outdated(cache), (row) => row === -7)).toBeUndefined()
  })
})
