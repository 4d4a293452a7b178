import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as ListState from "../../../src/engine/lists/ListState.ts"
import { selectionError } from "../../../src/engine/lists/ListState.ts"
import * as ListUpdate from "../../../src/engine/lists/ListUpdate.ts"
import * as LocalView from "../../../src/engine/lists/LocalView.ts"
import * as PageCache from "../../../src/engine/lists/PageCache.ts"

const pageSize = 5

const Row = Schema.Struct({ id: Schema.Int, name: Schema.Literals(["", "ada", "Ada", "bo", "Zoë"]) })
type Row = typeof Row.Type

const texts = { idOf: ({ id }: Row) => id, textsOf: ({ name }: Row) => [name] }
const { addPage, arrange, endLocalView, move, open, rearrange } = ListUpdate.make(texts)
const column = { name: "name", title: "NAME", value: ({ name }: Row) => name }

const Direction = Schema.Literals(["ascending", "descending"])
const Step = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("sort"), direction: Direction }),
  Schema.Struct({ _tag: Schema.tag("search"), search: Schema.Literals(["", "a", "zoe", "nobody"]) }),
  Schema.Struct({ _tag: Schema.tag("move"), rows: Schema.Int }),
  Schema.Struct({ _tag: Schema.tag("change"), at: Schema.Int, name: Schema.Literals(["ada", "Zoë"]) }),
  Schema.Struct({ _tag: Schema.tag("again") })
])

const once = (rows: ReadonlyArray<Row>) => [...new Map(rows.map((row) => [row.id, row])).values()]

/** A list of which these rows are at hand. */
const holding = (rows: ReadonlyArray<Row>, total = rows.length) => {
  let state = new ListState.ListState<Row>(pageSize)
  for (let page = 1; (page - 1) * pageSize < Math.max(1, rows.length); page++) {
    const entries = rows.slice((page - 1) * pageSize, page * pageSize)
    const answer = { entries, total_entries: total, total_pages: 1, page, page_size: pageSize }
    state = page === 1 ? open(state, "", "", answer, 0) : addPage(state, page, answer, 0)
  }
  return ListState.resized<Row>(3)(state)
}

const shown = (local: LocalView.LocalView<Row> | undefined) => (local === undefined ? [] : LocalView.currentRows(local))

const take = (state: ListState.ListState<Row>, step: typeof Step.Type): ListState.ListState<Row> => {
  const { local } = state
  switch (step._tag) {
    case "sort":
      return arrange(state, { order: { column, direction: step.direction }, search: local?.search ?? "" })
    case "search":
      return arrange(state, { order: local?.order, search: step.search })
    case "move":
      return move(state, (view) => PageCache.moveBy(view, step.rows), 0)
    case "change": {
      const row = ListState.rowAt(state, step.at)
      return row === undefined ? state : ListState.withRow<Row>(texts.idOf, row.id, { ...row, name: step.name })(state)
    }
    case "again":
      return rearrange(state)
  }
}

describe("LocalView", () => {
  it.prop(
    "has every loaded row once after any sorting and change",
    [Schema.Array(Row), Schema.Array(Step)],
    ([sample, steps]) => {
      const rows = once(sample)
      const state = steps.reduce(take, arrange(holding(rows), { order: undefined, search: "" }))
      const { local } = take(state, { _tag: "search", search: "" })
      assert.deepStrictEqual(
        shown(local)
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
        rows.map(({ id }) => id).toSorted((a, b) => a - b)
      )
      assert.strictEqual(local?.view.total, rows.length)
    }
  )

  it.prop(
    "keeps rows with equal names in the order of the service",
    [Schema.Array(Row), Direction],
    ([sample, direction]) => {
      const rows = once(sample)
      const { local } = take(holding(rows), { _tag: "sort", direction })
      for (const name of ["", "ada", "Zoë"] as const)
        assert.deepStrictEqual(
          shown(local).filter((row) => row.name === name),
          rows.filter((row) => row.name === name)
        )
    }
  )

  it.prop(
    "selects the row of the id, or returns why no row is selected",
    [Schema.Array(Row), Schema.Array(Step)],
    ([sample, steps]) => {
      const state = steps.reduce(take, holding(once(sample)))
      const row = ListState.selected(state)
      const { cursor, height, top, total } = ListState.viewOf(state)
      if (row !== undefined) assert.strictEqual(row.id, state.anchor)
      else assert.isDefined(selectionError(state, "user"))
      assert.isTrue(total === 0 || (top <= cursor && cursor < top + height && cursor < total))
    }
  )

  it.prop(
    "keeps the selection when rows are sorted, sorted again and shown in service order",
    [Schema.Array(Row), Schema.Int, Schema.Array(Direction)],
    ([sample, at, directions]) => {
      const before = move(holding(once(sample)), (view) => PageCache.moveTo(view, at), 0)
      const after = directions.reduce((state, direction) => take(state, { _tag: "sort", direction }), before)
      assert.deepStrictEqual(ListState.selected(after), ListState.selected(before))
      assert.deepStrictEqual(endLocalView(after).view.cursor, before.view.cursor)
    }
  )

  it.prop("moves no row when one changes", [Schema.Array(Row), Schema.Array(Step)], ([sample, steps]) => {
    const sorted = take(holding(once(sample)), { _tag: "sort", direction: "ascending" })
    const changed = steps.filter(({ _tag }) => _tag === "change" || _tag === "move").reduce(take, sorted)
    assert.deepStrictEqual(
      shown(changed.local).map(({ id }) => id),
      shown(sorted.local).map(({ id }) => id)
    )
  })

  it("has a row once that moved to another page between two reads", () => {
    const rows = Array.from({ length: 5 }, (_, id) => ({ id, name: "ada" }) as const)
    const state = holding([...rows, ...rows.slice(4), { id: 5, name: "bo" }], 7)
    const { local } = take(state, { _tag: "sort", direction: "descending" })
    assert.deepStrictEqual(
      shown(local).map(({ id }) => id),
      [5, 0, 1, 2, 3, 4]
    )
    assert.strictEqual(local?.loaded, 6)
  })

  it("has each of many changed rows, without a search for each", () => {
    const many = PageCache.capacity * pageSize
    const rows = Array.from({ length: many }, (_, id) => ({ id, name: "ada" }) as const)
    const sorted = take(holding(rows), { _tag: "sort", direction: "descending" })
    let looks = 0
    const idOf = (row: Row) => {
      looks++
      return row.id
    }
    let state = sorted
    for (const { id } of rows) state = ListState.withRow<Row>(idOf, id, { id, name: "bo" })(state)
    assert.deepStrictEqual(
      shown(state.local),
      rows.map(({ id }) => ({ id, name: "bo" }))
    )
    for (const { id } of rows) {
      assert.strictEqual(ListState.changeOf(state, id), "changed")
      assert.strictEqual(PageCache.rowAt(state.cache, id)?.name, "bo")
    }
    // each row once for the index of the pages and of the view, and for a change those of its page
    assert.isAtMost(looks, many * (pageSize + 4))
  })
})
