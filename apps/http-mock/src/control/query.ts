import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { problem } from "../wire/problem.ts"
import { ControlApi } from "./ControlApi.ts"

const pattern = (path: string) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`)

// of two that fit, the one without a parameter is asked; those that take a query have a schema of what may be in it
const endpoints = Object.values(ControlApi.groups)
  .flatMap((group) => Object.values(group.endpoints))
  .map(({ method, path, query }) => ({
    method: String(method),
    isPlain: !path.includes(":"),
    path: pattern(path),
    takesQuery: query !== undefined
  }))
  .toSorted((one, other) => Number(other.isPlain) - Number(one.isPlain))

/** Why the query of a request is refused, of an endpoint that takes none: what it asks for would not happen. */
export const refusedQuery = ({
  method,
  url
}: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse | undefined => {
  const start = url.indexOf("?")
  if (start < 0) return undefined
  const [name] = new URLSearchParams(url.slice(start)).keys()
  if (name === undefined) return undefined
  const path = url.slice(0, start)
  const asked = method === "HEAD" ? "GET" : method
  const endpoint = endpoints.find((one) => one.method === asked && one.path.test(path))
  return endpoint?.takesQuery === false
    ? problem(400, "Bad Request", `${asked} ${path} takes no query, and this has ${name.slice(0, 100)}. Leave it out.`)
    : undefined
}
