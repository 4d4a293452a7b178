import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { AnyResource } from "../../resources/Resource.ts"
import { pluralName } from "../../resources/Resource.ts"
import { valueOf } from "../headless/format.ts"
import { because, usage } from "../headless/output.ts"
import type { Answer } from "./answer.ts"
import type { Given } from "./input.ts"

/** The most characters of rows in an answer; the next answer goes on behind them. */
const most = 40_000

/** Where to read from: a page, and how many of its rows were in answers before. */
const placeIn = Effect.fnUntraced(function* ({ cursor, page = 1 }: Given) {
  if (cursor === undefined) {
    const number = Number(page)
    return Number.isSafeInteger(number) && number >= 1
      ? { page: number, taken: 0 }
      : yield* usage("page is a number from 1.")
  }
  const [, at, taken] = /^([1-9]\d{0,8})\.(\d{1,9})$/.exec(Predicate.isString(cursor) ? cursor : "") ?? []
  if (at === undefined) return yield* usage("cursor is what an answer before gave as next_cursor.")
  return { page: Number(at), taken: Number(taken) }
})

const fieldsIn = Effect.fnUntraced(function* (resource: AnyResource, { fields = resource.summary }: Given) {
  const known = resource.fields.map(({ name }) => name)
  const names = Array.isArray(fields) ? fields.map(String) : String(fields).split(",")
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return yield* usage(`${resource.title} have no field "${unknown}". There are ${known.join(", ")}.`)
  return resource.fields.filter(({ name }) => names.includes(name))
})

/** As many rows as fit, and one in any case. */
const fitting = (rows: ReadonlyArray<Answer>): ReadonlyArray<Answer> => {
  let size = 0
  const end = rows.findIndex((row, at) => {
    size += JSON.stringify(row).length
    return size > most && at > 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** A page of a list; if the service does not tell, without totals. */
interface AnyPage {
  readonly entries: ReadonlyArray<unknown>
  readonly page_size: number
  readonly total_pages?: number
  readonly total_entries?: number
}

/** A page of a list, or as much of it as an answer holds, and the cursor of the next one. */
export const pageOf = Effect.fnUntraced(function* (resource: AnyResource, given: Given) {
  if (given["cursor"] !== undefined && given["page"] !== undefined)
    return yield* usage("Give page or cursor, and not both.")
  const { page, taken } = yield* placeIn(given)
  const fields = yield* fieldsIn(resource, given)
  const { filter = "" } = given
  if (!Predicate.isString(filter)) return yield* usage("filter is a text.")
  const read: AnyPage = yield* Effect.mapError(resource.read(filter, page), (error) =>
    because(`list the ${pluralName(resource)}`, error)
  )
  const { entries, page_size, total_entries = null, total_pages = null } = read
  const rows = fitting(entries.slice(taken).map((row) => valueOf(fields, row)))
  const told = taken + rows.length
  const isMore = total_pages === null ? entries.length >= page_size : page < total_pages
  return {
    [resource.name]: rows,
    page,
    pages: total_pages,
    total: total_entries,
    next: told < entries.length ? `${page}.${told}` : isMore ? `${page + 1}.0` : undefined
  }
})
