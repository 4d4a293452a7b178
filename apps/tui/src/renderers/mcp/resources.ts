import * as McpSchema from "effect/ai/McpSchema"
import type * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { resources } from "../../resources/registry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { manyOf, wordOf } from "../../resources/Resource.ts"
import { valueOf } from "../headless/Format.ts"
import { usage } from "../headless/Stopped.ts"
import type { Stopped } from "../headless/Stopped.ts"
import { find } from "../headless/targets.ts"
import * as Answer from "./answer.ts"
import type { Connected, Session } from "./Connected.ts"
import { pageOf } from "./read.ts"

type Server = McpServer.McpServer["Service"]

const scheme = "remote-assist://"

const mimeType = "application/json"

const queryOf = (uri: string) => {
  const at = uri.indexOf("?")
  return Object.fromEntries(new URLSearchParams(at === -1 ? "" : uri.slice(at + 1).replaceAll("+", "%2B")))
}

const parametersOf = ({ filterExample }: AnyResource): ReadonlyArray<string> => [
  "page",
  "cursor",
  ...(filterExample === undefined ? [] : ["filter"]),
  "fields"
]

/** Fails for parameters that an address does not take. */
const checked = (uri: string, known: ReadonlyArray<string>) => {
  const unknown = Object.keys(queryOf(uri)).find((name) => !known.includes(name))
  const takes = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`
  return unknown === undefined
    ? Effect.void
    : Effect.fail(usage(`${uri.slice(0, uri.indexOf("?"))} has no parameter "${unknown.slice(0, 80)}": ${takes}.`))
}

const listIn = Effect.fnUntraced(function* (resource: AnyResource, uri: string) {
  yield* checked(uri, parametersOf(resource))
  const { fields, ...query } = queryOf(uri)
  const page = yield* pageOf(resource, fields === undefined ? query : { ...query, fields })
  const { next, ...rest } = page
  if (next === undefined) return { ...rest, next: null }
  const { cursor: _, page: _page, ...others } = queryOf(uri)
  const further = new URLSearchParams({ ...others, cursor: next })
  return { ...rest, next: `${scheme}${resource.name}?${further.toString()}` }
})

const showIn = (resource: AnyResource, name: string, uri: string) =>
  Effect.map(Effect.andThen(checked(uri, []), find(resource, name)), (row) => ({
    [wordOf(resource)]: valueOf(resource.fields, row)
  }))

const failed = ({ kind, message }: Stopped) =>
  kind === "usage" ? new McpSchema.InvalidParams({ message }) : new McpSchema.InternalError({ message })

const read = (
  connected: Connected,
  resource: AnyResource,
  uri: string,
  effect: Effect.Effect<Answer.Answer, Stopped, Session>
) =>
  connected.read(Effect.flatMap(effect, Answer.told), resource).pipe(
    Effect.map((answer) => ({
      contents: [McpSchema.TextResourceContents.make({ uri, mimeType, text: JSON.stringify(answer) })]
    })),
    Effect.mapError(failed)
  )

const annotations = Context.empty()

// a router's path, in which a colon stands for itself if it is there twice
const routed = (path: string) => `${scheme}${path}`.replaceAll(":", "::")

/** Adds the lists as resources that are read page by page, and what is in them. */
export const register = Effect.fnUntraced(function* (server: Server, connected: Connected) {
  for (const resource of resources.filter(({ isLocal = false }) => !isLocal)) {
    const { filterExample, name, one } = resource
    const many = manyOf(resource)
    const filter = filterExample === undefined ? "" : `; filter is ${filterExample}`
    yield* server.addResource({
      resource: new McpSchema.Resource({
        uri: `${scheme}${name}`,
        name,
        title: resource.title,
        description: `The first ${many}, and the address of those that follow`,
        mimeType
      }),
      annotations,
      handle: Effect.mapError(
        read(connected, resource, `${scheme}${name}`, listIn(resource, `${scheme}${name}`)),
        ({ message }) => new McpSchema.InternalError({ message })
      )
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${scheme}${name}{?${parametersOf(resource).join(",")}}`,
        name: `${name} by page`,
        description: `A page of the ${many}${filter}`,
        mimeType
      }),
      annotations,
      routerPath: routed(name),
      completions: {},
      handle: (uri) => read(connected, resource, uri, listIn(resource, uri))
    })
    yield* server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({
        uriTemplate: `${scheme}${name}/{${wordOf(resource)}}`,
        name: one,
        description: `All that is known of one ${one}, by its ${resource.namedBy}`,
        mimeType
      }),
      annotations,
      routerPath: `${routed(name)}/:0`,
      completions: {},
      handle: (uri, [name = ""]) => read(connected, resource, uri, showIn(resource, name, uri))
    })
  }
})
