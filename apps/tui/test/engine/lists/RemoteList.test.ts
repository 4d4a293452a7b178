import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { freshness } from "../../../src/engine/lists/ListState.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"
import type * as RemoteList from "../../../src/engine/lists/RemoteList.ts"
import { offline, refused, setUp } from "../../support/list.ts"
import type { PendingRequest } from "../../support/list.ts"

const firstRow = (list: RemoteList.RemoteList<string>) => PageCache.rowAt(list.state.get().cache, 0)

describe("RemoteList", () => {
  it.effect("fetches only the last page on a jump to the end", () =>
    Effect.gen(function* () {
      const { requests, list, opened } = yield* setUp()
      yield* opened
      list.move(PageCache.toEnd)
      assert.deepStrictEqual(
        requests.map(({ page }) => page),
        [1, 1000]
      )
    })
  )

  it.effect("requests a page once while it is pending", () =>
    Effect.gen(function* () {
      const { requests, list, opened } = yield* setUp()
      yield* opened
      for (let row = 0; row < 60; row++) list.move((view) => PageCache.moveBy(view, 1), 1)
      assert.deepStrictEqual(
        requests.map(({ page }) => page),
        [1, 2]
      )
    })
  )

  it.effect("cancels requests for pages that have left the screen", () =>
    Effect.gen(function* () {
      const { answer, requests, list, opened } = yield* setUp()
      yield* opened
      list.move((view) => PageCache.moveTo(view, 50_000))
      list.move(PageCache.toEnd)
      const [, left] = requests
      assert.deepStrictEqual([...list.state.get().loading], [1000])
      yield* answer(left as PendingRequest)
      assert.isFalse(list.state.get().cache.pages.has(501))
    })
  )

  it.effect("drops a late page of an older filter", () =>
    Effect.gen(function* () {
      const { answer, requests, last, list, opened } = yield* setUp()
      yield* opened
      list.move((view) => PageCache.moveTo(view, 250))
      const late = last()
      list.open("role=User")
      yield* answer(last(), 5000)
      yield* answer(late)
      const { cache, filter, view } = list.state.get()
      assert.strictEqual(filter, "role=User")
      assert.strictEqual(view.total, 5000)
      assert.deepStrictEqual([...cache.pages.keys()], [1])
      assert.strictEqual(requests.length, 3)
    })
  )

  it.effect("ignores another read of an older filter, including its failure", () =>
    Effect.gen(function* () {
      const { answer, fail, last, list, opened } = yield* setUp()
      yield* opened
      for (const end of [answer, (request: PendingRequest) => fail(refused, request)]) {
        list.reread()
        const late = last()
        list.open(`role=${list.state.get().filter}`)
        yield* answer(last(), 50)
        const { filter } = list.state.get()
        yield* end(late)
        assert.strictEqual(list.state.get().filter, filter)
        assert.strictEqual(list.state.get().view.total, 50)
        assert.isUndefined(list.state.get().problem)
        assert.strictEqual(firstRow(list), `${filter}#0`)
        assert.isFalse(list.isRereading())
      }
    })
  )

  it.effect("requests a pending filter again when the list is read again", () =>
    Effect.gen(function* () {
      const { answer, requests, last, list, opened } = yield* setUp()
      yield* opened
      list.open("a=1")
      list.reread()
      assert.deepStrictEqual(
        requests.slice(1).map(({ filter }) => filter),
        ["a=1", "a=1"]
      )
      yield* answer(last(), 50)
      assert.strictEqual(firstRow(list), "a=1#0")
    })
  )

  it.effect("ignores the answer to a replaced filter", () =>
    Effect.gen(function* () {
      const { answer, last, list, opened } = yield* setUp()
      yield* opened
      list.open("a=1")
      const first = last()
      list.open("b=2")
      yield* answer(last(), 10)
      yield* answer(first, 20)
      assert.strictEqual(list.state.get().filter, "b=2")
      assert.strictEqual(list.state.get().view.total, 10)
    })
  )

  it.effect("keeps the loaded rows while a filter is pending, and when it is rejected", () =>
    Effect.gen(function* () {
      const { fail, list, opened } = yield* setUp()
      yield* opened
      list.open("nonsense")
      assert.strictEqual(firstRow(list), "#0")
      yield* fail(refused)
      const { filter, problem, requested } = list.state.get()
      assert.strictEqual(firstRow(list), "#0")
      assert.deepStrictEqual([requested, filter], [undefined, ""])
      assert.include(problem?.what, "unknown field")
      assert.include(problem?.todo, "Correct the filter")
    })
  )

  it.effect("requests the filter again on refresh after a lost connection", () =>
    Effect.gen(function* () {
      const { answer, fail, last, list, opened } = yield* setUp()
      yield* opened
      list.open("a=1")
      yield* fail(offline)
      assert.strictEqual(freshness(list.state.get())._tag, "Offline")
      list.refresh()
      yield* answer(last(), 1)
      assert.strictEqual(list.state.get().filter, "a=1")
      assert.strictEqual(freshness(list.state.get())._tag, "Live")
    })
  )

  it.effect("does not request a failed page again before a refresh", () =>
    Effect.gen(function* () {
      const { requests, fail, list, opened } = yield* setUp()
      yield* opened
      list.move(PageCache.toEnd)
      yield* fail(offline)
      list.move((view) => PageCache.moveBy(view, -1), -1)
      assert.strictEqual(requests.length, 2)
      list.refresh()
      assert.strictEqual(requests.length, 3)
    })
  )

  it.effect("is live for a minute after the last answer, then stale", () =>
    Effect.gen(function* () {
      const { list, opened } = yield* setUp()
      yield* opened
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(freshness(list.state.get())._tag, "Live")
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(freshness(list.state.get()), { _tag: "Stale", since: 0 })
    })
  )

  it.effect("keeps its rows after the session has ended", () =>
    Effect.gen(function* () {
      const { fail, list, opened } = yield* setUp()
      yield* opened
      list.refresh()
      yield* fail(new Errors.SessionEnded({ reason: "Over." }))
      assert.strictEqual(list.state.get().problem?.kind, "session")
      assert.strictEqual(firstRow(list), "#0")
    })
  )

  it.effect("uses the page size of the service", () =>
    Effect.gen(function* () {
      const { requests, last, list, settle } = yield* setUp()
      list.resize(30)
      list.open("")
      yield* Deferred.succeed(last().answer, {
        entries: Array.from({ length: 20 }, (_, row) => `#${row}`),
        total_entries: 1000,
        total_pages: 50,
        page: 1,
        page_size: 20
      })
      yield* settle
      assert.strictEqual(list.state.get().cache.pageSize, 20)
      assert.deepStrictEqual(
        requests.map(({ page }) => page),
        [1, 2]
      )
    })
  )

  it.effect("moves the cursor up when rows disappear", () =>
    Effect.gen(function* () {
      const { answer, last, list, opened } = yield* setUp(101)
      yield* opened
      list.move(PageCache.toEnd)
      yield* answer(last())
      list.refresh()
      yield* answer(last(), 100)
      assert.strictEqual(list.state.get().view.cursor, 99)
    })
  )
})
