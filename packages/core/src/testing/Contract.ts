import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Api } from "../Api.ts"

type Schemas = readonly [Schema.Top, ...ReadonlyArray<Schema.Top>]

/** An operation of the contract from the service's side. */
export interface Operation {
  readonly group: string
  readonly id: string
  /** Group and id, such as `EnterpriseUsers.list`. */
  readonly name: string
  readonly endpoint: HttpApiEndpoint.Top
  readonly successes: ReadonlyMap<number, Schemas>
  readonly errors: ReadonlyMap<number, Schemas>
}

/** Every operation of the contract. */
export const operations: ReadonlyArray<Operation> = (() => {
  const found: Array<Operation> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, group, successes }) => {
      const id = endpoint.identifier
      found.push({ group: group.identifier, id, name: `${group.identifier}.${id}`, endpoint, successes, errors })
    }
  })
  return found
})()

const isParameter = (segment: string) => segment.startsWith(":")

/** The operation with the fewest parameters comes first, so that a written-out segment wins over one that is given. */
const byRoute = operations
  .map((operation) => ({ operation, route: operation.endpoint.path.split("/") }))
  .toSorted((one, other) => one.route.filter(isParameter).length - other.route.filter(isParameter).length)

const paramsOf = (route: ReadonlyArray<string>, path: ReadonlyArray<string>) =>
  Object.fromEntries(
    route.flatMap((name, index) =>
      isParameter(name) ? [[name.slice(1), decodeURIComponent(path[index] ?? "")] as const] : []
    )
  )

/** The operation that a request reaches, with its path parameters, as they travelled. */
export const find = (method: string, path: string) => {
  const segments = path.split("/")
  const found = byRoute.find(
    ({ operation, route }) =>
      operation.endpoint.method === method &&
      route.length === segments.length &&
      route.every((name, index) => isParameter(name) || name === segments[index])
  )
  return found && { operation: found.operation, params: paramsOf(found.route, segments) }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the contract's codecs need no services, which Top cannot say
const pure = (schema: any): Schema.Codec<unknown> => schema

const decode = (schema: Schema.Top | undefined, value: unknown) =>
  schema === undefined ? Effect.succeedNone : Effect.asSome(Schema.decodeUnknownEffect(pure(schema))(value))

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): unknown => {
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => text
  )
}

/** Decodes the parts of a request that its operation has. */
export const decodeInput = Effect.fnUntraced(function* (
  { endpoint }: Operation,
  params: Readonly<Record<string, string>>,
  url: URL,
  request: HttpClientRequest.HttpClientRequest
) {
  const [payloads] = endpoint.payload.values()
  const query = UrlParams.toRecord(UrlParams.fromInput(url.searchParams))
  const parts = {
    params: yield* decode(endpoint.params, params),
    query: yield* decode(endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query), query),
    payload: yield* decode(payloads && Schema.Union(payloads.schemas), bodyOf(request))
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => (Option.isSome(part) ? [[name, part.value]] : []))
  )
})

/** Encodes a value with the first of a status's schemas that takes it. */
export const encode = (schemas: Schemas, value: unknown) =>
  Schema.encodeUnknownEffect(pure(Schema.Union(schemas)))(value)
