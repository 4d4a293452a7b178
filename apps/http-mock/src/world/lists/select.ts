import * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import type { Checked } from "../ServiceError.ts"
import * as Filter from "./filter.ts"
import type { Clause, Listed } from "./filter.ts"
import * as Order from "./order.ts"
import type { OrderKey } from "./order.ts"

/** Work on many rows that yields after each slice, so that other requests are handled in between. */
export type Cooperative<A> = Generator<void, A>

/** The number of steps in a slice: some milliseconds of work. */
export const sliceSize = 1024

/** Checks whether the work yields before the step with this number. */
export const pausesAt = (step: number): boolean => step % sliceSize === sliceSize - 1

export const runToEnd = <A>(work: Cooperative<A>): A => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

export function* mapNumbers(numbers: Uint32Array, map: (number: number) => number): Cooperative<Uint32Array> {
  const mapped = new Uint32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    if (pausesAt(at)) yield
    mapped[at] = map(numbers[at] ?? 0)
  }
  return mapped
}

type Compare = (one: number, other: number) => number

/** Merges two adjacent sorted runs; the second starts at `middle`. */
function* merge(
  from: Uint32Array,
  to: Uint32Array,
  [start, middle, end]: readonly [number, number, number],
  compare: Compare
): Cooperative<void> {
  const inOrder = middle >= end || compare(from[middle - 1] ?? 0, from[middle] ?? 0) <= 0
  if (inOrder) {
    to.set(from.subarray(start, end), start)
    return
  }
  let [left, right] = [start, middle]
  for (let at = start; at < end; at++) {
    const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
    to[at] = from[takesLeft ? left++ : right++] ?? 0
    if (pausesAt(at)) yield
  }
}

/** Sorts the numbers below `count`; the sort is stable. */
function* sort(count: number, compare: Compare): Cooperative<Uint32Array> {
  let from = new Uint32Array(count)
  for (let start = 0; start < count; start += sliceSize) {
    const run = from.subarray(start, start + sliceSize)
    for (let at = 0; at < run.length; at++) run[at] = start + at
    run.sort(compare)
    if (count > sliceSize) yield
  }
  let to = new Uint32Array(count)
  for (let width = sliceSize; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      yield* merge(from, to, [start, Math.min(start + width, count), Math.min(start + 2 * width, count)], compare)
    ;[from, to] = [to, from]
  }
  return from
}

/** A query of a list: entries that pass all clauses, ordered by the keys. */
export interface Query<Field extends string> {
  readonly clauses: ReadonlyArray<Clause<Field>>
  readonly keys: ReadonlyArray<OrderKey<Field>>
}

export interface ListQuery {
  readonly filter?: string
  readonly order?: string
}

export const parse = <Field extends string>(
  { filter, order }: ListQuery,
  listed: Listed<Field>,
  option: OptionLookup
): Checked<Query<Field>> =>
  Result.flatMap(filter === undefined ? Result.succeed([]) : Filter.parse(filter, listed, option), (clauses) =>
    Result.map(order === undefined ? Result.succeed([]) : Order.parse(order, listed, option), (keys) => ({
      clauses,
      keys
    }))
  )

/** Formats a query as a unique text. */
export const textOf = <Field extends string>({ clauses, keys }: Query<Field>): string =>
  JSON.stringify([clauses.map(({ text }) => text), keys])

export interface Rows<Row, Field extends string> {
  readonly size: number
  /** Returns `undefined` if there is no row. */
  readonly at: (index: number) => Row | undefined
  readonly valueOf: (row: Row, field: Field) => unknown
}

/** Returns the indexes of the rows that pass the clauses, in the order of the keys; the sort is stable. */
export function* select<Row, Field extends string>(
  { at, size, valueOf }: Rows<Row, Field>,
  { clauses, keys }: Query<Field>
): Cooperative<Uint32Array> {
  const found = new Uint32Array(size)
  const columns = keys.map((key) => ({ ...key, values: new Array<Order.Comparable>() }))
  let count = 0
  for (let index = 0; index < size; index++) {
    if (pausesAt(index)) yield
    const row = at(index)
    if (row === undefined || !clauses.every(({ accepts, field }) => accepts(valueOf(row, field)))) continue
    found[count++] = index
    for (const { field, values } of columns) values.push(Order.comparable(valueOf(row, field)))
  }
  const indices = found.slice(0, count)
  if (columns.length === 0) return indices
  return yield* mapNumbers(yield* sort(count, Order.comparing(columns)), (at) => indices[at] ?? 0)
}

/** Selects entries of a short list, without yielding. */
export const selectFrom = <Entry, Field extends string & keyof Entry>(
  entries: ReadonlyArray<Entry>,
  query: Query<Field>
): ReadonlyArray<Entry> => {
  const rows: Rows<Entry, Field> = {
    size: entries.length,
    at: (index) => entries[index],
    valueOf: (entry, field) => entry[field]
  }
  return Array.from(runToEnd(select(rows, query))).flatMap((index) => entries.slice(index, index + 1))
}
