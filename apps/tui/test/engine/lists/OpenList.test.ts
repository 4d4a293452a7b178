import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { nextOrder } from "../../../src/engine/lists/LocalView.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"
import { setUp } from "../../support/openList.ts"

const offline = new Errors.ConnectionFailed({ method: "GET", path: "/calls", origin: "http://host", reason: "refused" })

describe("a list without a total", () => {
  it.effect("counts the known rows as a minimum", () =>
    Effect.gen(function* () {
      const { requests, known } = yield* setUp(250)
      assert.deepStrictEqual([requests, known()], [[1], { total: 100, isOpen: true }])
    })
  )

  it.effect("requests the page after a short first page, and then knows the end", () =>
    Effect.gen(function* () {
      const { requests, known, list, settle } = yield* setUp(3)
      assert.deepStrictEqual([requests, known()], [[1, 2], { total: 3, isOpen: false }])
      list.refresh()
      yield* settle
      assert.deepStrictEqual([requests, known()], [[1, 2, 1], { total: 3, isOpen: false }])
    })
  )

  it.effect("accepts pages that are smaller than requested", () =>
    Effect.gen(function* () {
      const { held, known, list, settle } = yield* setUp(110, { most: 40 })
      list.goTo(undefined)
      for (let times = 0; times < 3; times++) yield* settle
      assert.deepStrictEqual(known(), { total: 110, isOpen: false })
      list.move(PageCache.toStart)
      list.move((view) => PageCache.moveTo(view, 60))
      yield* settle
      assert.strictEqual(held().length, 110)
      assert.strictEqual(held()[75], "old 75")
    })
  )

  it.effect("is empty if the first page is", () =>
    Effect.gen(function* () {
      const { requests, known } = yield* setUp(0)
      assert.deepStrictEqual([requests, known()], [[1], { total: 0, isOpen: false }])
    })
  )

  it.effect("reads one page at a time as the cursor moves to the end", () =>
    Effect.gen(function* () {
      const { requests, known, list, settle } = yield* setUp(250)
      for (let times = 0; times < 12; times++) {
        list.move((view) => PageCache.scrollBy(view, 1), 1)
        yield* settle
      }
      assert.deepStrictEqual([requests, known()], [[1, 2, 3], { total: 250, isOpen: false }])
    })
  )

  it.effect.each([
    { count: 100, most: 2 },
    { count: 101, most: 3 },
    { count: 250, most: 5 },
    { count: 1600, most: 10 },
    { count: 99_999, most: 22 },
    { count: 1_000_000, most: 32 }
  ])("finds the end of $count rows by few pages", ({ count, most }) =>
    Effect.gen(function* () {
      const { requests, known, list, selected, settle } = yield* setUp(count)
      list.goTo(undefined)
      for (let times = 0; times < most; times++) yield* settle
      assert.deepStrictEqual([known(), selected()], [{ total: count, isOpen: false }, `old ${count - 1}`])
      assert.isAtMost(requests.length, most)
    })
  )

  it.effect("moves to a row after the known ones, or to the last row", () =>
    Effect.gen(function* () {
      const { requests, known, list, selected, settle } = yield* setUp(5000)
      list.goTo(1499)
      yield* settle
      assert.deepStrictEqual([requests, known()], [[1, 15, 16], { total: 1600, isOpen: true }])
      assert.strictEqual(selected(), "old 1499")
      list.goTo(999_999)
      for (let times = 0; times < 20; times++) yield* settle
      assert.deepStrictEqual([known(), selected()], [{ total: 5000, isOpen: false }, "old 4999"])
    })
  )

  it.effect("stops the search for the end when the user moves", () =>
    Effect.gen(function* () {
      const { requests, list, selected, service, settle, state } = yield* setUp(5000)
      service.lost = offline
      list.goTo(undefined)
      yield* settle
      assert.isDefined(state().end?.search)
      list.move((view) => PageCache.moveBy(view, 1), 1)
      assert.isUndefined(state().end?.search)
      service.lost = undefined
      const before = requests.length
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(selected(), "old 1")
      assert.isAtMost(requests.length, before + 1)
    })
  )

  it.effect("resumes the search for the end after a lost connection", () =>
    Effect.gen(function* () {
      const { known, list, service, settle, state } = yield* setUp(5000)
      service.lost = offline
      list.goTo(undefined)
      yield* settle
      assert.strictEqual(state().problem?.kind, "offline")
      service.lost = undefined
      for (let times = 0; times < 20; times++) yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(known(), { total: 5000, isOpen: false })
    })
  )

  it.effect("ends if the service ignores the page number", () =>
    Effect.gen(function* () {
      const { known, list, settle } = yield* setUp(100, { isDeaf: true })
      list.goTo(undefined)
      yield* settle
      yield* settle
      assert.deepStrictEqual(known(), { total: 100, isOpen: false })
    })
  )

  it.effect("ends if the service rejects a page after the last one", () =>
    Effect.gen(function* () {
      const { known, state } = yield* setUp(3, { isStrict: true })
      assert.deepStrictEqual([known(), state().problem], [{ total: 3, isOpen: false }, undefined])
    })
  )

  it.effect("shows no row twice and keeps the selection when new rows come first", () =>
    Effect.gen(function* () {
      const { grow, held, list, selected, settle } = yield* setUp(1000)
      list.move((view) => PageCache.moveTo(view, 40), 1)
      grow(7)
      list.move((view) => PageCache.moveTo(view, 70), 1)
      yield* settle
      assert.strictEqual(selected(), "old 70")
      assert.strictEqual(new Set(held()).size, held().length)
      list.move((view) => PageCache.moveTo(view, 0))
      yield* settle
      assert.strictEqual(selected(), "new 1000")
      const rows = held()
      assert.deepStrictEqual([rows.length, new Set(rows).size, rows[7]], [200, 200, "old 0"])
    })
  )

  it.effect("shows new rows at the top after a refresh there", () =>
    Effect.gen(function* () {
      const { grow, held, list, selected, settle, state } = yield* setUp(1000)
      grow(2)
      list.refresh()
      yield* settle
      assert.deepStrictEqual(held().slice(0, 3), ["new 1000", "new 1001", "old 0"])
      assert.deepStrictEqual([selected(), state().view.top, state().view.cursor], ["old 0", 0, 2])
    })
  )

  it.effect("stops to follow rows that move with every read", () =>
    Effect.gen(function* () {
      const { requests, held, list, service, settle } = yield* setUp(1000)
      const turn = () => service.rows.unshift(...service.rows.splice(-13))
      for (let times = 0; times < 3; times++) {
        list.move((view) => PageCache.moveTo(view, 85), 1)
        turn()
        yield* settle
      }
      list.refresh()
      for (let times = 0; times < 20; times++) {
        turn()
        yield* settle
      }
      assert.isBelow(requests.length, 30)
      assert.strictEqual(new Set(held()).size, held().length)
    })
  )

  it.effect("loads all pages to sort them", () =>
    Effect.gen(function* () {
      const { known, list, settle, state } = yield* setUp(450)
      const column = { name: "row", title: "ROW", value: (row: string) => Number(row.split(" ")[1]) }
      const descending = nextOrder(nextOrder(undefined, column), column)
      list.sort(descending)
      assert.strictEqual(state().local?.rows.length, 100)
      list.loadAll()
      for (let times = 0; times < 6; times++) yield* settle
      assert.deepStrictEqual([known(), state().local?.rows[0]], [{ total: 450, isOpen: false }, "old 449"])
    })
  )

  it.effect("keeps the order of the service when the filter changes", () =>
    Effect.gen(function* () {
      const { list, orders, settle, state } = yield* setUp(3)
      list.open("", "callDuration")
      yield* settle
      assert.strictEqual(state().order, "callDuration")
      list.open("receiverName~=%to%")
      yield* settle
      assert.deepStrictEqual([...new Set(orders)], ["", "callDuration"])
      assert.strictEqual(state().order, "callDuration")
    })
  )

  it.effect("has its new length after it became shorter", () =>
    Effect.gen(function* () {
      const { known, list, service, settle } = yield* setUp(1000)
      list.goTo(undefined)
      for (let times = 0; times < 12; times++) yield* settle
      assert.deepStrictEqual(known(), { total: 1000, isOpen: false })
      service.rows.length = 340
      list.refresh()
      for (let times = 0; times < 12; times++) yield* settle
      assert.deepStrictEqual(known(), { total: 340, isOpen: false })
    })
  )
})
