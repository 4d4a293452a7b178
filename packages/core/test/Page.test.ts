import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import * as Page from "../src/Page.ts"

const rowsOf = (total: number, size: number) => {
  const read: Array<number> = []
  return {
    read,
    page: (page: number) =>
      Effect.sync(() => {
        read.push(page)
        const first = (page - 1) * size
        return {
          entries: Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) => first + index),
          total_entries: total,
          total_pages: Math.ceil(total / size),
          page,
          page_size: size
        }
      })
  }
}

const Total = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 }))
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 }))

describe("Page.stream", () => {
  it.effect.prop("yields each row once, in order, with one request a page", [Total, Size], ([total, size]) =>
    Effect.gen(function* () {
      const rows = rowsOf(total, size)
      assert.deepStrictEqual(
        yield* Stream.runCollect(Page.stream(rows.page)),
        Array.from({ length: total }, (_, index) => index)
      )
      assert.strictEqual(rows.read.length, Math.max(1, Math.ceil(total / size)))
    })
  )

  it.effect("asks for no page that is not needed", () =>
    Effect.gen(function* () {
      const rows = rowsOf(100, 10)
      yield* Page.stream(rows.page).pipe(Stream.take(15), Stream.runDrain)
      assert.deepStrictEqual(rows.read, [1, 2])
    })
  )

  it.effect("starts at the given page", () =>
    Effect.gen(function* () {
      const rows = rowsOf(25, 10)
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(rows.page, 3)), [20, 21, 22, 23, 24])
    })
  )

  it.effect("ends with the error of the page that fails", () =>
    Effect.gen(function* () {
      const rows = rowsOf(100, 10)
      const seen: Array<number> = []
      const error = yield* Page.stream((page) => (page === 3 ? Effect.fail("page 3") : rows.page(page))).pipe(
        Stream.runForEach((row) => Effect.sync(() => seen.push(row))),
        Effect.flip
      )
      assert.strictEqual(error, "page 3")
      assert.strictEqual(seen.length, 20)
      assert.deepStrictEqual(rows.read, [1, 2])
    })
  )
})
