import * as Effect from "effect/Effect"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Codec } from "../Endpoint.ts"
import type { Operation } from "../Operation.ts"

const decode = (schema: Codec | undefined, value: unknown) =>
  schema === undefined ? Effect.succeedNone : Effect.asSome(Schema.decodeUnknownEffect(schema)(value))

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): unknown => {
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return Result.getOrElse(
    Result.try((): unknown => JSON.parse(text)),
    () => text
  )
}

/** Decodes the parts of a request that its operation has. */
export const decodeInput = Effect.fnUntraced(function* (
  { endpoint, params, query }: Operation,
  path: Readonly<Record<string, string | undefined>>,
  url: URL,
  request: HttpClientRequest.HttpClientRequest
) {
  const parts = {
    params: yield* decode(params, path),
    query: yield* decode(query, UrlParams.toRecord(UrlParams.fromInput(url.searchParams))),
    payload: yield* decode(endpoint.payload, bodyOf(request))
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => (Option.isSome(part) ? [[name, part.value]] : []))
  )
})

/** Encodes a value with the first of a status's schemas that takes it. */
export const encode = (schemas: ReadonlyArray<Codec>, value: unknown) =>
  Schema.encodeUnknownEffect(Schema.Union(schemas))(value)
