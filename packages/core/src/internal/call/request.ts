import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { CallOptions, Extra } from "../../CallOptions.ts"
import type { Endpoint, PathFields, QueryFields } from "../../Endpoint.ts"
import type { HttpRequest } from "../../Http.ts"
import { invalidHeader } from "../http.ts"
import { isHidden, reveal } from "../secrets/names.ts"

/** The arguments of a method before they are encoded. */
export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

/** Called with each hidden value of the input, such as a `Redacted`, whose text is sent. */
export type OnSecret = (hidden: unknown) => void

const fill = (path: string, params: PathFields) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** Formats a query string with its question mark; lists repeat their key. Returns an empty text without fields. */
const formatQuery = (fields: QueryFields, onSecret: OnSecret): string => {
  let query = ""
  for (const name in fields) {
    const value = fields[name]
    for (const one of value === undefined ? [] : Array.isArray(value) ? value : [value]) {
      if (isHidden(one)) onSecret(one)
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

/** Why the input of a call is invalid. */
export interface InvalidInput {
  readonly message: string
}

/** Formats a body as JSON with hidden values revealed; `undefined` if it has no JSON form. */
const toJson = (body: unknown, onSecret: OnSecret): string | undefined =>
  JSON.stringify(body, function (this: unknown, name, value: unknown) {
    const original: unknown = Reflect.get(Object(this), name)
    // a promise would become an empty object; a BigInt throws
    if (!isHidden(original)) return Predicate.isPromiseLike(value) ? 0n : value
    onSecret(original)
    return reveal(original)
  })

interface Parts {
  readonly method: string
  /** Absolute, encoded, without a query. */
  readonly address: string
  readonly query: QueryFields
  readonly body: unknown
}

const invalid = {
  bodyOfGet: { message: "a GET request has no body: leave it out." },
  query: { message: "its query cannot be encoded: it holds a lone surrogate." },
  body: {
    message:
      "its body cannot be written as JSON: it is undefined or a function, holds a promise, a BigInt or itself, or is nested too deep."
  },
  extra: { message: "extra.body adds fields to a body, but the body is not an object." }
}

/** Returns the problem of a field of `extra` that the call itself sets. */
const repeated = (part: keyof Extra, extra: object = {}, own: unknown): string | undefined => {
  const name = Object.keys(extra).find((name) => Reflect.get(Object(own), name) !== undefined)
  return name && `extra.${part} has ${JSON.stringify(name)}, which the call sets itself: leave it out.`
}

const withExtra = (body: unknown, extra: unknown): Result.Result<unknown, InvalidInput> => {
  if (extra === undefined) return Result.succeed(body)
  if (body === undefined) return Result.succeed(extra)
  return Predicate.isObject(body) && !isHidden(body)
    ? Result.succeed({ ...Object(extra), ...body })
    : Result.fail(invalid.extra)
}

/** Builds a request from its parts. */
export const buildRequest = (
  { address, body, method, query }: Parts,
  { extra = {}, headers }: CallOptions,
  apiKeyHeader: string,
  onSecret: OnSecret
): Result.Result<HttpRequest, InvalidInput> => {
  const hasBody = body !== undefined || extra.body !== undefined
  if (hasBody && method === "GET") return Result.fail(invalid.bodyOfGet)
  const message =
    (headers && invalidHeader(headers, apiKeyHeader)) ??
    repeated("query", extra.query, query) ??
    repeated("body", extra.body, body)
  if (message !== undefined) return Result.fail({ message })
  const whole = withExtra(body, extra.body)
  if (Result.isFailure(whole)) return Result.fail(whole.failure)
  const url = Result.try(
    () => address + formatQuery(extra.query === undefined ? query : { ...extra.query, ...query }, onSecret)
  )
  if (Result.isFailure(url)) return Result.fail(invalid.query)
  const json = Result.try(() => (hasBody ? toJson(whole.success, onSecret) : undefined))
  if (Result.isFailure(json) || (hasBody && json.success === undefined)) return Result.fail(invalid.body)
  return Result.succeed({ method, url: url.success, headers: headersOf(hasBody, headers), body: json.success })
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const names: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  "an integer": "a whole number",
  object: "an object",
  boolean: "true or false"
}

const wholes = { params: "the path", query: "the query", payload: "the body" }

/** Describes the first problem of an input by the name of its parameter. */
const describe = (part: keyof typeof wholes, { issue }: Schema.SchemaError): InvalidInput => {
  const [first] = issuesOf(issue).issues
  const path = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  const name = path.length === 0 ? wholes[part] : JSON.stringify(path.join("."))
  const problem = first?.message ?? "Expected another value"
  if (problem === "Missing key") return { message: `${name} is missing.` }
  const expected = /^Expected (.+)$/.exec(problem)?.[1]
  return { message: expected === undefined ? problem : `${name} must be ${names[expected] ?? expected}.` }
}

const noFields = Result.succeed({})
const noBody = Result.succeed(undefined)

/** Makes the function that builds the requests of an endpoint; it fails if the input does not match the schemas. */
export const encoder = (
  { method, params, path, payload, query }: Endpoint,
  { apiKeyHeader, apiUrl }: { readonly apiUrl: string; readonly apiKeyHeader: string }
) => {
  const encodeParams = params && Schema.encodeUnknownResult(params)
  const encodeQuery = query && Schema.encodeUnknownResult(query)
  const encodePayload = payload && Schema.encodeUnknownResult(payload)
  return (input: Input, options: CallOptions, onSecret: OnSecret): Result.Result<HttpRequest, InvalidInput> => {
    const params = encodeParams?.(input.params)
    if (params !== undefined && Result.isFailure(params)) return Result.fail(describe("params", params.failure))
    const query = encodeQuery?.(input.query) ?? noFields
    if (Result.isFailure(query)) return Result.fail(describe("query", query.failure))
    const body = encodePayload?.(input.payload) ?? noBody
    if (Result.isFailure(body)) return Result.fail(describe("payload", body.failure))
    const address = apiUrl + (params === undefined ? path : fill(path, params.success))
    return buildRequest({ method, address, query: query.success, body: body.success }, options, apiKeyHeader, onSecret)
  }
}
