import * as McpSchema from "effect/ai/McpSchema"
import type * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { AnyResource } from "../../resources/Resource.ts"
import { jsonName, pluralName } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { valueOf } from "../headless/format.ts"
import { usage } from "../headless/output.ts"
import type { Stopped } from "../headless/output.ts"
import { find } from "../headless/request.ts"
import { cleaned } from "./answer.ts"
import type { Answer } from "./answer.ts"
import type { Connected, Session } from "./Connected.ts"
import { pageOf } from "./lists.ts"

const scheme = "remote-assist://"

const mimeType = "application/json"

const parametersOf = ({ filterExample }: AnyResource): ReadonlyArray<string> => [
  "page",
  "cursor",
  ...(filterExample === undefined ? [] : ["filter"]),
  "fields"
]

/** The parameters of an address; fails if one is unknown. */
const queryOf = Effect.fnUntraced(function* (uri: string, known: ReadonlyArray<string>) {
  const [address = "", search = ""] = uri.split(/\?(.*)/s)
  const query = Object.fromEntries(new URLSearchParams(search.replaceAll("+", "%2B")))
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown === undefined) return query
  const takes = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`
  return yield* usage(`${address} has no parameter "${unknown.slice(0, 80)}": ${takes}.`)
})

const listIn = Effect.fnUntraced(function* (resource: AnyResource, uri: string) {
  const query = yield* queryOf(uri, parametersOf(resource))
  const { next, ...rest } = yield* pageOf(resource, query)
  const { cursor: _, page: __, ...others } = query
  const further = new URLSearchParams({ ...others, cursor: next ?? "" })
  return { ...rest, next: next === undefined ? null : `${scheme}${resource.name}?${further.toString()}` }
})

const showIn = (resource: AnyResource, name: string, uri: string) =>
  Effect.map(Effect.andThen(queryOf(uri, []), find(resource, name)), (row) => ({
    [jsonName(resource)]: valueOf(resource.fields, row)
  }))

/** Adds each list as a resource that is read page by page, and what is in it. */
export const register = Effect.fnUntraced(function* (server: McpServer.McpServer["Service"], { read: run }: Connected) {
  const annotations = Context.empty()
  for (const resource of resources.filter(({ isLocal }) => isLocal !== true)) {
    const { filterExample, name, namedBy, one, title } = resource
    const [many, word, address] = [pluralName(resource), jsonName(resource), `${scheme}${name}`]
    // in a path of the router, two colons stand for one
    const routerPath = address.replaceAll(":", "::")
    const read = (uri: string, effect: Effect.Effect<Answer, Stopped, Session>) =>
      Effect.map(run(Effect.flatMap(effect, cleaned), resource), (answer) => ({
        contents: [McpSchema.TextResourceContents.make({ uri, mimeType, text: JSON.stringify(answer) })]
      }))
    const failed = ({ kind, message }: Stopped) =>
      kind === "usage" ? new McpSchema.InvalidParams({ message }) : new McpSchema.InternalError({ message })
    yield* server.addResource({
      resource: new McpSchema.Resource({
        uri: address,
        name,
        title,
        description: `The first ${many}, and the address of those that follow`,
        mimeType
      }),
      annotations,
      handle: Effect.mapError(
        read(address, listIn(resource, address)),
        ({ message }) => new McpSchema.InternalError({ message })
      )
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${address}{?${parametersOf(resource).join(",")}}`,
        name: `${name} by page`,
        description: `A page of the ${many}${filterExample === undefined ? "" : `; filter is ${filterExample}`}`,
        mimeType
      }),
      annotations,
      routerPath,
      completions: {},
      handle: (uri) => Effect.mapError(read(uri, listIn(resource, uri)), failed)
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${address}/{${word}}`,
        name: one,
        description: `All that is known of one ${one}, by its ${namedBy}`,
        mimeType
      }),
      annotations,
      routerPath: `${routerPath}/:0`,
      completions: {},
      handle: (uri, [name = ""]) => Effect.mapError(read(uri, showIn(resource, name, uri)), failed)
    })
  }
})
