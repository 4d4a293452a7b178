import type { Socket } from "node:net"

import { operations, match, methodsAt } from "@remote-assist/core/Contract"
import type { Operation, Match } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import { disjunction, distance } from "@remote-assist/core/Text"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { hasBody } from "effect/http/HttpMethod"
import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { optionLookup } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"

/** A request to a region, and the outcome that the steps of the pipeline note on it. */
export interface RegionRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly region: RegionName
  /** Whether the emulator serves HTTPS. */
  readonly secure: boolean
  readonly apiKeyHeader: string
  /** The path after the region, as sent. */
  readonly path: string
  /** The query as sent, with its question mark. */
  readonly query: string
  /** The operation with its parameters, or `undefined` if no operation takes the path as it is. */
  readonly match: Match | undefined
  /** The operation that the request is meant for, or `undefined` if there is none. */
  readonly operation: Operation | undefined
  /** Returns the current world of the region. */
  readonly world: () => World
  /** Returns the time of the request by the tenant's clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Looks up an option of the world, and notes in the journal that the answer depends on it. */
  readonly option: OptionLookup
  /** The body, if a step has read it. */
  body: Uint8Array | undefined
  /** The ids of the faults that hit the request. If one replaced the answer, it is the last. */
  faults: ReadonlyArray<string>
  /** How a fault changes the answer, or `undefined` if none does. */
  effect: string | undefined
  /** The MSW handler that answered, or `undefined` if none did. */
  handler: string | undefined
  isPassedOn: boolean
}

/** The class of requests on a socket. */
export const { IncomingMessage: NodeRequest } = process.getBuiltinModule("node:http")

/** The origin of an emulator without a socket. */
export const inProcessOrigin = "http://emulator.internal"

/** Whether only this machine can reach a host. */
export const isLocal = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

type WithHeaders = { readonly headers: Readonly<Record<string, string | undefined>> }

const inProcessHost = new URL(inProcessOrigin).host

/** Returns the host that a request names. A request without a socket need not name one. */
export const hostOf = ({ headers }: WithHeaders): string => headers["host"] ?? inProcessHost

/** Returns the origin of the emulator as the client of a request reaches it. */
export const originOf = (request: WithHeaders, secure: boolean): string =>
  `${secure ? "https" : "http"}://${hostOf(request)}`

const tenantUrl = /^\/t\/([^/?]*)(.*)$/s

/** Splits `/t/<name>` from a URL. The name is `undefined` if the URL does not have it. */
export const splitTenant = (url: string): { readonly name: string | undefined; readonly url: string } => {
  const [, name, rest = url] = url.startsWith("/t/") ? (tenantUrl.exec(url) ?? []) : []
  return { name, url: rest }
}

/** Whether a request may have a body. */
export const mayHaveBody = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["content-length"] === undefined
    ? headers["transfer-encoding"] !== undefined || hasBody(method)
    : headers["content-length"] !== "0"

/** Returns the length of the body that a request announces, or 0 if it announces none. */
export const contentLength = ({ headers }: WithHeaders): number => Number(headers["content-length"] ?? 0)

/** Returns how many bytes the body of a request may have. */
export const maxBodyBytes = ({ world }: RegionRequest): number => {
  const option = optionLookup(world().settings.choices)
  return option("request.maximum-body")
}

/** Returns the TCP socket under the socket of a request. A TLS socket cannot be reset. */
export const UnderlyingSocket = Context.Reference<(socket: Socket) => Socket>(
  "@remote-assist/http-mock/UnderlyingSocket",
  { defaultValue: () => (socket) => socket }
)

export const readBytes = (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
): Effect.Effect<Uint8Array, HttpServerError.HttpServerError> =>
  Effect.map(
    Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBytes)),
    (bytes) => new Uint8Array(bytes)
  )

/** Whether a body was not read because it is too large. */
export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

const scheme = /^Bearer(?:[ \t]+|$)/i

/** Returns a trimmed header, or `undefined` if it is absent or empty. */
export const headerOf = ({ headers }: WithHeaders, name: string): string | undefined =>
  headers[name.toLowerCase()]?.trim() || undefined

/** Formats a token as the value of an `authorization` header (RFC 6750). */
export const bearer = (token: string): string => `Bearer ${token}`

/** Splits an `authorization` header into the scheme `Bearer` with its space, if present, and the token. */
export const splitBearer = (value: string): readonly [scheme: string, token: string] => {
  const [found = ""] = scheme.exec(value) ?? []
  return [found, value.slice(found.length)]
}

/** Returns an `authorization` header without the scheme `Bearer`. */
export const withoutBearer = (value: string): string => splitBearer(value.trim())[1]

/** Returns the token in `authorization`, with or without `Bearer`, or `undefined` if there is none. */
export const bearerToken = (request: WithHeaders): string | undefined =>
  withoutBearer(headerOf(request, "authorization") ?? "") || undefined

// JWTs, refresh tokens and personal access tokens have only these characters
const tokenForm = /^[\w.-]+$/

/** Explains why a text is not a token, such as quotes or another scheme, or returns `undefined` if it can be one. */
export const tokenFormError = (token: string): string | undefined =>
  tokenForm.test(token)
    ? undefined
    : "The header authorization holds more than a token. Send only the token, or Bearer, a space and the token."

/** Whether a text looks like a user token. */
export const isUserToken = (value: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(withoutBearer(value))

interface Credentials {
  readonly headers: HttpServerRequest.HttpServerRequest["headers"]
  readonly url: string
}

/** Finds a value in another header or a parameter of the query, or returns `undefined`. */
export const findElsewhere = (
  { headers, url }: Credentials,
  header: string,
  matches: (value: string) => boolean
): string | undefined => {
  const other = Object.entries(headers).find(([name, value]) => name !== header.toLowerCase() && matches(value))
  if (other !== undefined) return `the header ${other[0]}`
  const parameter = [...new URLSearchParams(url.split("?")[1] ?? "")].find(([, value]) => matches(value))
  return parameter === undefined ? undefined : `the parameter ${parameter[0]} of the query`
}

const maxEdits = 2

// no segment of an operation is longer
const maxSegment = 40

const versions = new Set(["v1", "v1r1"])

/** Splits a path after `/api` and the version, either of which may be missing. */
const segmentsOf = (path: string): ReadonlyArray<string> => {
  const [first = "", ...further] = path
    .replace(/^\/(?:api\/)*/, "")
    .replace(/\/$/, "")
    .split("/")
  return versions.has(first) ? further : [first, ...further]
}

const editsBetween = (segments: ReadonlyArray<string>, { path }: Operation): number => {
  const wanted = segmentsOf(path)
  if (wanted.length !== segments.length) return Number.POSITIVE_INFINITY
  return wanted.reduce(
    (sum, segment, at) =>
      sum + (segment.startsWith(":") ? 0 : distance((segments[at] ?? "").slice(0, maxSegment), segment)),
    0
  )
}

/** Finds the operation with the most similar path, of the same version and method if several are, or `undefined`. */
const nearestOperation = (method: string, path: string): Operation | undefined => {
  const segments = segmentsOf(path)
  // an id is similar to any text, so one segment must be long enough to compare
  if (!segments.some((segment) => segment.length > maxEdits)) return undefined
  const costs = operations.map((operation) => ({
    operation,
    cost:
      10 * editsBetween(segments, operation) +
      (path.includes(`/${operation.version}/`) ? 0 : 2) +
      (operation.method === method ? 0 : 1)
  }))
  const nearest = costs.reduce((one, other) => (other.cost < one.cost ? other : one))
  return nearest.cost < 10 * (maxEdits + 1) ? nearest.operation : undefined
}

const isDecodable = (path: string) => Result.isSuccess(Result.try(() => decodeURIComponent(path)))

// an invalid or overlong id still belongs to an operation, which rejects it
const anyId = { anyLength: true }

const decodable = (path: string) => (path.includes("%") && !isDecodable(path) ? path.replaceAll("%", "%25") : path)

/** Finds the operation that takes a request, with its parameters. The path is the one after the region. */
export const matchOperation = (method: string, path: string, query: string): Match | undefined =>
  path.startsWith("/api/") ? match(method, `${path.slice("/api".length)}${query}`) : undefined

/** Finds the operation that a request is meant for, even if its ids are invalid. */
export const intendedOperation = (method: string, path: string): Operation | undefined =>
  path.startsWith("/api/") ? match(method, decodable(path.slice("/api".length)), anyId)?.operation : undefined

const methodsOf = (path: string): ReadonlyArray<string> =>
  path.startsWith("/api/") ? methodsAt(decodable(path.slice("/api".length)), anyId) : []

const shorten = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}...` : path)

/** Explains why no operation takes a request within a region, and what to do. */
export const noOperationMessage = (method: string, wholePath: string): string => {
  const path = shorten(wholePath)
  const methods = methodsOf(wholePath)
  if (methods.includes(method) || (method === "HEAD" && methods.includes("GET")))
    return isDecodable(wholePath)
      ? `The path has an id that is too long: ${path}. Check the id.`
      : `${path} cannot be decoded. Write a percent sign as %25.`
  if (methods.length > 0) return `${path} does not take ${method}. Use ${disjunction(methods)}.`
  const nearest = nearestOperation(method, path)
  return nearest === undefined
    ? `There is no operation ${method} ${path}. Check the path; it starts with /api/v1 or /api/v1r1.`
    : `There is no operation ${method} ${path}. The nearest is ${nearest.method} /api${nearest.path}.`
}

/** Returns the fields of the decoded type of a schema. */
export const fieldsOf = (schema: Schema.Top | undefined): ReadonlyArray<SchemaAST.PropertySignature> => {
  const ast = schema === undefined ? undefined : Schema.toType(schema).ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}
