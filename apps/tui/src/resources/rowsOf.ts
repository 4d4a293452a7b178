import { Page } from "@remote-assist/core"
import type { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Services } from "../actions/Action.ts"
import type { Failure } from "../Problem.ts"
import { totalOf } from "./ListPage.ts"
import type { ListPage } from "./ListPage.ts"
import type { AnyResource } from "./registry.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- rows of the resource
type Any = any

/** Which rows are listed, and who is told of those that are read. */
export interface Walk<E> {
  readonly filter: string
  readonly order?: string
  /** Told of each page, and of how many rows there are where that is known; a failure of it ends the walk. */
  readonly onPage?: (rows: number, total: number | undefined) => Effect.Effect<void, E>
  /** Told each time the list is found to have got shorter. */
  readonly onShrink?: () => Effect.Effect<void>
}

const counted = (page: ListPage<Any>): Effect.Effect<Page.Page<Any>> =>
  "total_pages" in page ? Effect.succeed(page) : Effect.die(new Error("a list without a total has rows of its own"))

/** Every row of a list, each once, read page by page as they are taken. */
export const rowsOf = <E = never>(
  { read, rows }: AnyResource,
  { filter, onPage = () => Effect.void, onShrink = () => Effect.void, order = "" }: Walk<E>
): Stream.Stream<Any, Failure | Errors.ListBroken | E, Services> =>
  rows === undefined
    ? Page.stream(
        (number) =>
          Effect.tap(Effect.flatMap(read(filter, number, order), counted), (page) =>
            onPage(page.entries.length, totalOf(page))
          ),
        { onShrink }
      )
    : rows(filter, order).pipe(
        Stream.chunks,
        Stream.tap((page) => onPage(page.length, undefined)),
        Stream.flattenIterable
      )
