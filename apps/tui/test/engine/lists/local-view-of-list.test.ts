import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import * as ListState from "../../../src/engine/lists/ListState.ts"
import { selectionError } from "../../../src/engine/lists/ListState.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"
import { setUp } from "../../support/list.ts"
import { backwards, pages, says, selected, sorted, top } from "./localList.ts"

describe("a list that is sorted and searched locally", () => {
  it.effect("sorts the loaded rows, says so, and keeps the selection", () =>
    Effect.gen(function* () {
      const { requests, list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => PageCache.moveTo(view, 7))
      list.sort(backwards)
      assert.strictEqual(top(list), "#99")
      assert.strictEqual(selected(list), "#7")
      assert.strictEqual(ListState.viewOf(list.state.get()).cursor, 92)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 100 loaded of 1,000")
      assert.strictEqual(requests.length, 1)
    })
  )

  it.effect("does not fetch when the cursor moves, and cancels pending pages", () =>
    Effect.gen(function* () {
      const { requests, list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => PageCache.moveTo(view, 550))
      assert.strictEqual(requests.length, 2)
      list.sort(backwards)
      assert.strictEqual(list.state.get().loading.size, 0)
      list.move(PageCache.toEnd, 1)
      assert.strictEqual(selected(list), "#0")
      assert.strictEqual(requests.length, 2)
    })
  )

  it.effect("returns to the position of the selected row in the whole list", () =>
    Effect.gen(function* () {
      const { list } = yield* sorted(1000)
      list.move((view) => PageCache.moveTo(view, 20))
      list.sort(undefined)
      const { local, view } = list.state.get()
      assert.isUndefined(local)
      assert.strictEqual(selected(list), "#79")
      assert.deepStrictEqual([view.cursor, view.total], [79, 1000])
    })
  )

  it.effect("searches in sorted rows, and sorts found rows", () =>
    Effect.gen(function* () {
      const { list } = yield* sorted(1000)
      list.search("#1")
      assert.strictEqual(top(list), "#19")
      assert.strictEqual(says(list), '11 with "#1", sorted by NUMBER, descending: 100 loaded of 1,000')
      list.sort(undefined)
      assert.strictEqual(top(list), "#1")
      list.search("")
      assert.isUndefined(list.state.get().local)
    })
  )

  it.effect("selects no row if none is found, and restores the selection afterwards", () =>
    Effect.gen(function* () {
      const { list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => PageCache.moveTo(view, 7))
      list.search("nobody")
      assert.isUndefined(selected(list))
      assert.include(selectionError(list.state.get(), "user"), "no user is selected")
      list.search("")
      assert.strictEqual(selected(list), "#7")
    })
  )

  it.effect("keeps a changed row in place", () =>
    Effect.gen(function* () {
      const { list } = yield* sorted(1000)
      list.change("#99", "#99")
      list.change("#98", undefined)
      assert.strictEqual(top(list), "#99")
      assert.isUndefined(selectionError(list.state.get(), "user"))
      list.move((view) => PageCache.moveTo(view, 1))
      assert.strictEqual(selected(list), "#98")
      assert.include(selectionError(list.state.get(), "user"), "deleted")
    })
  )

  it.effect("shows the list of the service for another filter, and is empty for another account", () =>
    Effect.gen(function* () {
      const { answer, last, list } = yield* sorted(1000)
      list.open("a=1")
      assert.strictEqual(top(list), "#99")
      yield* answer(last())
      assert.strictEqual(top(list), "a=1#0")
      list.sort(backwards)
      list.loadAll()
      list.reset()
      const { local, loading, more } = list.state.get()
      assert.deepStrictEqual([local, more, loading.size], [undefined, undefined, 0])
    })
  )

  it.effect("reads the loaded pages again on refresh, without changes meanwhile", () =>
    Effect.gen(function* () {
      const { answerAll, requests, list } = yield* sorted(1000)
      list.refresh()
      assert.strictEqual(top(list), "#99")
      assert.include(selectionError(list.state.get(), "user"), "being refreshed")
      yield* answerAll()
      assert.deepStrictEqual(pages(requests), [1, 1])
      assert.isUndefined(list.state.get().more)
      assert.isUndefined(selectionError(list.state.get(), "user"))
    })
  )

  it.effect("selects no row in place of one that has disappeared", () =>
    Effect.gen(function* () {
      const { answer, last, list } = yield* sorted(50)
      list.move(PageCache.toStart)
      list.refresh()
      yield* answer(last(), 40)
      assert.isUndefined(selected(list))
      assert.include(selectionError(list.state.get(), "user"), "not there any more")
      list.sort(undefined)
      assert.isUndefined(selected(list))
    })
  )
})
