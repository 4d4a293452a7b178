import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
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
          entries: Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) => ({
            id: first + index
          })),
          total_entries: total,
          total_pages: Math.ceil(total / size),
          page,
          page_size: size
        }
      })
  }
}

const idsTo = (total: number, first = 0) => Array.from({ length: total - first }, (_, index) => ({ id: first + index }))

const Total = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 }))
const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 }))

describe("Page.stream", () => {
  it.effect.prop("yields each row once, in order, with one request a page", [Total, Size], ([total, size]) =>
    Effect.gen(function* () {
      const rows = rowsOf(total, size)
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(rows.page)), idsTo(total))
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
      assert.deepStrictEqual(
        yield* Stream.runCollect(Page.stream(rows.page, { from: { page: 3, taken: 0 } })),
        idsTo(25, 20)
      )
    })
  )

  it.effect("ends with the error of the page that fails", () =>
    Effect.gen(function* () {
      const rows = rowsOf(100, 10)
      const seen: Array<number> = []
      const error = yield* Page.stream((page) => (page === 3 ? Effect.fail("page 3") : rows.page(page))).pipe(
        Stream.runForEach(({ id }) => Effect.sync(() => seen.push(id))),
        Effect.flip
      )
      assert.strictEqual(error, "page 3")
      assert.strictEqual(seen.length, 20)
      assert.deepStrictEqual(rows.read, [1, 2])
    })
  )

  it.effect.prop(
    "goes on from any position without losing or repeating a row",
    [Total, Size, Total],
    ([total, size, stop]) =>
      Effect.gen(function* () {
        const rows = rowsOf(total, size)
        const before = yield* Page.positioned(rows.page).pipe(Stream.take(stop), Stream.runCollect)
        const last = before.at(-1)
        const after = yield* Page.stream(rows.page, last === undefined ? {} : { from: last.position }).pipe(
          Stream.runCollect
        )
        const all = last === undefined ? after : [...before.map(({ entry }) => entry), ...after]
        assert.deepStrictEqual(all, idsTo(total))
      })
  )

  it.effect.each([2, 5])("yields a row once that moved to the next page while it was read, by %i rows", (added) =>
    Effect.gen(function* () {
      let inserted = 0
      const read = (page: number) =>
        Effect.sync(() => {
          const all = [...Array.from({ length: inserted }, (_, index) => ({ id: -1 - index })), ...idsTo(20)]
          inserted = added
          const entries = all.slice((page - 1) * 5, page * 5)
          return { entries, total_entries: all.length, total_pages: Math.ceil(all.length / 5), page, page_size: 5 }
        })
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(read)), idsTo(20))
    })
  )

  it.effect("yields no row again that an earlier walk took, and that moved while this one read", () =>
    Effect.gen(function* () {
      let inserted = 0
      const read = (page: number) =>
        Effect.sync(() => {
          const all = [...Array.from({ length: inserted }, (_, index) => ({ id: -1 - index })), ...idsTo(20)]
          inserted = 2
          const entries = all.slice((page - 1) * 5, page * 5)
          return { entries, total_entries: all.length, total_pages: Math.ceil(all.length / 5), page, page_size: 5 }
        })
      const walk = Page.stream(read, { from: { page: 2, taken: 4 } })
      assert.deepStrictEqual(yield* Stream.runCollect(walk), idsTo(20, 9))
    })
  )

  it.effect("prefetches the given number of pages", () =>
    Effect.gen(function* () {
      const rows = rowsOf(100, 10)
      const seen = yield* Deferred.make<void>()
      const walk = yield* Effect.forkChild(
        Page.stream(rows.page, { prefetch: 2 }).pipe(
          Stream.runForEach(() => Effect.andThen(Deferred.succeed(seen, undefined), Effect.never))
        )
      )
      yield* Deferred.await(seen)
      while (rows.read.length < 3) yield* Effect.yieldNow
      for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      assert.strictEqual(rows.read.length, 3)
      yield* Fiber.interrupt(walk)
    })
  )

  it.effect("reads a hundred pages ahead at the most", () =>
    Effect.gen(function* () {
      const rows = rowsOf(1000, 1)
      const walk = yield* Effect.forkChild(
        Page.stream(rows.page, { prefetch: 1e308 }).pipe(Stream.runForEach(() => Effect.never))
      )
      for (let turn = 0; turn < 2000; turn++) yield* Effect.yieldNow
      assert.strictEqual(rows.read.length, 101)
      yield* Fiber.interrupt(walk)
    })
  )

  it.effect("yields what came before a page that fails, though it was read ahead", () =>
    Effect.gen(function* () {
      const rows = rowsOf(100, 10)
      const read = (page: number) => (page === 3 ? Effect.fail("lost") : rows.page(page))
      const seen: Array<number> = []
      const walk = Stream.runForEach(Page.stream(read, { prefetch: 5 }), ({ id }) =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => seen.push(id))
        )
      )
      assert.strictEqual(yield* Effect.flip(walk), "lost")
      assert.deepStrictEqual(
        seen,
        idsTo(20).map(({ id }) => id)
      )
      assert.deepStrictEqual(rows.read, [1, 2])
    })
  )

  it.effect("ends what is read ahead with the walk", () =>
    Effect.gen(function* () {
      let ended = 0
      const rows = rowsOf(100, 10)
      const read = (page: number) =>
        page === 1 ? rows.page(page) : Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended++))
      yield* Page.stream(read, { prefetch: 3 }).pipe(
        Stream.tap(() => Effect.yieldNow),
        Stream.take(2),
        Stream.runDrain
      )
      assert.strictEqual(ended, 1)
    })
  )
})
