import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../src/Errors.ts"
import * as Page from "../../src/Page.ts"
import { countRequests, pagesOf, rows, ways } from "./paged.ts"
import type { Row } from "./paged.ts"

const names = ["stream", "pages"] as const

type Ended = { readonly _tag: string; readonly message: string }

const walkOf = (name: (typeof names)[number], read: (page: number) => Effect.Effect<Page.Page<Row>>) => {
  const walk: Stream.Stream<unknown, Ended> = ways[name](read)
  return Stream.runDrain(walk)
}

const endOf = (...input: Parameters<typeof walkOf>) => Effect.flip(walkOf(...input))

describe.each(names)("Page.%s", (name) => {
  it.effect("ends in ListBroken if the pages become more forever", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({
        ...pagesOf((page + 2) * 20, 20)(page),
        total_pages: page + 2
      }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /it had 3 pages at first, and after 1,013 requests page 1013 of 1015 is not the last/)
      assert.strictEqual(requested.length, 1013)
    })
  )

  it.effect("goes on to the end of a list that doubles while it is read", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => pagesOf(page === 1 ? 100 : 200, 20)(page))
      yield* walkOf(name, read)
      assert.deepStrictEqual(requested, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    })
  )

  it.effect("goes on behind empty pages in the middle", () =>
    Effect.gen(function* () {
      const full = pagesOf(100, 20)
      const { requested, read } = countRequests((page) =>
        page === 2 || page === 3 ? { ...full(page), entries: [] } : full(page)
      )
      yield* walkOf(name, read)
      assert.deepStrictEqual(requested, [1, 2, 3, 4, 5])
    })
  )

  it.effect("ends in ListBroken if page after page is empty", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(1_000_000, 20)(page), entries: [] }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(
        error.message,
        /50 pages in a row have no entry that is new, and page 50 of 50000 is not the last\. Ask the main/
      )
      assert.strictEqual(requested.length, 50)
    })
  )

  it.effect.each([
    ["a new entry a page", (page: number) => rows(page, 1), 5, 56],
    ["two pages in turn", (page: number) => rows(page % 2, 3), 6, 53],
    ["one page in fifty that is not empty", (page: number) => (page % 50 === 0 ? rows(page, 1) : []), 6, 57]
  ] as const)("ends in ListBroken if total_pages continues behind total_entries, with %s", ([, entries, total, most]) =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({
        entries: entries(page),
        total_entries: total,
        total_pages: 1e9,
        page_size: 20
      }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.isAtMost(requested.length, most)
    })
  )

  it.effect.each([
    ["two pages in turn", (page: number) => rows((page % 2) * 20, 20), 52],
    ["one page for ever, with an entry twice", () => [...rows(0, 19), ...rows(0, 1)], 2]
  ] as const)("ends in ListBroken where a long list has %s", ([, entries, requests]) =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(1e9, 20)(1), entries: entries(page) }))
      assert.strictEqual((yield* endOf(name, read))._tag, "ListBroken")
      assert.strictEqual(requested.length, requests)
    })
  )

  it.effect(
    "ends in ListBroken if the totals continue forever and the entries do",
    () =>
      Effect.gen(function* () {
        const { requested, read } = countRequests((page) => ({ ...pagesOf(1e9, 2)(page), page_size: 2 }))
        const error = yield* endOf(name, read)
        assert.strictEqual(error._tag, "ListBroken")
        assert.match(error.message, /needs more than 200,000 requests\. Use larger pages, or resume from page 200001\./)
        assert.strictEqual(requested.length, 200_001)
      }),
    60_000
  )

  it.effect.each([
    [200_000, 20],
    [1_000_000, 100]
  ] as const)(
    "walks a list of %i entries to its end, %i a page",
    ([total, size]) =>
      Effect.gen(function* () {
        const { requested, read } = countRequests(pagesOf(total, size))
        yield* walkOf(name, read)
        assert.strictEqual(requested.length, 10_000)
      }),
    60_000
  )

  it.effect("continues if so many entries came before it that it knows the next hundred pages", () =>
    Effect.gen(function* () {
      let added = 0
      const { read } = countRequests((page) => {
        if (page === 150) added = 2000
        const list = pagesOf(4000 + added, 20)(page)
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

  it.effect("continues if pages have fewer entries than page_size", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(2000, 10)(page), page_size: 1000 }))
      yield* walkOf(name, read)
      assert.strictEqual(requested.length, 200)
    })
  )

  it.effect("ends in ListBroken if another page is answered than requested", () =>
    Effect.gen(function* () {
      const { read } = countRequests(() => ({ ...pagesOf(100, 20)(1), page: 1 }))
      const error = yield* endOf(name, read)
      assert.strictEqual(error._tag, "ListBroken")
      assert.match(error.message, /page 2 was requested and page 1 answered/)
    })
  )

  it.effect.each([0, -1])("reads what has a page_size of %i", (page_size) =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(60, 20)(page), page_size }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(requested, [1, 2, 3])
    })
  )

  it.effect("continues if total_entries exceeds total_pages", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(60, 20)(page), total_pages: 1 }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(requested, [1, 2, 3])
    })
  )
})

describe("a service that passes over the page", () => {
  const walk = (size: number, total: number) =>
    Effect.flip(Stream.runDrain(Page.stream(countRequests((page) => ({ ...pagesOf(total, size)(1), page })).read)))

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

describe("a list that answers its last page for a later one", () => {
  const shrinking = () =>
    countRequests((page) => (page === 1 ? pagesOf(40, 20)(1) : { ...pagesOf(20, 20)(1), page: 1 }))

  it.effect("ends there", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Stream.runCollect(Page.stream(shrinking().read)), rows(0, 20))
      assert.strictEqual((yield* endOf("pages", shrinking().read))._tag, "ListChanged")
    })
  )
})

describe.each(names)("Page.%s with a total_entries that is too high", (name) => {
  it.effect("ends with an empty page", () =>
    Effect.gen(function* () {
      const { requested, read } = countRequests((page) => ({ ...pagesOf(40, 20)(page), total_entries: 200 }))
      yield* walkOf(name, read)
      assert.deepStrictEqual(requested, [1, 2, 3])
    })
  )
})
