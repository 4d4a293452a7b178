import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { CallOptions } from "../../CallOptions.ts"
import type { Endpoint, PathFields, QueryFields } from "../../Endpoint.ts"
import type { HttpRequest } from "../../Http.ts"
import { isHidden, reveal } from "../secrets/names.ts"
import { faultOf } from "./headers.ts"

/** What a method is called with, before it is encoded. */
export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

/** Takes note of what is hidden in the input, such as a `Redacted`, and sent as it is. */
export type Keep = (hidden: unknown) => void

const fill = (path: string, params: PathFields) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** A query string with its question mark, keys of lists repeated; empty where no field is set. */
const queryOf = (fields: QueryFields, keep: Keep): string => {
  let query = ""
  for (const name in fields) {
    const value = fields[name]
    for (const one of value === undefined ? [] : Array.isArray(value) ? value : [value]) {
      if (isHidden(one)) keep(one)
      query += `${query === "" ? "?" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(String(reveal(one)))}`
    }
  }
  return query
}

const json = { accept: "application/json", "content-type": "application/json" }
const bodiless = { accept: "application/json" }

const headersOf = (hasBody: boolean, extra: CallOptions["headers"]) => {
  const own = hasBody ? json : bodiless
  if (extra === undefined) return own
  const headers: Record<string, string> = {}
  for (const name in extra) if (extra[name] !== undefined) headers[name.toLowerCase()] = extra[name]
  return { ...headers, ...own }
}

/** Why a request cannot be made. */
export interface Misfit {
  readonly message: string
}

/** Writes a body as JSON, in which what is hidden is as it is sent: nothing where a body cannot be written so. */
const jsonOf = (body: unknown, keep: Keep): string | undefined =>
  JSON.stringify(body, function (this: unknown, name, written: unknown) {
    const held: unknown = Reflect.get(Object(this), name)
    // a promise would be an empty object, and a BigInt is refused
    if (!isHidden(held)) return Predicate.isPromiseLike(written) ? 0n : written
    keep(held)
    return reveal(held)
  })

/** The parts of a request. */
interface Parts {
  readonly method: string
  /** Absolute and encoded, without a query. */
  readonly address: string
  readonly query: QueryFields
  readonly body: unknown
}

const unsendable = {
  bodyOfGet: { message: "a GET has no body, so it takes no fields in one." },
  query: { message: "its query holds what no address can carry, such as half a character." },
  body: {
    message:
      "its body cannot be written as JSON: it is no value, holds a promise, a BigInt or itself, or is nested too deep."
  },
  extra: { message: "extra.body goes beside the fields of a body, but the body is no object." }
}

const withExtra = (body: unknown, extra: unknown): Result.Result<unknown, Misfit> => {
  if (extra === undefined) return Result.succeed(body)
  if (body === undefined) return Result.succeed(extra)
  return Predicate.isObject(body) && !isHidden(body)
    ? Result.succeed({ ...Object(extra), ...body })
    : Result.fail(unsendable.extra)
}

/** Makes a request of its parts, in a region with an API-key header. */
export const requestOf = (
  { address, body, method, query }: Parts,
  { extra = {}, headers }: CallOptions,
  apiKeyHeader: string,
  keep: Keep
): Result.Result<HttpRequest, Misfit> => {
  const hasBody = body !== undefined || extra.body !== undefined
  if (hasBody && method === "GET") return Result.fail(unsendable.bodyOfGet)
  const fault = headers && faultOf(headers, apiKeyHeader)
  if (fault !== undefined) return Result.fail({ message: fault })
  const whole = withExtra(body, extra.body)
  if (Result.isFailure(whole)) return Result.fail(whole.failure)
  const url = Result.try(
    () => address + queryOf(extra.query === undefined ? query : { ...extra.query, ...query }, keep)
  )
  if (Result.isFailure(url)) return Result.fail(unsendable.query)
  const json = Result.try(() => (hasBody ? jsonOf(whole.success, keep) : undefined))
  if (Result.isFailure(json) || (hasBody && json.success === undefined)) return Result.fail(unsendable.body)
  return Result.succeed({ method, url: url.success, headers: headersOf(hasBody, headers), body: json.success })
}

const none = Result.succeed({})
const nothing = Result.succeed(undefined)

/** Makes the request of an endpoint from a method's input; input that does not fit its schemas fails. */
export const encoder = (
  { method, params, path, payload, query }: Endpoint,
  { apiKeyHeader, apiUrl }: { readonly apiUrl: string; readonly apiKeyHeader: string }
) => {
  const encodeParams = params && Schema.encodeUnknownResult(params)
  const encodeQuery = query && Schema.encodeUnknownResult(query)
  const encodePayload = payload && Schema.encodeUnknownResult(payload)
  return (input: Input, options: CallOptions, keep: Keep): Result.Result<HttpRequest, Misfit> => {
    const params = encodeParams?.(input.params)
    if (params !== undefined && Result.isFailure(params)) return Result.fail(params.failure)
    const query = encodeQuery?.(input.query) ?? none
    if (Result.isFailure(query)) return Result.fail(query.failure)
    const body = encodePayload?.(input.payload) ?? nothing
    if (Result.isFailure(body)) return Result.fail(body.failure)
    const address = apiUrl + (params === undefined ? path : fill(path, params.success))
    return requestOf({ method, address, query: query.success, body: body.success }, options, apiKeyHeader, keep)
  }
}
