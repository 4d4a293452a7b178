import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import * as Page from "../../src/Page.ts"
import { countRequests, pagesOf, rows, ways } from "./paged.ts"

/** A list of active users, each of which may be deactivated. */
const activeUsers = (count: number, size: number) => {
  let active = rows(0, count)
  const list = countRequests((page) => {
    const entries = active.slice((page - 1) * size, page * size)
    const total_pages = Math.max(1, Math.ceil(active.length / size))
    return { entries, total_entries: active.length, total_pages, page_size: size }
  })
  const deactivate = (id: number) =>
    Effect.sync(() => {
      active = active.filter((user) => user.id !== id)
    })
  return { ...list, deactivate, left: () => active.length }
}

describe("a list that gets shorter while it is walked", () => {
  it.effect.each([0, 3])("yields every entry though each leaves the list, %i pages ahead", (prefetch) =>
    Effect.gen(function* () {
      const users = activeUsers(944, 20)
      const seen: Array<number> = []
      const shrinks: Array<Page.Shrink> = []
      const onShrink = (shrink: Page.Shrink) => Effect.sync(() => void shrinks.push(shrink))
      yield* Page.stream(users.read, { prefetch, onShrink }).pipe(
        Stream.runForEach(({ id }) => Effect.tap(users.deactivate(id), () => Effect.sync(() => seen.push(id))))
      )
      assert.strictEqual(users.left(), 0)
      assert.deepStrictEqual(
        seen.toSorted((one, other) => one - other),
        rows(0, 944).map(({ id }) => id)
      )
      assert.isAtLeast(shrinks.length, 1)
      assert.deepInclude(shrinks[0], { before: 944 })
    })
  )

  it.effect("is read once if all is collected first", () =>
    Effect.gen(function* () {
      for (const walk of [
        (read: Parameters<typeof ways.stream>[0]) => Page.stream(read, { collectFirst: true }),
        (read: Parameters<typeof ways.stream>[0]) => Page.collectFirst(Page.stream(read))
      ]) {
        const users = activeUsers(95, 20)
        yield* walk(users.read).pipe(Stream.runForEach(({ id }) => users.deactivate(id)))
        assert.strictEqual(users.left(), 0)
        assert.deepStrictEqual(users.requested, [1, 2, 3, 4, 5])
      }
    })
  )

  it.effect("ends pages in ListChanged, behind the last page", () =>
    Effect.gen(function* () {
      const users = activeUsers(100, 20)
      const seen: Array<number> = []
      const error = yield* Page.pages(users.read).pipe(
        Stream.runForEach(({ entries, page }) => {
          seen.push(page)
          return Effect.forEach(entries.slice(0, 5), ({ id }) => users.deactivate(id))
        }),
        Effect.flip
      )
      assert.deepStrictEqual(seen, [1, 2, 3, 4, 5])
      assert.deepInclude(error, { _tag: "ListChanged", before: 100, after: 80 })
    })
  )

  it.effect.each([
    [40, 5],
    [400, 77]
  ] as const)("is walked to its end where its total of %i flickers, in %i requests", ([total, requests]) =>
    Effect.gen(function* () {
      const list: ReturnType<typeof countRequests> = countRequests((page) => ({
        ...pagesOf(total, 20)(page),
        total_entries: list.requested.length % 2 === 1 ? total : total - 1
      }))
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(list.read)), [...rows(0, total)])
      assert.strictEqual(list.requested.length, requests)
    })
  )

  it.effect.each([1, 5, 13])("yields what stays of it if others delete %i entries before each page", (deleted) =>
    Effect.gen(function* () {
      let left = rows(0, 3000)
      const list = countRequests((page) => {
        left = list.requested.length === 1 ? left : left.filter((_, index) => index < 10 || index >= 10 + deleted)
        return { ...pagesOf(left.length, 20)(page), entries: left.slice((page - 1) * 20, page * 20) }
      })
      const found = new Set((yield* Stream.runCollect(Page.stream(list.read))).map(({ id }) => id))
      assert.deepStrictEqual(
        left.filter(({ id }) => !found.has(id)),
        []
      )
      assert.isAtMost(list.requested.length, 1000)
    })
  )

  it.effect.prop(
    "yields each remaining entry once while others add and delete entries",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
      Schema.Array(
        Schema.Struct({
          adds: Schema.Boolean,
          at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 })),
          count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
        })
      ).check(Schema.isMaxLength(3)),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 }))
    ],
    ([total, size, changes, first]) =>
      Effect.gen(function* () {
        const begun = rows(0, total)
        let left = begun
        const list = countRequests((page) => {
          const change = changes[list.requested.length - 2 - first]
          if (change?.adds === true)
            left = left.toSpliced(change.at, 0, ...rows(list.requested.length * 1000, change.count))
          if (change?.adds === false) left = left.toSpliced(change.at, change.count)
          return { ...pagesOf(left.length, size)(page), entries: left.slice((page - 1) * size, page * size) }
        })
        const ids = (yield* Stream.runCollect(Page.stream(list.read))).map(({ id }) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
        const found = new Set(ids)
        const stayed = new Set(left)
        assert.deepStrictEqual(
          begun.filter((row) => stayed.has(row) && !found.has(row.id)),
          []
        )
      })
  )

  it.effect("does not read pages before its start", () =>
    Effect.gen(function* () {
      const users = activeUsers(100, 20)
      yield* Page.stream(users.read, { from: { page: 3, taken: 0 } }).pipe(
        Stream.runForEach(({ id }) => users.deactivate(id))
      )
      assert.isTrue(users.requested.every((page) => page >= 3))
    })
  )

  it.effect("accepts the last page for a later one", () =>
    Effect.gen(function* () {
      const users = activeUsers(100, 20)
      const clamped = (page: number) =>
        Effect.filterOrElse(
          users.read(page),
          ({ total_pages }) => page <= total_pages,
          ({ total_pages }) => users.read(total_pages)
        )
      yield* Page.stream(clamped).pipe(Stream.runForEach(({ id }) => users.deactivate(id)))
      assert.strictEqual(users.left(), 0)
    })
  )
})

describe("a list that gets shorter again and again", () => {
  it.effect("logs one warning, and calls onShrink each time", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let shrinks = 0
      const logger = Logger.make(({ message }) => lines.push(message))
      const { read } = countRequests((page) => pagesOf(100 - page, 20)(page))
      const onShrink = () => Effect.sync(() => void shrinks++)
      yield* Effect.provide(Stream.runDrain(Page.stream(read, { onShrink })), Logger.layer([logger]))
      assert.isAbove(shrinks, 1)
      assert.lengthOf(lines, 1)
      assert.match(String(lines), /A list shrank while it was read/)
    })
  )
})
