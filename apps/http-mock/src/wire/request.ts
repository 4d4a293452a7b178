import type { Socket } from "node:net"

import { operations, match, methodsAt } from "@remote-assist/core/Contract"
import type { Operation, Match } from "@remote-assist/core/Contract"
import { distance } from "@remote-assist/core/Nearest"
import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

/** The origin of an emulator that has no socket. */
export const inProcessOrigin = "http://emulator.internal"

type Sent = Pick<HttpServerRequest.HttpServerRequest, "headers">

const inProcessHost = new URL(inProcessOrigin).host

/** The host that a request is for; without a socket it need not name one. */
export const hostOf = ({ headers }: Sent): string => headers.host ?? inProcessHost

/** Where a request says that an emulator is, which speaks HTTPS or not. */
export const originOf = (request: Sent, secure: boolean): string => `${secure ? "https" : "http"}://${hostOf(request)}`

/** Whether a body was not read because it is larger than was to be read. */
export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

// a socket of TLS cannot be reset, what carries it can
const carriers = new WeakMap<Socket, Socket>()

/** Notes the connection that carries a socket of TLS. */
export const noteCarrier = (secure: Socket, carrier: Socket): void => {
  carriers.set(secure, carrier)
}

/** The connection that carries a socket, which is itself without TLS. */
export const carrierOf = (socket: Socket): Socket => carriers.get(socket) ?? socket

/** The most letters in which a path may differ from what it is taken for. */
const most = 2

// no segment of an operation is longer
const longest = 40

const versions = new Set(["v1", "v1r1"])

/** The segments of a path behind `/api` and the version, either of which may be missing. */
const segmentsOf = (path: string): ReadonlyArray<string> => {
  const [first = "", ...further] = path
    .replace(/^\/(?:api\/)?/, "")
    .replace(/\/$/, "")
    .split("/")
  return versions.has(first) ? further : [first, ...further]
}

const apart = (given: ReadonlyArray<string>, { path }: Operation): number => {
  const wanted = segmentsOf(path)
  if (wanted.length !== given.length) return Number.POSITIVE_INFINITY
  return wanted.reduce(
    (sum, segment, at) => sum + (segment.startsWith(":") ? 0 : distance((given[at] ?? "").slice(0, longest), segment)),
    0
  )
}

// a place that is named by an id alone is like any text, so that at least one segment has to be spelt out
const isNamed = (segments: ReadonlyArray<string>) => segments.some((segment) => segment.length > most)

/** The operation whose path is most like a given one, of the same version and method where there are several; or nothing. */
const nearestOperation = (method: string, path: string): Operation | undefined => {
  const given = segmentsOf(path)
  if (!isNamed(given)) return undefined
  const likes = operations.map((operation) => ({
    operation,
    cost:
      10 * apart(given, operation) +
      (path.includes(`/${operation.version}/`) ? 0 : 2) +
      (operation.method === method ? 0 : 1)
  }))
  const nearest = likes.reduce((one, other) => (other.cost < one.cost ? other : one))
  return nearest.cost < 10 * (most + 1) ? nearest.operation : undefined
}

const isDecodable = (path: string) => Result.isSuccess(Result.try(() => decodeURIComponent(path)))

// an id that cannot be decoded, or is too long, leads to an operation nevertheless: that refuses it
const anyId = { anyLength: true }

const readable = (path: string) => (path.includes("%") && !isDecodable(path) ? path.replaceAll("%", "%25") : path)

/** The operation that takes a request, with its parameters; `path` is that after the region. */
export const matched = (method: string, path: string, query: string): Match | undefined =>
  path.startsWith("/api/") ? match(method, `${path.slice("/api".length)}${query}`) : undefined

/** The operation that a request is meant for, whatever its ids are; `path` is that after the region. */
export const operationFor = (method: string, path: string): Operation | undefined =>
  path.startsWith("/api/") ? match(method, readable(path.slice("/api".length)), anyId)?.operation : undefined

const methodsOf = (path: string): ReadonlyArray<string> =>
  path.startsWith("/api/") ? methodsAt(readable(path.slice("/api".length)), anyId) : []

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}...` : path)

/** Why a request within a region meets no operation, and what to do. */
export const whyNoOperation = (method: string, given: string): string => {
  const path = shortened(given)
  const others = methodsOf(given)
  if (others.includes(method) || (method === "HEAD" && others.includes("GET")))
    return isDecodable(given)
      ? `The path has an id that is too long: ${path}. Check the id.`
      : `${path} cannot be decoded. Write a percent sign as %25.`
  if (others.length > 0) return `${path} does not take ${method}. Use ${others.join(" or ")}.`
  if (methodsOf(`/api${given}`).length > 0) return `The path lacks /api. Use /api${path} after the base address.`
  const once = given.replace(/^(\/api)+/, "/api")
  if (once !== given && methodsOf(once).length > 0)
    return `The path has /api twice. Use ${shortened(once)} after the base address.`
  const other = given.replace(/^\/api\/(v1|v1r1)\//, (_, version) => `/api/${version === "v1" ? "v1r1" : "v1"}/`)
  if (other !== given && methodsOf(other).length > 0)
    return `There is no operation ${method} ${path}, but there is ${methodsOf(other).join(" and ")} ${shortened(other)}.`
  const nearest = nearestOperation(method, path)
  return nearest === undefined
    ? `There is no operation ${method} ${path}. Check the path; it starts with /api/v1 or /api/v1r1.`
    : `There is no operation ${method} ${path}. The nearest is ${nearest.method} /api${nearest.path}.`
}

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
