import * as Effect from "effect/Effect"

import * as ListState from "../../../src/engine/lists/ListState.ts"
import * as LocalView from "../../../src/engine/lists/LocalView.ts"
import type * as RemoteList from "../../../src/engine/lists/RemoteList.ts"
import { setUp } from "../../support/list.ts"

const column = { name: "number", title: "NUMBER", value: (row: string) => Number(row.split("#")[1]) }

export const backwards = { column, direction: "descending" } as const

type List = RemoteList.RemoteList<string>

export const top = (list: List) => ListState.rowAt(list.state.get(), 0)

export const selected = (list: List) => ListState.selected(list.state.get())

export const says = (list: List) => {
  const { local, view } = list.state.get()
  return local === undefined ? undefined : LocalView.text(local, view.total)
}

export const pages = (requests: ReadonlyArray<{ readonly page: number }>) => requests.map(({ page }) => page)

/** A list that is sorted backwards, with its first page at hand. */
export const sorted = Effect.fnUntraced(function* (total: number) {
  const all = yield* setUp(total)
  yield* all.opened
  all.list.sort(backwards)
  return all
})
