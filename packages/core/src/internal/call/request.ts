import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { CallOptions } from "../../CallOptions.ts"
import type { Endpoint } from "../../Endpoint.ts"
import type { Outgoing } from "../../Http.ts"
import { isHidden, shown } from "../secrets/hidden.ts"
import { isHeaderName, isHeaderValue } from "./headerValue.ts"

/** What a method is called with, before it is encoded. */
export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

type Value = string | number | boolean

type Fields = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

// oxlint-disable-next-line typescript/no-explicit-any -- the contract's codecs need no services, which Top cannot say
type Codec = Schema.Codec<unknown, any>

// oxlint-disable-next-line typescript/no-explicit-any -- see Codec
const encodeWith = (schema: any) => Schema.encodeUnknownResult<Codec>(schema)

/** Takes note of what is hidden in the input, such as a `Redacted`, and sent as it is. */
export type Keep = (hidden: unknown) => void

const fill = (path: string, params: Readonly<Record<string, Value>>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

/** A query string with its question mark, keys of lists repeated; empty where no field is set. */
const queryOf = (fields: Fields, keep: Keep): string => {
  let query = ""
  for (const name in fields) {
    const value = fields[name]
    for (const one of value === undefined ? [] : Array.isArray(value) ? value : [value]) {
      if (isHidden(one)) keep(one)
      query += `${query === "" ? "?" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(String(shown(one)))}`
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
  for (const name in extra) headers[name.toLowerCase()] = extra[name] ?? ""
  return { ...headers, ...own }
}

/** Why a request cannot be made. */
export interface Misfit {
  readonly message: string
}

const misfitOf = (method: string, hasBody: boolean, headers: CallOptions["headers"]): Misfit | undefined => {
  if (hasBody && method === "GET") return { message: "a GET has no body, so it takes no fields in one" }
  const [header] =
    Object.entries(headers ?? {}).find(([name, value]) => !isHeaderName(name) || !isHeaderValue(value)) ?? []
  return header === undefined ? undefined : { message: `no header can be named or carry what ${header} is given as` }
}

/** Writes a body as JSON, in which what is hidden is as it is sent: nothing where a body cannot be written so. */
const jsonOf = (body: unknown, keep: Keep): string | undefined =>
  JSON.stringify(body, function (this: unknown, name, written: unknown) {
    const held: unknown = Reflect.get(Object(this), name)
    if (!isHidden(held)) return written
    keep(held)
    return shown(held)
  })

const unsendable = {
  query: { message: "its query holds what no address can carry, such as half a character." },
  body: {
    message: "its body cannot be written as JSON: it is no value, holds a BigInt or itself, or is nested too deep."
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

/** Makes a request to an address from its parts. */
export const requestOf = (
  method: string,
  address: string,
  query: Fields,
  body: unknown,
  { extra = {}, headers }: CallOptions,
  keep: Keep
): Result.Result<Outgoing, Misfit> => {
  const hasBody = body !== undefined || extra.body !== undefined
  const misfit = hasBody || headers !== undefined ? misfitOf(method, hasBody, headers) : undefined
  if (misfit !== undefined) return Result.fail(misfit)
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
export const encoder = ({ method, params, path, payload, query }: Endpoint, apiUrl: string) => {
  const encodeParams = params && encodeWith(params)
  const encodeQuery = query && encodeWith(query)
  const encodePayload = payload && encodeWith(payload)
  return (input: Input, options: CallOptions, keep: Keep): Result.Result<Outgoing, Misfit> => {
    const params = encodeParams?.(input.params)
    if (params !== undefined && Result.isFailure(params)) return Result.fail(params.failure)
    const query = encodeQuery?.(input.query) ?? none
    if (Result.isFailure(query)) return Result.fail(query.failure)
    const body = encodePayload?.(input.payload) ?? nothing
    if (Result.isFailure(body)) return Result.fail(body.failure)
    const address = apiUrl + (params === undefined ? path : fill(path, params.success))
    return requestOf(method, address, query.success, body.success, options, keep)
  }
}
