import type { Page } from "@remote-assist/core/Page"
import * as Result from "effect/Result"

import { choose } from "./Gaps.ts"
import type { Choices } from "./Gaps.ts"
import { refusal } from "./Refusal.ts"
import type { Refusal } from "./Refusal.ts"

export interface PageQuery {
  readonly page?: number
  readonly page_size?: number
}

/** One page of what is found, in the envelope of lists. */
export const paginate = <Row, Entry>(
  found: { readonly total: number; readonly slice: (start: number, count: number) => ReadonlyArray<Row> },
  entryOf: (row: Row) => Entry,
  query: PageQuery,
  choices: Partial<Choices>
): Result.Result<Page<Entry>, Refusal> => {
  const maximum = choose(choices, "page.maximum-size")
  const { page = 1, page_size = choose(choices, "page.default-size") } = query
  if (!Number.isInteger(page) || page < 1)
    return Result.fail(refusal("badInput", `The page ${page} is none: pages count from 1.`))
  if (!Number.isInteger(page_size) || page_size < 1 || page_size > maximum)
    return Result.fail(refusal("badInput", `The page_size ${page_size} is not allowed: give 1 to ${maximum}.`))
  return Result.succeed({
    entries: found.slice((page - 1) * page_size, page_size).map(entryOf),
    total_entries: found.total,
    total_pages: Math.ceil(found.total / page_size),
    page,
    page_size
  })
}
