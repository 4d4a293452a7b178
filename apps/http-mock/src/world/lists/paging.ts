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

/** Rows in an order. */
export interface Rows<Row> {
  readonly total: number
  readonly at: (index: number) => Row
}

/** Positions in a table, in an order. */
export type Positions = Rows<number>

export const positionsIn = (numbers: Uint32Array | ReadonlyArray<number>): Positions => ({
  total: numbers.length,
  at: (index) => numbers[index] ?? 0
})

export const reverse = ({ at, total }: Positions): Positions => ({ total, at: (index) => at(total - 1 - index) })

export const paginate = <Row>({ at, total }: Rows<Row>, query: PageQuery, option: OptionLookup): Checked<Page<Row>> =>
  Result.flatMap(sizeOf(query, option), (page_size) => {
    const { page = 1 } = query
    if (!Number.isInteger(page) || page < 1) return badInput(`The page ${page} is invalid. Use a whole number from 1.`)
    const pages = Math.ceil(total / page_size)
    if (page > Math.max(1, pages) && option("page.beyond-last") === "refused")
      return badInput(`The page ${page} is after the last page ${Math.max(1, pages)}.`)
    const start = (page - 1) * page_size
    return Result.succeed({
      entries: Array.from({ length: Math.max(0, Math.min(page_size, total - start)) }, (_, index) => at(start + index)),
      total_entries: total,
      total_pages: pages === 0 ? option("page.no-entries") : pages,
      page,
      page_size
    })
  })

export const paginateList = <Entry>(
  entries: ReadonlyArray<Entry>,
  query: PageQuery,
  option: OptionLookup
): Checked<Page<Entry>> => {
  const rows = { total: entries.length, at: (index: number) => entries.slice(index, index + 1) }
  return Result.map(paginate(rows, query, option), (page) => ({ ...page, entries: page.entries.flatMap((one) => one) }))
}
