import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Model } from "../model/Model.ts"
import * as Problem from "../Problem.ts"
import { writtenTo } from "../renderers/headless/File.ts"
import { csvFormat } from "../renderers/headless/format.ts"
import type { AnyResource } from "../resources/registry.ts"
import { rowsOf } from "../resources/rowsOf.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- fields and rows are of one resource
type Any = any

/** Writes what a filter lists to a file, as CSV. */
export const written = (
  { exporting, lists }: Model,
  resource: AnyResource,
  { filter, order }: { readonly filter: string; readonly order: string },
  path: string
) =>
  writtenTo(path, (to) => {
    const { begin, end, page } = csvFormat<Any>(resource.fields, false)
    let read = 0
    const all = rowsOf(resource, {
      filter,
      order,
      onPage: (_, of) => Effect.sync(() => exporting.update((now) => now && { ...now, of }))
    })
    return to.write(begin).pipe(
      Effect.andThen(
        lists.provided(
          Stream.runForEachArray(all, (rows) => {
            read += rows.length
            exporting.update((now) => now && { ...now, read })
            return to.write(page(rows))
          })
        )
      ),
      Effect.andThen(to.write(end)),
      Effect.map(() => read)
    )
  })

const isFailure = (error: unknown): error is Problem.Failure =>
  typeof error === "object" && error !== null && "_tag" in error && "method" in error

/** Why nothing was written. */
export const whyOf = (error: unknown, doing: string): string => {
  if (isFailure(error)) {
    const { todo, what } = Problem.of(doing, error, "Correct the filter, or log in as somebody who may see this.")
    return `${what} ${todo}`
  }
  return error instanceof Error ? error.message : String(error)
}
