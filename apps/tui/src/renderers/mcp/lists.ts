import * as McpSchema from "effect/ai/McpSchema"
import type * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { AnyResource } from "../../resources/Resource.ts"
import { isLastPage, jsonName, pluralName } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { failedTo, usageError } from "../headless/CommandError.ts"
import type { CommandError } from "../headless/CommandError.ts"
import { toRecord } from "../headless/format.ts"
import { findRow } from "../headless/list.ts"
import { cleanAnswer } from "./answer.ts"
import type { Answer } from "./answer.ts"
import type { Connected, Session } from "./Connected.ts"
import type { Arguments } from "./input.ts"

/** Maximum number of characters of rows in an answer. A cursor continues after them. */
const maxLength = 40_000

/** Parses the page to read, and how many of its rows earlier answers had. */
const parsePosition = Effect.fnUntraced(function* ({ cursor, page = 1 }: Arguments) {
  if (cursor === undefined) {
    const number = Number(page)
    return Number.isSafeInteger(number) && number >= 1
      ? { page: number, offset: 0 }
      : yield* usageError("page must be a number from 1.")
  }
  const [, at, offset] = /^([1-9]\d{0,8})\.(\d{1,9})$/.exec(Predicate.isString(cursor) ? cursor : "") ?? []
  if (at === undefined) return yield* usageError("The cursor is invalid. Give the next_cursor of the last answer.")
  return { page: Number(at), offset: Number(offset) }
})

const chooseFields = Effect.fnUntraced(function* (resource: AnyResource, { fields = resource.summary }: Arguments) {
  const known = resource.fields.map(({ name }) => name)
  const names = Array.isArray(fields) ? fields.map(String) : String(fields).split(",")
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return yield* usageError(`${resource.title} have no field "${unknown}". There are ${known.join(", ")}.`)
  return resource.fields.filter(({ name }) => names.includes(name))
})

/** Takes as many rows as fit, and at least one. */
const takeFitting = (rows: ReadonlyArray<Answer>): ReadonlyArray<Answer> => {
  let size = 0
  const end = rows.findIndex((row, at) => {
    size += JSON.stringify(row).length
    return size > maxLength && at > 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** Reads a page of a list, or as much of it as fits, with the cursor of the next rows. */
export const readPage = Effect.fnUntraced(function* (resource: AnyResource, args: Arguments) {
  if (args["cursor"] !== undefined && args["page"] !== undefined)
    return yield* usageError("page and cursor exclude each other. Give one.")
  const { offset, page } = yield* parsePosition(args)
  const fields = yield* chooseFields(resource, args)
  const { filter = "" } = args
  if (!Predicate.isString(filter)) return yield* usageError("filter must be a text.")
  const read = yield* Effect.mapError(resource.read(filter, page), (error) =>
    failedTo(`list the ${pluralName(resource)}`, error)
  )
  const rows = takeFitting(read.entries.slice(offset).map((row) => toRecord(fields, row)))
  const end = offset + rows.length
  const nextPage = isLastPage(read) ? undefined : `${page + 1}.0`
  return {
    [resource.name]: rows,
    page,
    pages: "total_pages" in read ? read.total_pages : null,
    total: "total_entries" in read ? read.total_entries : null,
    next: end < read.entries.length ? `${page}.${end}` : nextPage
  }
})

const scheme = "remote-assist://"

const mimeType = "application/json"

const parameters = ({ filterExample }: AnyResource): ReadonlyArray<string> => [
  "page",
  "cursor",
  ...(filterExample === undefined ? [] : ["filter"]),
  "fields"
]

/** Parses the query of a URI; fails if a parameter is unknown. */
const parseQuery = Effect.fnUntraced(function* (uri: string, known: ReadonlyArray<string>) {
  const [address = "", search = ""] = uri.split(/\?(.*)/s)
  const query = Object.fromEntries(new URLSearchParams(search.replaceAll("+", "%2B")))
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown === undefined) return query
  const takes = known.length === 0 ? "It takes no parameters" : `It takes ${known.join(", ")}`
  return yield* usageError(`${address} has no parameter "${unknown.slice(0, 80)}". ${takes}.`)
})

const readList = Effect.fnUntraced(function* (resource: AnyResource, uri: string) {
  const query = yield* parseQuery(uri, parameters(resource))
  const { next, ...rest } = yield* readPage(resource, query)
  const { cursor: _, page: __, ...others } = query
  const search = new URLSearchParams({ ...others, cursor: next ?? "" })
  return { ...rest, next: next === undefined ? null : `${scheme}${resource.name}?${search.toString()}` }
})

const readRow = (resource: AnyResource, name: string, uri: string) =>
  Effect.map(Effect.andThen(parseQuery(uri, []), findRow(resource, name)), (row) => ({
    [jsonName(resource)]: toRecord(resource.fields, row)
  }))

const toMcpError = ({ kind, message }: CommandError) =>
  kind === "usage" ? new McpSchema.InvalidParams({ message }) : new McpSchema.InternalError({ message })

/** Adds each list, its pages and its rows as MCP resources. */
export const addResources = Effect.fnUntraced(function* (
  server: McpServer.McpServer["Service"],
  { read: run }: Connected
) {
  const annotations = Context.empty()
  for (const resource of resources.filter(({ isLocal }) => isLocal !== true)) {
    const { filterExample, name, namedBy, one, title } = resource
    const [many, address] = [pluralName(resource), `${scheme}${name}`]
    // the router escapes a colon by doubling it
    const routerPath = address.replaceAll(":", "::")
    const read = (uri: string, effect: Effect.Effect<Answer, CommandError, Session>) =>
      Effect.map(run(Effect.flatMap(effect, cleanAnswer), resource), (answer) => ({
        contents: [McpSchema.TextResourceContents.make({ uri, mimeType, text: JSON.stringify(answer) })]
      }))
    yield* server.addResource({
      resource: new McpSchema.Resource({
        uri: address,
        name,
        title,
        description: `The first ${many}, and the URI of the next page`,
        mimeType
      }),
      annotations,
      handle: Effect.mapError(
        read(address, readList(resource, address)),
        ({ message }) => new McpSchema.InternalError({ message })
      )
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${address}{?${parameters(resource).join(",")}}`,
        name: `${name} by page`,
        description: `A page of the ${many}${filterExample === undefined ? "" : `; filter is ${filterExample}`}`,
        mimeType
      }),
      annotations,
      routerPath,
      completions: {},
      handle: (uri) => Effect.mapError(read(uri, readList(resource, uri)), toMcpError)
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${address}/{${jsonName(resource)}}`,
        name: one,
        description: `All fields of one ${one}, by its ${namedBy}`,
        mimeType
      }),
      annotations,
      routerPath: `${routerPath}/:0`,
      completions: {},
      handle: (uri, [name = ""]) => Effect.mapError(read(uri, readRow(resource, name, uri)), toMcpError)
    })
  }
})
