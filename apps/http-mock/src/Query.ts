import * as Result from "effect/Result"

import * as Clause from "./Clause.ts"
import type { Listed } from "./Clause.ts"
import * as Order from "./Order.ts"
import type { Refusal } from "./Refusal.ts"

/** Which entries of a list, and in which order. */
export interface Query {
  readonly filter?: string
  readonly order?: string
}

/** The rows that pass the filter, in the order asked for. */
export const select = <Row, Field extends string>(
  rows: ReadonlyArray<Row>,
  listed: Listed<Field>,
  valueOf: (row: Row, field: Field) => unknown,
  { filter, order }: Query
): Result.Result<ReadonlyArray<Row>, Refusal> =>
  Result.gen(function* () {
    const clause = filter === undefined ? undefined : yield* Clause.parse(filter, listed)
    const keys = order === undefined ? [] : yield* Order.parse(order, listed)
    const passing = clause === undefined ? rows : rows.filter((row) => clause.accepts(valueOf(row, clause.field)))
    return keys.length === 0 ? passing : Order.sort(passing, keys, valueOf)
  })
