import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { nextOrder } from "../../../src/engine/lists/LocalView.ts"
import * as Viewport from "../../../src/engine/lists/Viewport.ts"
import { setUp } from "../../support/openList.ts"

const offline = new Errors.ConnectionFailed({ method: "GET", path: "/calls", origin: "http://host", reason: "refused" })

describe("a list that tells no total", () => {
  it.effect("counts what it has, as the least there may be", () =>
    Effect.gen(function* () {
      const { asked, known } = yield* setUp(250)
      assert.deepStrictEqual([asked, known()], [[1], { total: 100, isOpen: true }])
    })
  )

  it.effect("asks once more behind a first page that may have been cut off, and knows its end then", () =>
    Effect.gen(function* () {
      const { asked, known, list, settle } = yield* setUp(3)
      assert.deepStrictEqual([asked, known()], [[1, 2], { total: 3, isOpen: false }])
      list.refresh()
      yield* settle
      assert.deepStrictEqual([asked, known()], [[1, 2, 1], { total: 3, isOpen: false }])
    })
  )

  it.effect("takes pages that are smaller than asked for", () =>
    Effect.gen(function* () {
      const { held, known, list, settle } = yield* setUp(110, { most: 40 })
      list.goTo(undefined)
      for (let times = 0; times < 3; times++) yield* settle
      assert.deepStrictEqual(known(), { total: 110, isOpen: false })
      list.move(Viewport.toStart)
      list.move((view) => Viewport.moveTo(view, 60))
      yield* settle
      assert.strictEqual(held().length, 110)
      assert.strictEqual(held()[75], "old 75")
    })
  )

  it.effect("is empty where the first page is", () =>
    Effect.gen(function* () {
      const { asked, known } = yield* setUp(0)
      assert.deepStrictEqual([asked, known()], [[1], { total: 0, isOpen: false }])
    })
  )

  it.effect("reads on as one heads for its end, a page at a time", () =>
    Effect.gen(function* () {
      const { asked, known, list, settle } = yield* setUp(250)
      for (let times = 0; times < 12; times++) {
        list.move((view) => Viewport.scrollBy(view, 1), 1)
        yield* settle
      }
      assert.deepStrictEqual([asked, known()], [[1, 2, 3], { total: 250, isOpen: false }])
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
      const { asked, known, list, selected, settle } = yield* setUp(count)
      list.goTo(undefined)
      for (let times = 0; times < most; times++) yield* settle
      assert.deepStrictEqual([known(), selected()], [{ total: count, isOpen: false }, `old ${count - 1}`])
      assert.isAtMost(asked.length, most)
    })
  )

  it.effect("goes to a row behind those that are known, or to the last where there is none such", () =>
    Effect.gen(function* () {
      const { asked, known, list, selected, settle } = yield* setUp(5000)
      list.goTo(1499)
      yield* settle
      assert.deepStrictEqual([asked, known()], [[1, 15, 16], { total: 1600, isOpen: true }])
      assert.strictEqual(selected(), "old 1499")
      list.goTo(999_999)
      for (let times = 0; times < 20; times++) yield* settle
      assert.deepStrictEqual([known(), selected()], [{ total: 5000, isOpen: false }, "old 4999"])
    })
  )

  it.effect("gives up to look for the end when one moves", () =>
    Effect.gen(function* () {
      const { asked, list, selected, service, settle, state } = yield* setUp(5000)
      service.lost = offline
      list.goTo(undefined)
      yield* settle
      assert.isDefined(state().end?.search)
      list.move((view) => Viewport.moveBy(view, 1), 1)
      assert.isUndefined(state().end?.search)
      service.lost = undefined
      const before = asked.length
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(selected(), "old 1")
      assert.isAtMost(asked.length, before + 1)
    })
  )

  it.effect("goes on to look for the end when there is a connection again", () =>
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

  it.effect("ends where the service passes over the page that it is asked for", () =>
    Effect.gen(function* () {
      const { known, list, settle } = yield* setUp(100, { isDeaf: true })
      list.goTo(undefined)
      yield* settle
      yield* settle
      assert.deepStrictEqual(known(), { total: 100, isOpen: false })
    })
  )

  it.effect("ends where the service refuses a page behind the last", () =>
    Effect.gen(function* () {
      const { known, state } = yield* setUp(3, { isStrict: true })
      assert.deepStrictEqual([known(), state().problem], [{ total: 3, isOpen: false }, undefined])
    })
  )

  it.effect("shows no row twice and keeps the selected one when new ones come in front", () =>
    Effect.gen(function* () {
      const { grow, held, list, selected, settle } = yield* setUp(1000)
      list.move((view) => Viewport.moveTo(view, 40), 1)
      grow(7)
      list.move((view) => Viewport.moveTo(view, 70), 1)
      yield* settle
      assert.strictEqual(selected(), "old 70")
      assert.strictEqual(new Set(held()).size, held().length)
      list.move((view) => Viewport.moveTo(view, 0))
      yield* settle
      assert.strictEqual(selected(), "new 1000")
      const rows = held()
      assert.deepStrictEqual([rows.length, new Set(rows).size, rows[7]], [200, 200, "old 0"])
    })
  )

  it.effect("shows at the top what is new when it is refreshed there", () =>
    Effect.gen(function* () {
      const { grow, held, list, selected, settle, state } = yield* setUp(1000)
      grow(2)
      list.refresh()
      yield* settle
      assert.deepStrictEqual(held().slice(0, 3), ["new 1000", "new 1001", "old 0"])
      assert.deepStrictEqual([selected(), state().view.top, state().view.cursor], ["old 0", 0, 2])
    })
  )

  it.effect("keeps still where the rows never do", () =>
    Effect.gen(function* () {
      const { asked, held, list, service, settle } = yield* setUp(1000)
      const turn = () => service.rows.unshift(...service.rows.splice(-13))
      for (let times = 0; times < 3; times++) {
        list.move((view) => Viewport.moveTo(view, 85), 1)
        turn()
        yield* settle
      }
      list.refresh()
      for (let times = 0; times < 20; times++) {
        turn()
        yield* settle
      }
      assert.isBelow(asked.length, 30)
      assert.strictEqual(new Set(held()).size, held().length)
    })
  )

  it.effect("loads all to its end, to sort it", () =>
    Effect.gen(function* () {
      const { known, list, settle, state } = yield* setUp(450)
      const column = { name: "row", title: "ROW", value: (row: string) => Number(row.split(" ")[1]) }
      const descending = nextOrder(nextOrder(undefined, column), column)
      list.sort(descending)
      assert.strictEqual(state().local?.taken.length, 100)
      list.loadAll()
      for (let times = 0; times < 6; times++) yield* settle
      assert.deepStrictEqual([known(), state().local?.taken[0]], [{ total: 450, isOpen: false }, "old 449"])
    })
  )

  it.effect("is asked for in an order of the service, which a filter keeps", () =>
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

  it.effect("is as long as it is then where it got shorter", () =>
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
