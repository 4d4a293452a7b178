import type { Page } from "@remote-assist/core/Page"
import * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"

interface PageQuery {
  readonly page?: number
  readonly page_size?: number
}

type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const isPaging = (name: string) => name === "page" || name === "page_size"

const isValidPage = (text: string) => /^[1-9]\d{0,8}$/.test(text)

/** Removes invalid page parameters from a decoded query if the gap says so. */
export const withValidPages = (query: Query, option: OptionLookup): Query =>
  option("page.malformed") === "refused"
    ? query
    : Object.fromEntries(
        Object.entries(query).flatMap(([name, value]): ReadonlyArray<[string, string | ReadonlyArray<string>]> => {
          if (!isPaging(name)) return [[name, value]]
          const [first, ...more] = [value].flat().filter(isValidPage)
          return first === undefined ? [] : [[name, more.length === 0 ? first : [first, ...more]]]
        })
      )

const sizeOf = ({ page_size }: PageQuery, option: OptionLookup): Checked<number> => {
  const maximum = option("page.maximum-size")
  const size = page_size ?? Math.min(option("page.default-size"), maximum)
  if (Number.isInteger(size) && size >= 1 && size <= maximum) return Result.succeed(size)
  return size > maximum && option("page.over-maximum") === "the maximum"
    ? Result.succeed(maximum)
    : badInput(`The page_size ${size} is invalid. Use 1 to ${maximum}.`)
}

export const paginate = <Row, Entry>(
  found: { readonly total: number; readonly slice: (start: number, count: number) => ReadonlyArray<Row> },
  entryOf: (row: Row) => Entry,
  query: PageQuery,
  option: OptionLookup
): Checked<Page<Entry>> =>
  Result.flatMap(sizeOf(query, option), (page_size) => {
    const { page = 1 } = query
    if (!Number.isInteger(page) || page < 1) return badInput(`The page ${page} is invalid. Use a whole number from 1.`)
    const pages = Math.ceil(found.total / page_size)
    if (page > Math.max(1, pages) && option("page.beyond-last") === "refused")
      return badInput(`The page ${page} is after the last page ${Math.max(1, pages)}.`)
    return Result.succeed({
      entries: found.slice((page - 1) * page_size, page_size).map(entryOf),
      total_entries: found.total,
      total_pages: pages === 0 ? option("page.no-entries") : pages,
      page,
      page_size
    })
  })

export const paginateList = <Entry>(
  entries: ReadonlyArray<Entry>,
  query: PageQuery,
  option: OptionLookup
): Checked<Page<Entry>> =>
  paginate(
    { total: entries.length, slice: (start, count) => entries.slice(start, start + count) },
    (entry) => entry,
    query,
    option
  )
