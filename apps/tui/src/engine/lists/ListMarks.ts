import * as Observable from "../Observable.ts"
import * as ListState from "./ListState.ts"
import * as LocalView from "./LocalView.ts"
import * as Marks from "./Marks.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import type { RemoteList } from "./RemoteList.ts"

/** The marks in one list; gone with its filter, and with the account. What cannot be marked is told why. */
export interface ListMarks<Row> {
  readonly state: Observable.Observable<Marks.Marks<Row>>
  /** Marks the selected row, or takes its mark. */
  readonly toggle: () => string | undefined
  /** Marks the rows from the one marked last to the selected one. */
  readonly range: () => string | undefined
  /** Marks all that match the filter; of rows that are searched here, those that were found. If all are, none. */
  readonly all: () => string | undefined
  readonly clear: () => void
  /** Marks these rows and no others. */
  readonly keep: (rows: ReadonlyArray<Row>) => void
  /** The rows that are marked one by one, each as it was read last. */
  readonly rows: () => ReadonlyArray<Row>
}

export const make = <Row>(list: Pick<RemoteList<Row>, "state">, idOf: IdOf<Row>): ListMarks<Row> => {
  const state = Observable.make<Marks.Marks<Row>>(Marks.none)
  const clear = () => state.update(() => Marks.none)

  let { filter } = list.state.get()
  list.state.subscribe(() => {
    const now = list.state.get()
    if (now.filter !== filter || now.fetchedAt === undefined) clear()
    filter = now.filter
  })

  const change = (next: Marks.Marks<Row> | string) => {
    if (typeof next === "string") return next
    state.update(() => next)
    return undefined
  }

  /** The rows at hand by their ids, those of them that are asked for. */
  const known = (ids: ReadonlySet<Id>): ReadonlyMap<Id, Row> =>
    new Map(
      PageCache.placed(list.state.get().cache, idOf)
        .map(({ row }) => [idOf(row), row] as const)
        .filter(([id]) => ids.has(id))
    )

  const whyNot = () => {
    const { asked, view } = list.state.get()
    if (asked !== undefined) return "the rows of another filter are asked for: its marks would be gone with these"
    return view.total === 0 ? "there is nothing to mark" : undefined
  }

  return {
    state,
    clear,
    toggle: () => {
      const row = ListState.selected(list.state.get())
      if (row === undefined) return "no row is selected"
      return whyNot() ?? change(Marks.toggled(state.get(), idOf(row), row))
    },
    range: () => {
      const now = list.state.get()
      const onScreen = {
        rowAt: (index: number) => ListState.rowAt(now, index),
        indexOf: (id: Id) => ListState.indexOf(now, idOf, id)
      }
      if (ListState.selected(now) === undefined) return "no row is selected"
      return whyNot() ?? change(Marks.ranged(state.get(), idOf, onScreen, ListState.viewOf(now).cursor))
    },
    all: () => {
      const why = whyNot()
      if (why !== undefined) return why
      const { local, view } = list.state.get()
      const now = state.get()
      if (now._tag === "All" && now.except.size === 0) return change(Marks.none)
      if (local === undefined || local.search === "")
        return change(Marks.all(filter, view.total, ListState.isOpen(list.state.get())))
      const rows = new Map(LocalView.rowsOf(local).map((row) => [idOf(row), row]))
      const isAll =
        now._tag === "Some" && now.rows.size === rows.size && [...rows.keys()].every((id) => now.rows.has(id))
      return change(isAll ? Marks.none : { _tag: "Some", rows, last: undefined })
    },
    keep: (rows) =>
      state.update(() => ({ _tag: "Some", rows: new Map(rows.map((row) => [idOf(row), row])), last: undefined })),
    rows: () => {
      const now = state.get()
      if (now._tag === "All") return []
      const at = known(new Set(now.rows.keys()))
      return [...now.rows].map(([id, row]) => at.get(id) ?? row)
    }
  }
}
