import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** What of a request a header is read from. */
interface WithHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>
}

const scheme = /^Bearer(?:[ \t]+|$)/i

/** A header of a request without the space around it; nothing when it is absent or empty. */
export const headerOf = ({ headers }: WithHeaders, name: string): string | undefined =>
  headers[name.toLowerCase()]?.trim() || undefined

/** The value of an `authorization` header that carries a token (RFC 6750). */
export const bearer = (token: string): string => `Bearer ${token}`

/** The value of an `authorization` header in two: the scheme `Bearer` with its space, where it is there, and the token. */
export const splitBearer = (value: string): readonly [scheme: string, token: string] => {
  const [found = ""] = scheme.exec(value) ?? []
  return [found, value.slice(found.length)]
}

/** The value of an `authorization` header without the scheme `Bearer`. */
export const withoutBearer = (value: string): string => splitBearer(value.trim())[1]

// a JWT, a refresh token and a personal access token have these letters alone
const tokenForm = /^[\w.-]+$/

/** What is wrong with a text that holds more than a token, such as another scheme or quotes; nothing with a token. */
export const notAlone = (token: string): string | undefined =>
  tokenForm.test(token)
    ? undefined
    : "The header authorization holds more than a token. Send the token alone, or after Bearer and a space."

/** The token that a request carries in `authorization`, with or without `Bearer`; nothing when there is none. */
export const bearerToken = (request: WithHeaders): string | undefined =>
  withoutBearer(headerOf(request, "authorization") ?? "") || undefined

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
