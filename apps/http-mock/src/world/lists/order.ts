import * as Array from "effect/Array"
import * as Result from "effect/Result"

import type { Choose } from "../gaps/Gaps.ts"
import type { Refusal } from "../Refusal.ts"
import { fieldOf, texts } from "./filter.ts"
import type { Listed } from "./filter.ts"

/** One key of an order. */
export interface OrderKey<Field extends string> {
  readonly field: Field
  readonly descending: boolean
}

const descents = {
  "-field": /^-(.*)$/,
  "field desc": /^(.*)\sdesc$/i,
  "field:desc": /^(.*):desc$/i
}

const ascends = /[\s:]asc$/i

/** Reads an order: a comma list of fields, each ascending, or descending in the syntax of the gap. */
export const parse = <Field extends string>(
  order: string,
  listed: Listed<Field>,
  choose: Choose
): Result.Result<ReadonlyArray<OrderKey<Field>>, Refusal> => {
  const syntax = choose("order.descending")
  const keyOf = (key: string): Result.Result<OrderKey<Field>, Refusal> => {
    const descending = descents[syntax].exec(key)?.[1]?.trimEnd()
    const name = descending ?? (syntax === "-field" ? key : key.replace(ascends, "").trimEnd())
    return Result.map(fieldOf("order", name, listed), (field) => ({ field, descending: descending !== undefined }))
  }
  const keys = order.split(",").map((key) => keyOf(key.trim()))
  return Result.map(
    Result.all(choose("order.unknown-field") === "ignored" ? keys.filter(Result.isSuccess) : keys),
    // rows that a field does not tell apart it does not tell apart later
    Array.dedupeWith((one, other) => one.field === other.field)
  )
}

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
