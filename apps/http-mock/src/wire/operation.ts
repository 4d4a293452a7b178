import { operations, match, methodsAt } from "@remote-assist/core/Contract"
import type { Operation, Match } from "@remote-assist/core/Contract"
import { distance } from "@remote-assist/core/Nearest"
import * as Result from "effect/Result"

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
