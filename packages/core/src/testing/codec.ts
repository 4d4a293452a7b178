import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import type { Codec } from "../Endpoint.ts"
import { parseBody } from "../internal/answers.ts"
import * as Jwt from "../Jwt.ts"
import type { Operation } from "../Operation.ts"
import { defaultPageSize } from "../Page.ts"

const decode = (schema: Codec | undefined, value: unknown) =>
  schema === undefined ? Effect.succeedNone : Effect.asSome(Schema.decodeUnknownEffect(schema)(value))

const textOf = ({ body }: HttpClientRequest.HttpClientRequest) =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

/** Decodes the parts of a request. */
export const decodeInput = Effect.fnUntraced(function* (
  { endpoint, params, query }: Operation,
  path: Readonly<Record<string, string | undefined>>,
  url: URL,
  request: HttpClientRequest.HttpClientRequest
) {
  const parts = {
    params: yield* decode(params, path),
    query: yield* decode(query, UrlParams.toRecord(UrlParams.fromInput(url.searchParams))),
    payload: yield* decode(endpoint.payload, parseBody(textOf(request)).body)
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => (Option.isSome(part) ? [[name, part.value]] : []))
  )
})

/** Encodes a value with the first matching schema of a status. */
export const encode = (schemas: ReadonlyArray<Codec>, value: unknown) =>
  Schema.encodeUnknownEffect(Schema.Union(schemas))(value)

/** 2100-01-01, in unix seconds. */
const expiry = 4_102_444_800

const signature = new TextEncoder().encode("signature")

const makeToken = (jti: string) =>
  Jwt.encode(Jwt.signingInput({ alg: "HS256", typ: "JWT" }, { exp: expiry, jti }), signature)

const withTokens = (body: unknown, seed: string) =>
  Predicate.isObject(body) ? Record.map(body, (_, name) => makeToken(`${seed} ${name}`)) : makeToken(seed)

const numberIn = (query: unknown, name: "page" | "page_size", otherwise: number) =>
  Predicate.hasProperty(query, name) && Predicate.isNumber(query[name]) ? query[name] : otherwise

const asOnlyPage = (body: unknown, query: unknown) => {
  if (!Predicate.hasProperty(body, "entries") || !Array.isArray(body.entries)) return body
  const page = numberIn(query, "page", 1)
  const page_size = numberIn(query, "page_size", defaultPageSize)
  const entries = body.entries.slice(0, page_size)
  return { entries: page === 1 ? entries : [], total_entries: entries.length, total_pages: 1, page, page_size }
}

/** Makes the generator of encoded answers of an operation: tokens are not expired, and a list is one page. */
export const generator = ({ group, id, successes }: Operation) => {
  const [schemas] = successes.values()
  const wire = Arbitrary.schema(Schema.toEncoded(schemas?.[0] ?? Schema.Void))
  return Effect.fnUntraced(function* (seed: string, query: unknown) {
    const [body] = yield* Arbitrary.sampleEffect(wire, { count: 1, seed }).pipe(
      Effect.catch(({ discards }) =>
        Effect.die(new Error(`${id}: no answer matches its schema after ${discards} tries.`))
      )
    )
    return group === "Auth" ? withTokens(body, seed) : asOnlyPage(body, query)
  })
}
