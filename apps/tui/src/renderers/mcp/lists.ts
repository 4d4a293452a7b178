import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { AnyResource } from "../../resources/Resource.ts"
import { isLastPage, pluralName } from "../../resources/Resource.ts"
import { failedTo } from "../headless/Connection.ts"
import { toRecord } from "../headless/format.ts"
import { pickFields } from "../headless/list.ts"
import { usageError } from "../headless/output.ts"
import type { Answer } from "./answer.ts"
import { readTool, toInputSchema, toolName } from "./Tool.ts"
import type { Arguments, Tool } from "./Tool.ts"

/** Maximum number of characters of rows in an answer. A cursor continues after them. */
const maxLength = 40_000

/** Parses a cursor: the page to read, and how many of its rows earlier answers had. */
const parseCursor = (cursor: unknown) => {
  const [, page, offset = 0] = /^([1-9]\d{0,8})(?:\.(\d{1,9}))?$/.exec(String(cursor)) ?? []
  return page === undefined
    ? Effect.fail(
        usageError("The cursor is invalid. Give the next_cursor of the last answer, or the number of a page.")
      )
    : Effect.succeed({ page: Number(page), offset: Number(offset) })
}

/** Takes as many rows as fit, and at least one. */
const takeFitting = (rows: ReadonlyArray<Answer>): ReadonlyArray<Answer> => {
  let size = 0
  return Arr.takeWhile(rows, (row, at) => {
    size += JSON.stringify(row).length
    return size <= maxLength || at === 0
  })
}

/** Reads a page of a list, or as much of it as fits, with the cursor of the next rows. */
const readPage = Effect.fnUntraced(function* (tool: string, resource: AnyResource, args: Arguments) {
  const { cursor = 1, fields: chosen = resource.summary, filter = "" } = args
  const { offset, page } = yield* parseCursor(cursor)
  const names = Array.isArray(chosen) ? chosen.map(String) : String(chosen).split(",")
  const fields = yield* pickFields(resource, resource.fields, names, "field")
  if (!Predicate.isString(filter)) return yield* usageError("filter must be a text.")
  const read = yield* Effect.catch(resource.read(filter, page), (error) =>
    failedTo(`list the ${pluralName(resource)}`, error)
  )
  const rows = takeFitting(read.entries.slice(offset).map((row) => toRecord(fields, row)))
  const end = offset + rows.length
  const nextPage = isLastPage(read) ? null : `${page + 1}.0`
  const next = end < read.entries.length ? `${page}.${end}` : nextPage
  return {
    [resource.name]: rows,
    page,
    pages: "total_pages" in read ? read.total_pages : null,
    total: "total_entries" in read ? read.total_entries : null,
    next_cursor: next,
    ...(next === null ? {} : { to_go_on: `Call ${tool} again with "cursor": "${next}".` })
  }
})

/** Makes the tool of a list. */
export const listTool = (resource: AnyResource): Tool => {
  const { fields, filterExample, name, summary, within } = resource
  // a list on another screen is named after both: `calls_recent`
  const tool = within === undefined ? toolName(name, "list") : toolName(within.resource, name)
  const filter = { type: "string", description: `Which ones: ${filterExample} (default: all)` }
  return {
    ...readTool,
    name: tool,
    title: `List ${pluralName(resource)}`,
    description: `Lists ${pluralName(resource)}, a page at a time; the answer has the total and the cursor of the next page.`,
    input: toInputSchema({
      cursor: { type: "string", description: "next_cursor of the last answer, or the number of a page (default: 1)" },
      ...(filterExample === undefined ? {} : { filter }),
      fields: {
        type: "array",
        items: { type: "string", enum: fields.map(({ name }) => name) },
        description: `Fields of each row (default: ${summary.join(", ")})`
      }
    }),
    isPublic: resource.isPublic === true,
    run: (args) => readPage(tool, resource, args)
  }
}
