import type * as HttpServerRequest from "effect/http/HttpServerRequest"

import { withoutBearer } from "./bearer.ts"

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** The name of a header other than `header` whose value passes. */
const otherHeader = (headers: Headers, header: string, passes: (value: string) => boolean): string | undefined =>
  Object.entries(headers).find(([name, value]) => name !== header.toLowerCase() && passes(value))?.[0]

/** The name of a parameter of the query whose value passes. */
const parameter = (url: string, passes: (value: string) => boolean): string | undefined =>
  [...new URLSearchParams(url.split("?")[1] ?? "")].find(([, value]) => passes(value))?.[0]

/** Whether a text looks like a user token. */
export const isToken = (value: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(withoutBearer(value))

interface Place {
  readonly headers: Headers
  readonly url: string
}

const found = ({ headers, url }: Place, header: string, passes: (value: string) => boolean): string | undefined => {
  const other = otherHeader(headers, header, passes)
  if (other !== undefined) return `the header ${other}`
  const named = parameter(url, passes)
  return named === undefined ? undefined : `the parameter ${named} of the query`
}

/** Where else a request carries its API key; nothing when it is nowhere. */
export const apiKey = (place: Place, header: string, isKey: (value: string) => boolean): string | undefined =>
  found(place, header, (value) => isKey(withoutBearer(value)))

/** Where else a request carries its user token; nothing when it is nowhere. */
export const userToken = (place: Place): string | undefined => found(place, "authorization", isToken)
