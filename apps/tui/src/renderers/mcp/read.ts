import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { AnyResource } from "../../resources/registry.ts"
import { anyOf, manyOf, wordOf } from "../../resources/Resource.ts"
import { valueOf } from "../headless/Format.ts"
import { because, usage } from "../headless/Stopped.ts"
import type { Answer } from "./answer.ts"
import { rowIn } from "./find.ts"
import * as Input from "./input.ts"
import { nameOf } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

/** How many characters of rows an answer has; the next one goes on behind them. */
const most = 40_000

/** Where a list is read from: a page, and how many of its rows were told already. */
interface Place {
  readonly page: number
  readonly taken: number
}

const placeIn = Effect.fnUntraced(function* ({ cursor, page }: Input.Given) {
  if (cursor !== undefined && page !== undefined) return yield* usage("Give page or cursor, and not both.")
  if (cursor === undefined) {
    if (page === undefined) return { page: 1, taken: 0 }
    const number = Number(page)
    return Number.isSafeInteger(number) && number >= 1
      ? { page: number, taken: 0 }
      : yield* usage("page is a number from 1.")
  }
  const [, at, taken] = /^(\d{1,9})\.(\d{1,9})$/.exec(Predicate.isString(cursor) ? cursor : "") ?? []
  if (at === undefined || Number(at) < 1) return yield* usage("cursor is what an answer before gave as next_cursor.")
  return { page: Number(at), taken: Number(taken) }
})

const fieldsIn = Effect.fnUntraced(function* (resource: AnyResource, { fields = resource.summary }: Input.Given) {
  const known = resource.fields.map(({ name }) => name)
  const names = Array.isArray(fields) ? fields.map(String) : String(fields).split(",")
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return yield* usage(`${resource.title} have no field "${unknown}". There are ${known.join(", ")}.`)
  return resource.fields.filter(({ name }) => names.includes(name))
})

// as many as fit, and one in any case
const fitting = (rows: ReadonlyArray<Answer>): ReadonlyArray<Answer> => {
  let size = 0
  const end = rows.findIndex((row, at) => {
    size += JSON.stringify(row).length
    return size > most && at > 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** A page as far as its service tells of the whole list. */
interface Told {
  readonly entries: ReadonlyArray<unknown>
  readonly page_size: number
  readonly total_pages?: number
  readonly total_entries?: number
}

const nextOf = ({ entries, page_size, total_pages }: Told, { page, taken }: Place, count: number) => {
  if (taken + count < entries.length) return `${page}.${taken + count}`
  const isMore = total_pages === undefined ? entries.length >= page_size : page < total_pages
  return isMore ? `${page + 1}.0` : undefined
}

/** A page of a list, or as much of it as an answer has room for, and how to go on. */
export const pageOf = Effect.fnUntraced(function* (resource: AnyResource, given: Input.Given) {
  const place = yield* placeIn(given)
  const fields = yield* fieldsIn(resource, given)
  const { filter = "" } = given
  if (!Predicate.isString(filter)) return yield* usage("filter is a text.")
  const page: Told = yield* Effect.mapError(resource.read(filter, place.page), (error) =>
    because(`list the ${manyOf(resource)}`, error)
  )
  const rows = fitting(page.entries.slice(place.taken).map((row) => valueOf(fields, row)))
  const next = nextOf(page, place, rows.length)
  return {
    [resource.name]: rows,
    page: place.page,
    pages: page.total_pages ?? null,
    total: page.total_entries ?? null,
    next
  }
})

/** The tool that lists: `users_list`, and of another list on its screen `calls_recent`. */
const listName = ({ name, within }: AnyResource): string =>
  within === undefined ? nameOf(name, "list") : nameOf(within.resource, name)

const goingOn = (resource: AnyResource, next: string | undefined) =>
  next === undefined
    ? { next_cursor: null }
    : { next_cursor: next, to_go_on: `Call ${listName(resource)} again with "cursor": "${next}".` }

const filtering = ({ filterExample }: AnyResource) =>
  filterExample === undefined
    ? {}
    : { filter: { type: "string", description: `Which ones: ${filterExample}; all unless given` } }

const listing = (resource: AnyResource): Tool => ({
  name: listName(resource),
  title: `List ${manyOf(resource)}`,
  description: `Lists ${manyOf(resource)}, a page at a time; the answer says how many there are, and how to go on.`,
  input: Input.objectOf({
    ...filtering(resource),
    page: { type: "integer", minimum: 1, description: "Which page; the first one unless given" },
    cursor: { type: "string", description: "In place of page: next_cursor of the answer before" },
    fields: {
      type: "array",
      items: { type: "string", enum: resource.fields.map(({ name }) => name) },
      description: `Which fields; ${resource.summary.join(", ")} unless given`
    }
  }),
  effect: "read",
  isIdempotent: true,
  isPublic: resource.isPublic === true,
  run: (given) => Effect.map(pageOf(resource, given), ({ next, ...page }) => ({ ...page, ...goingOn(resource, next) }))
})

const showing = (resource: AnyResource): Tool => {
  const target = Input.target(resource)
  return {
    name: nameOf(resource.name, "show"),
    title: `Show ${anyOf(resource)}`,
    description: `Shows all that is known of one ${resource.one}.`,
    input: Input.objectOf(target, Object.keys(target)),
    effect: "read",
    isIdempotent: true,
    isPublic: resource.isPublic === true,
    run: (given) => Effect.map(rowIn(resource, given), (row) => ({ [wordOf(resource)]: valueOf(resource.fields, row) }))
  }
}

/** The tools that read a resource; none of what is of this program. */
export const reading = (resource: AnyResource): ReadonlyArray<Tool> =>
  resource.isLocal === true ? [] : [listing(resource), ...(resource.within === undefined ? [showing(resource)] : [])]
