import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import * as ListState from "../../../src/engine/lists/ListState.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"
import { offline, refused } from "../../support/list.ts"
import { pages, says, selected, sorted, top } from "./localList.ts"

describe("loading all pages", () => {
  it.effect("reads every page in order, two at a time, and then sorts all rows", () =>
    Effect.gen(function* () {
      const { answer, answerAll, requests, list } = yield* sorted(1000)
      list.loadAll()
      assert.deepStrictEqual(pages(requests), [1, 2, 3])
      const [, second, third] = requests
      assert.isDefined(second)
      assert.isDefined(third)
      yield* answer(third)
      assert.deepStrictEqual(pages(requests), [1, 2, 3, 4])
      yield* answer(second)
      assert.deepStrictEqual(pages(requests), [1, 2, 3, 4, 5])
      const { cache, more, view } = list.state.get()
      assert.isDefined(more)
      assert.deepStrictEqual(ListState.progress({ cache, view }, more), { read: 300, of: 1000 })
      assert.strictEqual(top(list), "#99")
      yield* answerAll(3)
      assert.deepStrictEqual(pages(requests), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      assert.strictEqual(top(list), "#999")
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 1,000 loaded")
    })
  )

  it.effect("keeps the loaded pages when it is stopped, and resumes after them", () =>
    Effect.gen(function* () {
      const { answer, answerAll, requests, last, list } = yield* sorted(1000)
      list.loadAll()
      yield* answer(requests[1] ?? last())
      list.stopLoading()
      assert.strictEqual(list.state.get().loading.size, 0)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 200 loaded of 1,000")
      assert.strictEqual(top(list), "#199")
      list.loadAll()
      yield* answerAll(requests.length - 2)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 1,000 loaded")
    })
  )

  it.effect("waits for a connection, and retries the page automatically", () =>
    Effect.gen(function* () {
      const { answerAll, requests, fail, list } = yield* sorted(400)
      list.loadAll()
      yield* fail(offline, requests[1])
      assert.isDefined(list.state.get().retryAt)
      assert.deepStrictEqual(pages(requests), [1, 2, 3])
      yield* fail(offline, requests[2])
      assert.deepStrictEqual(pages(requests), [1, 2, 3])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(pages(requests), [1, 2, 3, 2, 3])
      yield* answerAll(3)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 400 loaded")
    })
  )

  it.effect("ends at a page that the service rejects, and keeps the loaded pages", () =>
    Effect.gen(function* () {
      const { answer, requests, fail, last, list } = yield* sorted(1000)
      list.loadAll()
      yield* answer(requests[1] ?? last())
      yield* fail(refused)
      const { loading, more, problem } = list.state.get()
      assert.deepStrictEqual([more, loading.size], [undefined, 0])
      assert.include(problem?.what, "unknown field")
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 200 loaded of 1,000")
    })
  )

  it.effect("stops when the session has ended", () =>
    Effect.gen(function* () {
      const { requests, fail, list } = yield* sorted(1000)
      list.loadAll()
      yield* fail(new Errors.SessionEnded({ reason: "Over." }))
      assert.isUndefined(list.state.get().more)
      assert.strictEqual(requests.length, 3)
    })
  )

  it.effect("asks for confirmation before it reads many rows", () =>
    Effect.gen(function* () {
      const { requests, list } = yield* sorted(1_000_000)
      list.loadAll()
      assert.deepStrictEqual(list.state.get().more, { scope: "all", rows: 1_000_000, isAsked: true })
      assert.strictEqual(requests.length, 1)
      list.refresh()
      assert.deepStrictEqual(pages(requests), [1, 1])
      list.stopLoading()
      list.loadAll()
      assert.isTrue(list.state.get().more?.isAsked)
      list.loadAll()
      assert.deepStrictEqual(pages(requests).slice(2), [1, 2])
      list.loadAll()
      assert.isFalse(list.state.get().more?.isAsked)
    })
  )

  it.effect("keeps more pages than usual only while the list is sorted", () =>
    Effect.gen(function* () {
      const { answerAll, requests, list } = yield* sorted(10_000)
      list.loadAll()
      yield* answerAll(1)
      assert.strictEqual(list.state.get().cache.pages.size, 100)
      list.move((view) => PageCache.moveTo(view, 4999))
      list.sort(undefined)
      const { cache, view } = list.state.get()
      assert.strictEqual(cache.pages.size, PageCache.capacity)
      assert.strictEqual(view.cursor, 5000)
      assert.strictEqual(selected(list), "#5000")
      assert.strictEqual(requests.length, 100)
    })
  )
})
