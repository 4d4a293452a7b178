import type { FieldColumn, Value } from "../../resources/Field.ts"

/** What rows are sorted by, and which way. What is empty comes last either way. */
export interface Order<Row> {
  readonly column: Pick<FieldColumn<Row>, "name" | "title"> & {
    // as a method, so that a list of some rows passes for one of any
    value(row: Row): Value
  }
  readonly direction: "ascending" | "descending"
}

/** What sorting by a column once more means: ascending, then descending, then not at all. */
export const next = <Row>(order: Order<Row> | undefined, column: Order<Row>["column"]): Order<Row> | undefined => {
  if (order?.column.name !== column.name) return { column, direction: "ascending" }
  return order.direction === "ascending" ? { column, direction: "descending" } : undefined
}

const collator = new Intl.Collator("en", { numeric: true })

const moment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.(\d{0,3})(\d*))?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Milliseconds of a date, with the microseconds that `Date` drops; the service's are in UTC. */
const time = (text: string): number => {
  const match = moment.exec(text)
  if (match === null) return Number.NaN
  const [, , beyond = "", zone] = match
  return Date.parse(text.includes("T") && zone === undefined ? `${text}Z` : text) + Number(`0.${beyond}0`)
}

const isEmpty = (value: Value) => value === null || value === undefined || value === "" || Number.isNaN(value)

const kinds: Readonly<Record<string, number>> = { number: 0, boolean: 1, string: 2 }

const kindOf = (value: Value) => kinds[typeof value] ?? 3

const compare = (a: Value, b: Value): number => {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b)
  if (kindOf(a) !== kindOf(b)) return kindOf(a) - kindOf(b)
  return Number(a) - Number(b)
}

/** Values as they are compared: where all of them are dates they are so as times. */
const comparable = (values: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const times = values.map((value) => (typeof value === "string" && value !== "" ? time(value) : value))
  return times.every((time, at) => !Number.isNaN(time) || isEmpty(values[at])) ? times : values
}

/** The positions of rows in the order of a column. Rows that have the same value stay in the order they were in. */
export const positions = <Row>(rows: ReadonlyArray<Row>, { column, direction }: Order<Row>): ReadonlyArray<number> => {
  const values = comparable(rows.map((row) => column.value(row)))
  const sign = direction === "ascending" ? 1 : -1
  const [filled, empty] = [new Array<number>(), new Array<number>()]
  for (const [at, value] of values.entries()) (isEmpty(value) ? empty : filled).push(at)
  return [...filled.toSorted((a, b) => sign * compare(values[a], values[b]) || a - b), ...empty]
}
