import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import * as Predicate from "effect/Predicate"

import { meant } from "../world/similarity.ts"

/** What of an endpoint says which parts its requests have. */
export interface Endpoint {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly payload: ReadonlyMap<string, unknown>
}

const partsOf = ({ headers, params, payload, query }: Endpoint): ReadonlyArray<string> => {
  const asked = { params, query, headers, payload: payload.size > 0 ? payload : undefined }
  return Object.entries(asked).flatMap(([part, schema]) => (schema === undefined ? [] : [part]))
}

// which form of the answer is yielded; the client's own
const ofClient = new Set(["responseMode"])

const wrongPart = (request: object, parts: ReadonlyArray<string>) =>
  Object.keys(request).find((part) => !parts.includes(part) && !ofClient.has(part))

// what makes the path another: an empty part, and what URLs step over
const unfit = new Set<unknown>(["", ".", ".."])

const wrongParameter = (request: object, place: string) => {
  const params: unknown = Reflect.get(request, "params")
  if (!Predicate.isObject(params)) return undefined
  const wrong = Object.entries(params).find(([, value]) => unfit.has(value))
  return wrong === undefined
    ? undefined
    : `${place} is given ${format(wrong[1])} as ${wrong[0]}, which no path can carry. Give the ${wrong[0]} of one that there is.`
}

/** Why a request is none of the endpoint, as a sentence; nothing when its parts are those that the endpoint has. */
const whyNot = (request: unknown, endpoint: Endpoint, place: string): string | undefined => {
  if (request === undefined) return undefined
  const parts = partsOf(endpoint)
  const all = parts.length === 0 ? "It takes nothing." : `It takes an object with ${parts.join(", ")}.`
  if (!Predicate.isObject(request)) return `${place} is given ${format(request)}. ${all}`
  const wrong = wrongPart(request, parts)
  if (wrong === undefined) return wrongParameter(request, place)
  const other = meant(wrong, parts)
  return `${place} takes no ${wrong}. ${other === undefined ? all : `Did you mean ${other}?`}`
}

/** The request with what may be absent: a query and a payload of nothing. */
const withAbsent = (request: unknown, endpoint: Endpoint): unknown => {
  const parts = partsOf(endpoint).filter((part) => part === "query" || part === "payload")
  return parts.length === 0 ? request : Object.assign(Object.fromEntries(parts.map((part) => [part, {}])), request)
}

type Method = (request: unknown) => Effect.Effect<unknown, unknown>

/** Whether a member of a client is a method of it. */
export const isMethod = (member: unknown): member is Method => Predicate.isFunction(member)

/** The method of a client that dies, with a sentence, of a request with parts that its endpoint does not have. */
export const withAskedParts =
  (method: Method, endpoint: Endpoint, place: string): Method =>
  (request) =>
    Effect.suspend(() => {
      const why = whyNot(request, endpoint, place)
      if (why !== undefined) throw new TypeError(why)
      return method(withAbsent(request, endpoint))
    })
