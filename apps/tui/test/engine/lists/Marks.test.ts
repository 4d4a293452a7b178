import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as Marks from "../../../src/engine/lists/Marks.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"
import { setUp } from "../../support/list.ts"

const idOf = (row: string) => row
const column = { name: "number", title: "NUMBER", value: (row: string) => Number(row.split("#")[1]) }

const marking = Effect.fnUntraced(function* (total = 1000) {
  const all = yield* setUp(total)
  yield* all.opened
  const marks = Marks.make(all.list, idOf)
  const to = (row: number) => all.list.move((view) => PageCache.moveTo(view, row))
  return { ...all, marks, to, text: () => Marks.text(marks.state.get()) }
})

const Id = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))
const Step = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("toggle"), id: Id }),
  Schema.Struct({ _tag: Schema.tag("range"), to: Id }),
  Schema.Struct({ _tag: Schema.tag("all") }),
  Schema.Struct({ _tag: Schema.tag("unmark"), id: Id })
])

const ids = Array.from({ length: 21 }, (_, id) => id)

const take = (marks: Marks.Marks<number>, step: typeof Step.Type): Marks.Marks<number> => {
  if (step._tag === "all") return Marks.all("", ids.length)
  if (step._tag === "toggle") return Marks.toggled(marks, step.id, step.id)
  if (step._tag === "unmark") return Marks.unmarked(marks, new Map([[step.id, step.id]]))
  const ranged = Marks.ranged(
    marks,
    (id) => id,
    (index) => ids[index],
    Number,
    step.to
  )
  return typeof ranged === "string" ? marks : ranged
}

/** What is marked, kept the plain way. */
const plainly = (steps: ReadonlyArray<typeof Step.Type>) => {
  let marked = new Set<number>()
  let last: number | undefined
  for (const step of steps) {
    if (step._tag === "all") {
      marked = new Set(ids)
      last = undefined
    } else if (step._tag === "range") {
      if (last === undefined) continue
      for (let id = Math.min(last, step.to); id <= Math.max(last, step.to); id++) marked.add(id)
    } else if (step._tag === "toggle" && !marked.has(step.id)) {
      marked.add(step.id)
      last = step.id
    } else {
      marked.delete(step.id)
      if (last === step.id) last = undefined
    }
  }
  return marked
}

describe("Marks", () => {
  it.prop("mark the same rows as a plain set", [Schema.Array(Step)], ([steps]) => {
    const marks = steps.reduce(take, Marks.none)
    const expected = plainly(steps)
    assert.deepStrictEqual(
      ids.filter((id) => Marks.has(marks, id)),
      ids.filter((id) => expected.has(id))
    )
    assert.strictEqual(Marks.count(marks), expected.size)
  })

  it.effect("mark the selected row, and a range in both directions", () =>
    Effect.gen(function* () {
      const { marks, text, to } = yield* marking()
      to(10)
      marks.toggle()
      to(3)
      assert.isUndefined(marks.range())
      assert.strictEqual(text(), "8 marked")
      marks.toggle()
      assert.strictEqual(text(), "7 marked")
      assert.deepStrictEqual(marks.rows()[0], "#10")
    })
  )

  it.effect("mark no row of a range that is not loaded, and say how", () =>
    Effect.gen(function* () {
      const { answer, answerAll, last, list, marks, requests, text, to } = yield* marking(10_000)
      to(10)
      marks.toggle()
      to(5050)
      yield* answer(last())
      assert.strictEqual(
        marks.range(),
        "4,900 of the 5,041 rows of the range are not loaded. Sort the loaded rows and load all first, or filter and mark all"
      )
      assert.strictEqual(text(), "1 marked")
      list.sort({ column, direction: "ascending" })
      const next = requests.length
      list.loadAll()
      yield* answerAll(next)
      assert.isUndefined(marks.range())
      assert.strictEqual(text(), "5,041 marked")
    })
  )

  it.effect("need a first row for a range", () =>
    Effect.gen(function* () {
      const { marks } = yield* marking()
      assert.include(marks.range(), "first")
    })
  )

  it.effect("mark a range in the sort order", () =>
    Effect.gen(function* () {
      const { list, marks } = yield* marking()
      list.sort({ column, direction: "descending" })
      list.move(PageCache.toStart)
      marks.toggle()
      list.move((view) => PageCache.moveTo(view, 2))
      marks.range()
      assert.deepStrictEqual(marks.rows(), ["#99", "#98", "#97"])
    })
  )

  it.effect("mark all matching rows without reading them, with exceptions", () =>
    Effect.gen(function* () {
      const { answer, requests, last, list, marks, text } = yield* marking()
      list.open("role=User")
      yield* answer(last(), 340)
      marks.all()
      assert.strictEqual(text(), "all 340 matching")
      marks.toggle()
      assert.strictEqual(text(), "all 340 matching but 1")
      assert.strictEqual(requests.length, 2)
      marks.toggle()
      marks.all()
      assert.strictEqual(text(), "")
    })
  )

  it.effect("mark the found rows of a search", () =>
    Effect.gen(function* () {
      const { list, marks, text } = yield* marking()
      list.search("#1")
      marks.all()
      assert.strictEqual(text(), "11 marked")
      marks.all()
      assert.strictEqual(text(), "")
    })
  )

  it.effect("are cleared with the filter, and with the account", () =>
    Effect.gen(function* () {
      const { answer, last, list, marks, text } = yield* marking()
      marks.toggle()
      list.open("role=User")
      assert.include(marks.toggle(), "are loading")
      assert.strictEqual(text(), "1 marked")
      yield* answer(last(), 340)
      assert.strictEqual(text(), "")
      marks.all()
      list.reset()
      assert.strictEqual(text(), "")
    })
  )

  it.effect("stay while the list is refreshed, read or sorted", () =>
    Effect.gen(function* () {
      const { answer, last, list, marks, text } = yield* marking()
      marks.toggle()
      list.refresh()
      yield* answer(last())
      list.sort({ column, direction: "descending" })
      list.sort(undefined)
      assert.strictEqual(text(), "1 marked")
    })
  )
})
