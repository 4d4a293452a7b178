import * as Result from "effect/Result"

import type { Choose } from "../gaps/Gaps.ts"
import type { Refusal } from "../Refusal.ts"
import * as Filter from "./filter.ts"
import type { Listed } from "./filter.ts"
import * as Order from "./order.ts"
import type { OrderKey } from "./order.ts"

/** Which entries of a list: those that pass the filter, in the order of the keys. */
export interface Query<Field extends string> {
  readonly filter: string | undefined
  readonly keys: ReadonlyArray<OrderKey<Field>>
}

/** The rows that pass the filter, in the order asked for. */
export const select = <Row, Field extends string>(
  rows: ReadonlyArray<Row>,
  listed: Listed<Field>,
  valueOf: (row: Row, field: Field) => unknown,
  { filter, keys }: Query<Field>,
  choose: Choose
): Result.Result<ReadonlyArray<Row>, Refusal> =>
  Result.map(filter === undefined ? Result.succeed([]) : Filter.parse(filter, listed, choose), (clauses) => {
    const passing =
      clauses.length === 0
        ? rows
        : rows.filter((row) => clauses.every(({ accepts, field }) => accepts(valueOf(row, field))))
    return keys.length === 0 ? passing : Order.sort(passing, keys, valueOf)
  })
