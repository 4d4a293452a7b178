import * as Result from "effect/Result"

import { fieldOf, texts } from "./Clause.ts"
import type { Listed } from "./Clause.ts"
import type { Refusal } from "./Refusal.ts"

/** One key of an order. */
export interface OrderKey<Field extends string> {
  readonly field: Field
  readonly descending: boolean
}

/** Reads an order: a comma list of fields, each ascending, or descending after a minus. */
export const parse = <Field extends string>(
  order: string,
  listed: Listed<Field>
): Result.Result<ReadonlyArray<OrderKey<Field>>, Refusal> =>
  Result.all(
    order.split(",").map((key) => {
      const name = key.trim()
      const descending = name.startsWith("-")
      return Result.map(fieldOf("order", descending ? name.slice(1) : name, listed), (field) => ({ field, descending }))
    })
  )

const compare = (one: unknown, other: unknown): number => {
  if (typeof one === "number" && typeof other === "number") return one - other
  const text = texts(one).join(",")
  const than = texts(other).join(",")
  return text < than ? -1 : text > than ? 1 : 0
}

/** The rows in an order; those that it does not tell apart stay as they are. */
export const sort = <Row, Field extends string>(
  rows: ReadonlyArray<Row>,
  keys: ReadonlyArray<OrderKey<Field>>,
  valueOf: (row: Row, field: Field) => unknown
): ReadonlyArray<Row> =>
  rows
    .map((row) => ({ row, values: keys.map(({ field }) => valueOf(row, field)) }))
    .toSorted((one, other) => {
      for (const [index, { descending }] of keys.entries()) {
        const difference = compare(one.values[index], other.values[index])
        if (difference !== 0) return descending ? -difference : difference
      }
      return 0
    })
    .map(({ row }) => row)
