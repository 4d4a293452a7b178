import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import * as ListState from "../../src/engine/ListState.ts"
import * as Loading from "../../src/engine/Loading.ts"
import * as LocalView from "../../src/engine/LocalView.ts"
import * as PageCache from "../../src/engine/PageCache.ts"
import type * as RemoteList from "../../src/engine/RemoteList.ts"
import * as Viewport from "../../src/engine/Viewport.ts"
import { offline, refused, setUp } from "../support/list.ts"

const column = { name: "number", title: "NUMBER", value: (row: string) => Number(row.split("#")[1]) }
const backwards = { column, direction: "descending" } as const

type List = RemoteList.RemoteList<string>

const top = (list: List) => ListState.rowAt(list.state.get(), 0)
const selected = (list: List) => ListState.selected(list.state.get())
const says = (list: List) => {
  const { local, view } = list.state.get()
  return local === undefined ? undefined : LocalView.text(local, view.total)
}
const pages = (asked: ReadonlyArray<{ readonly page: number }>) => asked.map(({ page }) => page)

/** A list that is sorted backwards, with its first page at hand. */
const sorted = Effect.fnUntraced(function* (total: number) {
  const all = yield* setUp(total)
  yield* all.opened
  all.list.sort(backwards)
  return all
})

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
      assert.include(ListState.whyNot(list.state.get(), "user"), "no user is selected")
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
      assert.isUndefined(ListState.whyNot(list.state.get(), "user"))
      list.move((view) => Viewport.moveTo(view, 1))
      assert.strictEqual(selected(list), "#98")
      assert.include(ListState.whyNot(list.state.get(), "user"), "deleted")
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
      assert.include(ListState.whyNot(list.state.get(), "user"), "being refreshed")
      yield* answerAll()
      assert.deepStrictEqual(pages(asked), [1, 1])
      assert.isUndefined(list.state.get().more)
      assert.isUndefined(ListState.whyNot(list.state.get(), "user"))
    })
  )

  it.effect("selects nothing in place of a row that a refresh does not have any more", () =>
    Effect.gen(function* () {
      const { answer, last, list } = yield* sorted(50)
      list.move(Viewport.toStart)
      list.refresh()
      yield* answer(last(), 40)
      assert.isUndefined(selected(list))
      assert.include(ListState.whyNot(list.state.get(), "user"), "not there any more")
      list.sort(undefined)
      assert.isUndefined(selected(list))
    })
  )
})

describe("loading all", () => {
  it.effect("reads every page in order, two at a time, and then sorts all", () =>
    Effect.gen(function* () {
      const { answer, answerAll, asked, list } = yield* sorted(1000)
      list.loadAll()
      assert.deepStrictEqual(pages(asked), [1, 2, 3])
      const [, second, third] = asked
      assert.isDefined(second)
      assert.isDefined(third)
      yield* answer(third)
      assert.deepStrictEqual(pages(asked), [1, 2, 3, 4])
      yield* answer(second)
      assert.deepStrictEqual(pages(asked), [1, 2, 3, 4, 5])
      const { cache, more, view } = list.state.get()
      assert.isDefined(more)
      assert.deepStrictEqual(Loading.progress(more, cache, view.total), { read: 300, of: 1000 })
      assert.strictEqual(top(list), "#99")
      yield* answerAll(3)
      assert.deepStrictEqual(pages(asked), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      assert.strictEqual(top(list), "#999")
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 1,000 loaded")
    })
  )

  it.effect("keeps what has come when it is stopped, and goes on there", () =>
    Effect.gen(function* () {
      const { answer, answerAll, asked, last, list } = yield* sorted(1000)
      list.loadAll()
      yield* answer(asked[1] ?? last())
      list.stopLoading()
      assert.strictEqual(list.state.get().loading.size, 0)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 200 loaded of 1,000")
      assert.strictEqual(top(list), "#199")
      list.loadAll()
      yield* answerAll(asked.length - 2)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 1,000 loaded")
    })
  )

  it.effect("waits for the connection, and tries the page again by itself", () =>
    Effect.gen(function* () {
      const { answerAll, asked, fail, list } = yield* sorted(400)
      list.loadAll()
      yield* fail(offline, asked[1])
      assert.isDefined(list.state.get().retryAt)
      assert.deepStrictEqual(pages(asked), [1, 2, 3])
      yield* fail(offline, asked[2])
      assert.deepStrictEqual(pages(asked), [1, 2, 3])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(pages(asked), [1, 2, 3, 2, 3])
      yield* answerAll(3)
      assert.strictEqual(says(list), "sorted by NUMBER, descending: all 400 loaded")
    })
  )

  it.effect("ends where the service refuses a page, with what has come", () =>
    Effect.gen(function* () {
      const { answer, asked, fail, last, list } = yield* sorted(1000)
      list.loadAll()
      yield* answer(asked[1] ?? last())
      yield* fail(refused)
      const { loading, more, problem } = list.state.get()
      assert.deepStrictEqual([more, loading.size], [undefined, 0])
      assert.include(problem?.what, "unknown field")
      assert.strictEqual(says(list), "sorted by NUMBER, descending: 200 loaded of 1,000")
    })
  )

  it.effect("says that the session has ended, and loads no more", () =>
    Effect.gen(function* () {
      const { asked, ended, fail, list } = yield* sorted(1000)
      list.loadAll()
      yield* fail(new Errors.SessionEnded({ reason: "Over." }))
      assert.deepStrictEqual(ended, ["Over."])
      assert.isUndefined(list.state.get().more)
      assert.strictEqual(asked.length, 3)
    })
  )

  it.effect("asks whether so many rows are meant, and reads none before", () =>
    Effect.gen(function* () {
      const { asked, list } = yield* sorted(1_000_000)
      list.loadAll()
      assert.deepStrictEqual(list.state.get().more, { scope: "all", rows: 1_000_000, isAsked: true })
      assert.strictEqual(asked.length, 1)
      list.refresh()
      assert.deepStrictEqual(pages(asked), [1, 1])
      list.stopLoading()
      list.loadAll()
      assert.isTrue(list.state.get().more?.isAsked)
      list.loadAll()
      assert.deepStrictEqual(pages(asked).slice(2), [1, 2])
      list.loadAll()
      assert.isFalse(list.state.get().more?.isAsked)
    })
  )

  it.effect("asks again where the list grows beyond what was meant", () =>
    Effect.gen(function* () {
      const { answer, asked, last, list } = yield* sorted(1000)
      list.loadAll()
      yield* answer(asked[1] ?? last(), 50_000)
      assert.deepStrictEqual(list.state.get().more, { scope: "all", rows: 50_000, isAsked: true })
      assert.strictEqual(list.state.get().loading.size, 0)
    })
  )

  it.effect("keeps more pages than otherwise only for as long as the list is sorted", () =>
    Effect.gen(function* () {
      const { answerAll, asked, list } = yield* sorted(10_000)
      list.loadAll()
      yield* answerAll(1)
      assert.strictEqual(list.state.get().cache.pages.size, 100)
      list.move((view) => Viewport.moveTo(view, 4999))
      list.sort(undefined)
      const { cache, view } = list.state.get()
      assert.strictEqual(cache.pages.size, PageCache.capacity)
      assert.strictEqual(view.cursor, 5000)
      assert.strictEqual(selected(list), "#5000")
      assert.strictEqual(asked.length, 100)
    })
  )
})
