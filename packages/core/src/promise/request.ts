import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { Method, RawRequest, RawRequests } from "../RawRequests.ts"
import { ofCalls } from "./CallOptions.ts"
import type { CallOptions } from "./CallOptions.ts"
import * as Checks from "./checks.ts"
import type { CallPromise, Door, Made } from "./Door.ts"
import { call, callerOf, refusalOf } from "./Door.ts"

export type { Method as RequestMethod }

/** What a request carries that the contract does not name. */
export interface RequestOptions
  extends Omit<CallOptions, "extra">, Pick<RawRequest, "query" | "body" | "takesUserToken" | "retry"> {}

/** Calls what the contract lacks: resolves with the body, in which what is secret is a `Secret`. */
export type Request = (method: Method, path: string, options?: RequestOptions) => CallPromise<unknown>

const { extra: _, ...ofOptions } = ofCalls

const methods: ReadonlyArray<unknown> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const isBody = (value: unknown) =>
  !Predicate.isObject(value) || Checks.isPlain(value) || Predicate.hasProperty(value, "toJSON")

const checks: Checks.Checks = {
  ...ofOptions,
  query: Checks.query,
  body: { is: isBody, wanted: "what JSON can hold" },
  takesUserToken: Checks.flag,
  retry: Checks.oneOf("safe", "idempotent", "unsafe")
}

const problemsIn = (method: unknown, path: unknown, options: unknown) => [
  ...(methods.includes(method) ? [] : [`the method must be one of ${methods.join(", ")}.`]),
  ...(Predicate.isString(path) && path.startsWith("/") ? [] : ['the path must be one such as "/v1/calls".']),
  ...Checks.problemsIn(checks, options, "third")
]

/** Makes the method that calls what the contract lacks. */
export const requestOf = (door: Door, { request: send }: RawRequests["Service"]): Request => {
  const request: Request = (method, path, options = {}) => {
    const site = callerOf(request)
    const refused = refusalOf("request", () => problemsIn(method, path, options))
    const made: { readonly options: RequestOptions } & Made = {
      options: refused === undefined ? options : {},
      site,
      refused
    }
    const { body, query, retry, takesUserToken } = made.options
    const sent = { body, query, retry, takesUserToken }
    return call(door, () => Effect.map(send(method, path, sent), ({ raw }) => raw), made, "open")
  }
  return request
}
