import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../src/Errors.ts"
import * as Page from "../../src/Page.ts"

interface Row {
  readonly id: number
}

type Answer = Omit<Page.Page<Row>, "page"> & { readonly page?: number }

// a walk that has no end is to fail, not to hang
const mostRequests = 300_000

const counted = (answer: (page: number) => Answer) => {
  const asked: Array<number> = []
  return {
    asked,
    read: (page: number) =>
      Effect.sync((): Page.Page<Row> => {
        if (asked.push(page) > mostRequests) throw new Error(`${mostRequests} requests, and no end`)
        return { page, ...answer(page) }
      })
  }
}

const rows = (first: number, count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => ({ id: first + index }))

const of = (total: number, size: number) => (page: number) => ({
  entries: rows((page - 1) * size, Math.max(0, Math.min(size, total - (page - 1) * size))),
  total_entries: total,
  total_pages: Math.ceil(total / size),
  page_size: size
})

const ways = {
  stream: (read: (page: number) => Effect.Effect<Page.Page<Row>>) => Page.stream(read),
  pages: (read: (page: number) => Effect.Effect<Page.Page<Row>>) => Page.pages(read)
}

const names = ["stream", "pages"] as const

type Ended = { readonly _tag: string; readonly message: string }

const walkOf = (name: (typeof names)[number], read: (page: number) => Effect.Effect<Page.Page<Row>>) => {
  const walk: Stream.Stream<unknown, Ended> = ways[name](read)
  return Stream.runDrain(walk)
}

const endOf = (...input: Parameters<typeof walkOf>) => Effect.flip(walkOf(...input))

describe.each(names)("Page.%s", (name) => {
  it.effect("ends in ListBroken where the pages become more for ever", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of((page + 2) * 20, 20)(page), total_pages: page + 2 }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /it had 3 pages at first, and after 1013 requests page 1013 of 1015 is not the last/)
      assert.strictEqual(asked.length, 1013)
    })
  )

  it.effect("goes on to the end of a list that doubles while it is read", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => of(page === 1 ? 100 : 200, 20)(page))
      yield* walkOf(name, read)
      assert.deepStrictEqual(asked, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    })
  )

  it.effect("goes on behind empty pages in the middle", () =>
    Effect.gen(function* () {
      const full = of(100, 20)
      const { asked, read } = counted((page) =>
        page === 2 || page === 3 ? { ...full(page), entries: [] } : full(page)
      )
      yield* walkOf(name, read)
      assert.deepStrictEqual(asked, [1, 2, 3, 4, 5])
    })
  )

  it.effect("ends in ListBroken where page after page is empty", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(1_000_000, 20)(page), entries: [] }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /50 pages in a row have no entry that is new, and page 50 of 50000 is not the last/)
      assert.strictEqual(asked.length, 50)
    })
  )

  it.effect.each([
    ["a new entry a page", (page: number) => rows(page, 1), 5, 56],
    ["two pages in turn", (page: number) => rows(page % 2, 3), 6, 53],
    ["one page in fifty that is not empty", (page: number) => (page % 50 === 0 ? rows(page, 1) : []), 6, 57]
  ] as const)(
    "ends in ListBroken where total_pages goes on behind total_entries, with %s",
    ([, entries, total, most]) =>
      Effect.gen(function* () {
        const { asked, read } = counted((page) => ({
          entries: entries(page),
          total_entries: total,
          total_pages: 1e9,
          page_size: 20
        }))
        const error = yield* endOf(name, read)
        assert.strictEqual(error._tag, "ListBroken")
        assert.isAtMost(asked.length, most)
      })
  )

  it.effect.each([
    ["two pages in turn", (page: number) => rows((page % 2) * 20, 20), 52],
    ["one page for ever, with an entry twice", () => [...rows(0, 19), ...rows(0, 1)], 2]
  ] as const)("ends in ListBroken where a long list has %s", ([, entries, requests]) =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(1e9, 20)(1), entries: entries(page) }))
      assert.strictEqual((yield* endOf(name, read))._tag, "ListBroken")
      assert.strictEqual(asked.length, requests)
    })
  )

  it.effect(
    "ends in ListBroken where the totals go on for ever and the entries do",
    () =>
      Effect.gen(function* () {
        const { asked, read } = counted((page) => ({ ...of(1e9, 2)(page), page_size: 2 }))
        const error = yield* endOf(name, read)
        assert.strictEqual(error._tag, "ListBroken")
        assert.match(error.message, /goes on after 200000 requests\. Ask for larger pages, or go on from page 200001\./)
        assert.strictEqual(asked.length, 200_001)
      }),
    60_000
  )

  it.effect.each([20, 100])(
    "walks a list of a million entries to its end, %i a page",
    (size) =>
      Effect.gen(function* () {
        const { asked, read } = counted(of(1_000_000, size))
        yield* walkOf(name, read)
        assert.strictEqual(asked.length, 1_000_000 / size)
      }),
    60_000
  )

  it.effect("goes on where so many entries came before it that it knows the next hundred pages", () =>
    Effect.gen(function* () {
      let added = 0
      const { read } = counted((page) => {
        if (page === 150) added = 2000
        const list = of(4000 + added, 20)(page)
        return { ...list, entries: list.entries.map(({ id }) => ({ id: id - added })) }
      })
      const walk: Stream.Stream<unknown, Ended> = ways[name](read)
      const found = new Set(
        (yield* Stream.runCollect(walk)).flatMap((item) => {
          const { entries = [], id }: any = item
          return id === undefined ? entries.map((row: Row) => row.id) : [id]
        })
      )
      assert.deepStrictEqual(
        rows(0, 4000).filter(({ id }) => !found.has(id)),
        []
      )
    })
  )

  it.effect("goes on where pages have fewer entries than page_size tells", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(2000, 10)(page), page_size: 1000 }))
      yield* walkOf(name, read)
      assert.strictEqual(asked.length, 200)
    })
  )

  it.effect("ends in ListBroken where another page is answered than was asked for", () =>
    Effect.gen(function* () {
      const { read } = counted(() => ({ ...of(100, 20)(1), page: 1 }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /page 2 was asked for and page 1 answered/)
    })
  )

  it.effect.each([0, -1])("reads what has a page_size of %i", (page_size) =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(60, 20)(page), page_size }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(asked, [1, 2, 3])
    })
  )

  it.effect("reads on where total_entries tells of more than total_pages", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(60, 20)(page), total_pages: 1 }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(asked, [1, 2, 3])
    })
  )
})

/** A list of active users, each of which may be deactivated. */
const activeUsers = (count: number, size: number) => {
  let active = rows(0, count)
  const list = counted((page) => {
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

  it.effect("is read once where all is collected first", () =>
    Effect.gen(function* () {
      for (const walk of [
        (read: Parameters<typeof ways.stream>[0]) => Page.stream(read, { collectFirst: true }),
        (read: Parameters<typeof ways.stream>[0]) => Page.collectFirst(Page.stream(read))
      ]) {
        const users = activeUsers(95, 20)
        yield* walk(users.read).pipe(Stream.runForEach(({ id }) => users.deactivate(id)))
        assert.strictEqual(users.left(), 0)
        assert.deepStrictEqual(users.asked, [1, 2, 3, 4, 5])
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
      const list: ReturnType<typeof counted> = counted((page) => ({
        ...of(total, 20)(page),
        total_entries: list.asked.length % 2 === 1 ? total : total - 1
      }))
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(list.read)), [...rows(0, total)])
      assert.strictEqual(list.asked.length, requests)
    })
  )

  it.effect.each([1, 5, 13])("yields what stays of it where others delete %i entries before each page", (deleted) =>
    Effect.gen(function* () {
      let left = rows(0, 3000)
      const list = counted((page) => {
        left = list.asked.length === 1 ? left : left.filter((_, index) => index < 10 || index >= 10 + deleted)
        return { ...of(left.length, 20)(page), entries: left.slice((page - 1) * 20, page * 20) }
      })
      const found = new Set((yield* Stream.runCollect(Page.stream(list.read))).map(({ id }) => id))
      assert.deepStrictEqual(
        left.filter(({ id }) => !found.has(id)),
        []
      )
      assert.isAtMost(list.asked.length, 1000)
    })
  )

  it.effect.prop(
    "yields what stays of it, each once, wherever others add and delete meanwhile",
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
        const list = counted((page) => {
          const change = changes[list.asked.length - 2 - first]
          if (change?.adds === true)
            left = left.toSpliced(change.at, 0, ...rows(list.asked.length * 1000, change.count))
          if (change?.adds === false) left = left.toSpliced(change.at, change.count)
          return { ...of(left.length, size)(page), entries: left.slice((page - 1) * size, page * size) }
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

  it.effect("goes not behind where the walk began", () =>
    Effect.gen(function* () {
      const users = activeUsers(100, 20)
      yield* Page.stream(users.read, { from: { page: 3, taken: 0 } }).pipe(
        Stream.runForEach(({ id }) => users.deactivate(id))
      )
      assert.isTrue(users.asked.every((page) => page >= 3))
    })
  )

  it.effect("takes the last page for one behind it", () =>
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

describe("a service that passes over the page", () => {
  const walk = (size: number, total: number) =>
    Effect.flip(Stream.runDrain(Page.stream(counted((page) => ({ ...of(total, size)(1), page })).read)))

  it.effect.each([2, 20])("is found out by its entries, %i a page", (size) =>
    Effect.gen(function* () {
      const error: ListBroken = yield* walk(size, 100)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /page 2 has the entries of page 1/)
    })
  )

  it.effect("is found out by the fourth page of one entry", () =>
    Effect.gen(function* () {
      assert.match((yield* walk(1, 100)).message, /page 4 has the entries of page 3/)
    })
  )
})

describe("a list whose last page is answered for one behind it", () => {
  const shrinking = () => counted((page) => (page === 1 ? of(40, 20)(1) : { ...of(20, 20)(1), page: 1 }))

  it.effect("ends there", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(shrinking().read)), rows(0, 20))
      assert.strictEqual((yield* endOf("pages", shrinking().read))._tag, "ListChanged")
    })
  )
})

describe.each(names)("Page.%s, where total_entries tells of more than there is", (name) => {
  it.effect("ends with an empty page", () =>
    Effect.gen(function* () {
      const { asked, read } = counted((page) => ({ ...of(40, 20)(page), total_entries: 200 }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(asked, [1, 2, 3])
    })
  )
})

describe("a list that gets shorter again and again", () => {
  it.effect("is warned of once, and told of each time", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      let shrinks = 0
      const logger = Logger.make(({ message }) => lines.push(message))
      const { read } = counted((page) => of(100 - page, 20)(page))
      const onShrink = () => Effect.sync(() => void shrinks++)
      yield* Effect.provide(Stream.runDrain(Page.stream(read, { onShrink })), Logger.layer([logger]))
      assert.isAbove(shrinks, 1)
      assert.lengthOf(lines, 1)
      assert.match(String(lines), /A list got shorter while it was read/)
    })
  )
})
