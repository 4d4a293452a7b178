import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import * as ListState from "../../../src/engine/lists/ListState.ts"
import { selectionError } from "../../../src/engine/lists/ListState.ts"
import * as Viewport from "../../../src/engine/lists/Viewport.ts"
import { setUp } from "../../support/list.ts"
import { backwards, pages, says, selected, sorted, top } from "./localList.ts"

describe("a list sorted and searched here", () => {
  it.effect("sorts what is loaded, says so, and keeps the row that is selected", () =>
    Effect.gen(function* () {
      const { asked, list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => Viewport.moveTo(view, 7))
      list.sort(backwards)
      assert.strictEqual(top(list), "#99")
      assert.strictEqual(selected(list), "#7")
      assert.strictEqual(ListState.viewOf(list.state.get()).cursor, 92)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 100 loaded of 1,000")
      assert.strictEqual(asked.length, 1)
    })
  )

  it.effect("fetches nothing by moving, and lets go of what was on its way", () =>
    Effect.gen(function* () {
      const { asked, list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => Viewport.moveTo(view, 550))
      assert.strictEqual(asked.length, 2)
      list.sort(backwards)
      assert.strictEqual(list.state.get().loading.size, 0)
      list.move(Viewport.toEnd, 1)
      assert.strictEqual(selected(list), "#0")
      assert.strictEqual(asked.length, 2)
    })
  )

  it.effect("goes back to where the selected row is in the whole list", () =>
    Effect.gen(function* () {
      const { list } = yield* sorted(1000)
      list.move((view) => Viewport.moveTo(view, 20))
      list.sort(undefined)
      const { local, view } = list.state.get()
      assert.isUndefined(local)
      assert.strictEqual(selected(list), "#79")
      assert.deepStrictEqual([view.cursor, view.total], [79, 1000])
    })
  )

  it.effect("searches in what is sorted, and sorts what is found", () =>
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

  it.effect("selects nothing where nothing is found, and what was selected afterwards", () =>
    Effect.gen(function* () {
      const { list, opened } = yield* setUp(1000)
      yield* opened
      list.move((view) => Viewport.moveTo(view, 7))
      list.search("nobody")
      assert.isUndefined(selected(list))
      assert.include(selectionError(list.state.get(), "user"), "no user is selected")
      list.search("")
      assert.strictEqual(selected(list), "#7")
    })
  )

  it.effect("keeps a row in its place that was changed", () =>
    Effect.gen(function* () {
      const { list } = yield* sorted(1000)
      list.change("#99", "#99")
      list.change("#98", undefined)
      assert.strictEqual(top(list), "#99")
      assert.isUndefined(selectionError(list.state.get(), "user"))
      list.move((view) => Viewport.moveTo(view, 1))
      assert.strictEqual(selected(list), "#98")
      assert.include(selectionError(list.state.get(), "user"), "deleted")
    })
  )

  it.effect("is the list of the service again with another filter, and empty with another account", () =>
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

  it.effect("reads again what is at hand on refresh, and changes no row meanwhile", () =>
    Effect.gen(function* () {
      const { answerAll, asked, list } = yield* sorted(1000)
      list.refresh()
      assert.strictEqual(top(list), "#99")
      assert.include(selectionError(list.state.get(), "user"), "being refreshed")
      yield* answerAll()
      assert.deepStrictEqual(pages(asked), [1, 1])
      assert.isUndefined(list.state.get().more)
      assert.isUndefined(selectionError(list.state.get(), "user"))
    })
  )

  it.effect("selects nothing in place of a row that a refresh does not have any more", () =>
    Effect.gen(function* () {
      const { answer, last, list } = yield* sorted(50)
      list.move(Viewport.toStart)
      list.refresh()
      yield* answer(last(), 40)
      assert.isUndefined(selected(list))
      assert.include(selectionError(list.state.get(), "user"), "not there any more")
      list.sort(undefined)
      assert.isUndefined(selected(list))
    })
  )
})
