import { counted } from "../../text/numbers.ts"
import type { Id, IdOf } from "./PageCache.ts"

/** Rows by their ids, each as it was last seen. */
type Rows<Row> = ReadonlyMap<Id, Row>

/** The rows that are marked: one by one, or all that match a filter but for some. */
export type Marks<Row> = {
  /** The row that was marked last, from which a range goes. */
  readonly last: Id | undefined
} & (
  | { readonly _tag: "Some"; readonly rows: Rows<Row> }
  | {
      readonly _tag: "All"
      readonly filter: string
      readonly total: number
      /** Whether there may be more than so many. */
      readonly isOpen: boolean
      readonly except: Rows<Row>
    }
)

/** What is on screen, by the places of its rows. */
export interface OnScreen<Row> {
  readonly rowAt: (index: number) => Row | undefined
  readonly indexOf: (id: Id) => number | undefined
}

export const none: Marks<never> = { _tag: "Some", rows: new Map<Id, never>(), last: undefined }

const without = <Row>(rows: Rows<Row>, id: Id): Rows<Row> => {
  const next = new Map(rows)
  next.delete(id)
  return next
}

export const has = <Row>(marks: Marks<Row>, id: Id): boolean =>
  marks._tag === "Some" ? marks.rows.has(id) : !marks.except.has(id)

export const count = (marks: Marks<unknown>): number =>
  marks._tag === "Some" ? marks.rows.size : Math.max(0, marks.total - marks.except.size)

const marked = <Row>(marks: Marks<Row>, id: Id, row: Row): Marks<Row> =>
  marks._tag === "Some"
    ? { ...marks, rows: new Map(marks.rows).set(id, row), last: id }
    : { ...marks, except: without(marks.except, id), last: id }

/** The same without the marks of rows. */
export const unmarked = <Row>(marks: Marks<Row>, rows: Rows<Row>): Marks<Row> => {
  const last = marks.last !== undefined && rows.has(marks.last) ? undefined : marks.last
  return marks._tag === "Some"
    ? { ...marks, rows: new Map([...marks.rows].filter(([id]) => !rows.has(id))), last }
    : { ...marks, except: new Map([...marks.except, ...rows]), last }
}

/** Marks a row, or takes its mark. */
export const toggled = <Row>(marks: Marks<Row>, id: Id, row: Row): Marks<Row> =>
  has(marks, id) ? unmarked(marks, new Map([[id, row]])) : marked(marks, id, row)

/** Marks the rows from the one that was marked last to the one at a place; or why it cannot, and then none of them. */
export const ranged = <Row>(
  marks: Marks<Row>,
  idOf: IdOf<Row>,
  { indexOf, rowAt }: OnScreen<Row>,
  to: number
): Marks<Row> | string => {
  const from = marks.last === undefined ? undefined : indexOf(marks.last)
  if (marks.last === undefined) return "mark the row where the range begins first"
  if (from === undefined) return "the row where the range begins is not loaded any more"
  const first = Math.min(from, to)
  const rows = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => rowAt(first + index))
  const found = rows.flatMap((row) => (row === undefined ? [] : [[idOf(row), row] as const]))
  const missing = rows.length - found.length
  if (missing > 0) return `${missing} of the ${rows.length} rows of the range are not loaded: none was marked`
  if (marks._tag === "Some") return { ...marks, rows: new Map([...marks.rows, ...found]) }
  const ids = new Set(found.map(([id]) => id))
  return { ...marks, except: new Map([...marks.except].filter(([id]) => !ids.has(id))) }
}

/** Marks all that match a filter, of which there are so many now, or more where that `isOpen`. */
export const all = (filter: string, total: number, isOpen = false): Marks<never> => ({
  _tag: "All",
  filter,
  total,
  isOpen,
  except: new Map<Id, never>(),
  last: undefined
})

/** Says how many they are: `12 marked`, `all 340 matching but 2`; nothing of none. */
export const text = (marks: Marks<unknown>): string => {
  if (marks._tag === "Some") return marks.rows.size === 0 ? "" : `${counted.format(marks.rows.size)} marked`
  const but = marks.except.size === 0 ? "" : ` but ${counted.format(marks.except.size)}`
  const least = marks.isOpen ? "at least " : ""
  return `all ${least}${counted.format(marks.total)}${marks.filter === "" ? " marked" : " matching"}${but}`
}
