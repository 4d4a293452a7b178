import * as Observable from "../../Observable.ts"
import { numberFormat } from "../../text/format.ts"
import * as ListState from "./ListState.ts"
import * as LocalView from "./LocalView.ts"
import * as PageCache from "./PageCache.ts"
import type { Id, IdOf } from "./PageCache.ts"
import type { RemoteList } from "./RemoteList.ts"

/** Rows by id, each as it was last seen. */
type Rows<Row> = ReadonlyMap<Id, Row>

/** The marked rows: some of them, or all that match a filter with exceptions. */
export type Marks<Row> = {
  /** The row that was marked last, where a range begins. */
  readonly last: Id | undefined
} & (
  | { readonly _tag: "Some"; readonly rows: Rows<Row> }
  | {
      readonly _tag: "All"
      readonly filter: string
      readonly total: number
      /** Whether the list may have more rows than `total`. */
      readonly isOpen: boolean
      readonly except: Rows<Row>
    }
)

export const none: Marks<never> = { _tag: "Some", rows: new Map<Id, never>(), last: undefined }

const without = <Row>(rows: Rows<Row>, ids: { readonly has: (id: Id) => boolean }): Rows<Row> =>
  new Map([...rows].filter(([id]) => !ids.has(id)))

export const has = <Row>(marks: Marks<Row>, id: Id): boolean =>
  marks._tag === "Some" ? marks.rows.has(id) : !marks.except.has(id)

export const count = (marks: Marks<unknown>): number =>
  marks._tag === "Some" ? marks.rows.size : Math.max(0, marks.total - marks.except.size)

const marked = <Row>(marks: Marks<Row>, id: Id, row: Row): Marks<Row> =>
  marks._tag === "Some"
    ? { ...marks, rows: new Map(marks.rows).set(id, row), last: id }
    : { ...marks, except: without(marks.except, new Set([id])), last: id }

export const unmarked = <Row>(marks: Marks<Row>, rows: Rows<Row>): Marks<Row> => {
  const last = marks.last !== undefined && rows.has(marks.last) ? undefined : marks.last
  return marks._tag === "Some"
    ? { ...marks, rows: without(marks.rows, rows), last }
    : { ...marks, except: new Map([...marks.except, ...rows]), last }
}

export const toggled = <Row>(marks: Marks<Row>, id: Id, row: Row): Marks<Row> =>
  has(marks, id) ? unmarked(marks, new Map([[id, row]])) : marked(marks, id, row)

/** Marks the rows from the last marked one to a position, or returns why it cannot. */
export const ranged = <Row>(
  marks: Marks<Row>,
  idOf: IdOf<Row>,
  rowAt: (index: number) => Row | undefined,
  indexOf: (id: Id) => number | undefined,
  to: number
): Marks<Row> | string => {
  if (marks.last === undefined) return "mark the row where the range begins first"
  const from = indexOf(marks.last)
  const advice = "Sort the loaded rows and load all first, or filter and mark all"
  if (from === undefined) return `the row where the range begins is not loaded. ${advice}`
  const first = Math.min(from, to)
  const rows = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => rowAt(first + index))
  const found = new Map(rows.flatMap((row) => (row === undefined ? [] : [[idOf(row), row] as const])))
  const missing = rows.filter((row) => row === undefined).length
  if (missing > 0)
    return `${numberFormat.format(missing)} of the ${numberFormat.format(rows.length)} rows of the range are not loaded. ${advice}`
  return marks._tag === "Some"
    ? { ...marks, rows: new Map([...marks.rows, ...found]) }
    : { ...marks, except: without(marks.except, found) }
}

/** Marks all rows that match a filter. */
export const all = (filter: string, total: number, isOpen = false): Marks<never> => ({
  _tag: "All",
  filter,
  total,
  isOpen,
  except: new Map<Id, never>(),
  last: undefined
})

/** Formats the number of marks: `12 marked`, `all 340 matching but 2`, or an empty text. */
export const text = (marks: Marks<unknown>): string => {
  if (marks._tag === "Some") return marks.rows.size === 0 ? "" : `${numberFormat.format(marks.rows.size)} marked`
  const but = marks.except.size === 0 ? "" : ` but ${numberFormat.format(marks.except.size)}`
  const least = marks.isOpen ? "at least " : ""
  return `all ${least}${numberFormat.format(marks.total)}${marks.filter === "" ? " marked" : " matching"}${but}`
}

/** Says which rows are marked, in a sentence. */
export const sentence = (marks: Marks<unknown>): string => {
  if (marks._tag === "Some")
    return marks.rows.size === 1
      ? "This row is marked."
      : `These ${numberFormat.format(marks.rows.size)} rows are marked.`
  const but = marks.except.size === 0 ? "" : `, except for ${numberFormat.format(marks.except.size)}`
  return `All rows${marks.filter === "" ? "" : ` that match ${marks.filter}`} are marked${but}.`
}

/** Makes the marks of one list. A new filter or account clears them. Functions return why they could not mark. */
export const make = <Row>(list: Pick<RemoteList<Row>, "state">, idOf: IdOf<Row>) => {
  const state = Observable.make<Marks<Row>>(none)
  const clear = () => state.update(() => none)
  const byId = (rows: ReadonlyArray<Row>) => new Map(rows.map((row) => [idOf(row), row] as const))

  const change = (next: Marks<Row> | string) => {
    if (typeof next === "string") return next
    state.update(() => next)
    return undefined
  }

  let { filter } = list.state.get()
  list.state.subscribe(() => {
    const now = list.state.get()
    if (now.filter !== filter || now.fetchedAt === undefined) clear()
    filter = now.filter
  })

  const error = () => {
    const { requested, view } = list.state.get()
    if (requested !== undefined) return "the rows of another filter are loading, which clears the marks"
    return view.total === 0 ? "there is nothing to mark" : undefined
  }

  return {
    state,
    clear,
    toggle: () => {
      const row = ListState.selected(list.state.get())
      if (row === undefined) return "no loaded row is selected"
      return error() ?? change(toggled(state.get(), idOf(row), row))
    },
    /** Marks the rows from the last marked one to the selected one. */
    range: () => {
      const now = list.state.get()
      const rowAt = (index: number) => ListState.rowAt(now, index)
      const indexOf = (id: Id) => ListState.indexOf(now, idOf, id)
      if (ListState.selected(now) === undefined) return "no loaded row is selected"
      const { last } = state.get()
      if (now.local?.search && last !== undefined && indexOf(last) === undefined)
        return "the search hides the row where the range begins. End the search first"
      return error() ?? change(ranged(state.get(), idOf, rowAt, indexOf, ListState.viewOf(now).cursor))
    },
    /** Marks all rows that match the filter or the search; if all are marked, none. */
    all: () => {
      const why = error()
      if (why !== undefined) return why
      const { local, view } = list.state.get()
      const now = state.get()
      if (now._tag === "All" && now.except.size === 0) return change(none)
      if (local === undefined || local.search === "")
        return change(all(filter, view.total, ListState.isOpen(list.state.get())))
      const rows = byId(LocalView.currentRows(local))
      const isAll =
        now._tag === "Some" && now.rows.size === rows.size && [...rows.keys()].every((id) => now.rows.has(id))
      return change(isAll ? none : { _tag: "Some", rows, last: undefined })
    },
    replace: (rows: ReadonlyArray<Row>) => state.update(() => ({ _tag: "Some", rows: byId(rows), last: undefined })),
    /** Returns the rows that are marked one by one, as last read. */
    rows: (): ReadonlyArray<Row> => {
      const now = state.get()
      if (now._tag === "All") return []
      const loaded = byId(PageCache.placed(list.state.get().cache, idOf).map(({ row }) => row))
      return [...now.rows].map(([id, row]) => loaded.get(id) ?? row)
    }
  }
}

export type ListMarks<Row> = ReturnType<typeof make<Row>>
