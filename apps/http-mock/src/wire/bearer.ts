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

/** The token that a request carries in `authorization`, with or without `Bearer`; nothing when there is none. */
export const bearerToken = (request: WithHeaders): string | undefined =>
  withoutBearer(headerOf(request, "authorization") ?? "") || undefined
