import type { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { Failure } from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { rowsOf } from "../../resources/rowsOf.ts"
import type { Lists } from "../lists/Lists.ts"

/** There are more rows than were meant. */
export class TooMany extends Schema.TaggedError<TooMany>()("TooMany", { rows: Schema.Int }) {}

interface Reading {
  /** More rows than this are not read. */
  readonly most: number
  readonly onPage: (read: number, of: number | undefined) => void
}

/**
 * All rows that match a filter, read to the end before the first is given: to change them may change which do. Rows that
 * move to other pages meanwhile are read again there.
 */
export const read = (
  provided: Lists["provided"],
  resource: AnyResource,
  { filter, order }: { readonly filter: string; readonly order: string },
  { most, onPage }: Reading
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of the resource
): Effect.Effect<ReadonlyArray<any>, Failure | Errors.ListBroken | TooMany> => {
  let read = 0
  const rows = rowsOf(resource, {
    filter,
    order,
    onPage: (rows, total) => {
      read += rows
      onPage(Math.min(read, total ?? read), total)
      const known = total ?? read
      return known > most ? Effect.fail(new TooMany({ rows: known })) : Effect.void
    }
  })
  return provided(Stream.runCollect(rows)).pipe(
    // the screen is no place for a log
    Effect.provideService(References.MinimumLogLevel, "None")
  )
}
