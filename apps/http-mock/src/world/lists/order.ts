import * as Array from "effect/Array"
import * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import { fieldOf, texts } from "./filter.ts"
import type { Listed } from "./filter.ts"

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

/** Parses an order: fields separated by commas, each ascending, or descending in the syntax of the gap. */
export const parse = <Field extends string>(
  order: string,
  listed: Listed<Field>,
  option: OptionLookup
): Checked<ReadonlyArray<OrderKey<Field>>> => {
  const syntax = option("order.descending")
  const keyOf = (key: string): Checked<OrderKey<Field>> => {
    if (key === "")
      return badInput(
        `The order ${JSON.stringify(order)} lacks a field. Use one or more of ${listed.fields.join(", ")}, separated by commas.`
      )
    const descending = descents[syntax].exec(key)?.[1]?.trimEnd()
    const name = descending ?? (syntax === "-field" ? key : key.replace(ascends, "").trimEnd())
    return Result.map(fieldOf("order", name, listed), (field) => ({ field, descending: descending !== undefined }))
  }
  const keys = order.split(",").map((key) => keyOf(key.trim()))
  return Result.map(
    Result.all(option("order.unknown-field") === "ignored" ? keys.filter(Result.isSuccess) : keys),
    // a repeated field has no effect
    Array.dedupeWith((one, other) => one.field === other.field)
  )
}

/** The sort key of a value: a number, or its text. */
export type Comparable = number | string

export const comparable = (value: unknown): Comparable => (typeof value === "number" ? value : texts(value).join(","))

interface Column {
  readonly values: ReadonlyArray<Comparable>
  readonly descending: boolean
}

const compare = (one: Comparable, other: Comparable): number => {
  if (one === other) return 0
  if (typeof one === "number" && typeof other === "number") return one - other
  const [text, than] = [String(one), String(other)]
  return text < than ? -1 : text > than ? 1 : 0
}

export const comparing =
  (columns: ReadonlyArray<Column>) =>
  (one: number, other: number): number => {
    for (const { descending, values } of columns) {
      const difference = compare(values[one] ?? "", values[other] ?? "")
      if (difference !== 0) return descending ? -difference : difference
    }
    return one - other
  }

/** Returns the first index below `end` that passes, or `end`; all indexes after it pass too. */
export const binarySearch = (end: number, passes: (index: number) => boolean): number => {
  let [from, to] = [0, end]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (passes(middle)) to = middle
    else from = middle + 1
  }
  return from
}
