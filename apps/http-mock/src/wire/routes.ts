import { Api } from "@remote-assist/core/Api"
import { UserTokenV1Text } from "@remote-assist/core/Credentials"
import * as Result from "effect/Result"

interface Route {
  /** Group and name, as `EnterpriseUsers.list`. */
  readonly operation: string
  readonly method: string
  readonly pattern: RegExp
  /** Whether the path has a parameter. */
  readonly open: boolean
  /** Whether its 401 is a bare string. */
  readonly text: boolean
}

// the contract's groups are read as data here: which methods a path has
const all: ReadonlyArray<Route> = Object.values(Api.groups).flatMap((group) =>
  Object.values(group.endpoints).map(({ identifier, method, middlewares, path }) => ({
    operation: `${group.identifier}.${identifier}`,
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, "[^/]+")}$`),
    open: path.includes(":"),
    text: new Set<unknown>(middlewares).has(UserTokenV1Text)
  }))
)

// a path that is spelt out goes before one with a parameter that fits it too
const routes = all.toSorted((one, other) => Number(one.open) - Number(other.open))

const methodsOf = (path: string): ReadonlyArray<string> =>
  routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)

/** The operations of the service, by group and name. */
export const operations: ReadonlyArray<string> = all.map(({ operation }) => operation)

// every request is looked up, most of them again and again
const known = new Map<string, string | undefined>()

const mostKnown = 1000

/** The operation that a request is for, as `EnterpriseUsers.list`; `path` is that after the region, without a query. */
export const operationOf = (method: string, path: string): string | undefined => {
  const line = `${method} ${path}`
  if (known.has(line)) return known.get(line)
  const operation = routes.find((route) => route.method === method && route.pattern.test(path))?.operation
  if (known.size >= mostKnown) known.clear()
  known.set(line, operation)
  return operation
}

/** Whether what is wrong with a request is told in a bare string. */
export const answersText = (method: string, path: string): boolean =>
  routes.some((route) => route.text && route.method === method && route.pattern.test(path))

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}...` : path)

const isDecodable = (path: string) => Result.isSuccess(Result.try(() => decodeURIComponent(path)))

/** Why a request within a region meets no endpoint, and what to do. */
export const whyNot = (method: string, given: string): string => {
  const path = shortened(given)
  const others = methodsOf(path)
  if (others.includes(method))
    return isDecodable(given)
      ? `The path has an id that is too long: ${path}. Check the id.`
      : `${path} cannot be decoded. Write a percent sign as %25.`
  if (others.length > 0) return `${path} does not take ${method}. Use ${others.join(" or ")}.`
  if (methodsOf(`/api${path}`).length > 0) return `The path lacks /api. Use /api${path} after the base address.`
  const once = path.replace(/^(\/api)+/, "/api")
  if (once !== path && methodsOf(once).length > 0) return `The path has /api twice. Use ${once} after the base address.`
  const other = path.replace(/^\/api\/(v1|v1r1)\//, (_, version) => `/api/${version === "v1" ? "v1r1" : "v1"}/`)
  if (other !== path && methodsOf(other).length > 0)
    return `There is no endpoint ${method} ${path}, but there is ${methodsOf(other).join(" and ")} ${other}.`
  return `There is no endpoint ${method} ${path}. Check the path; it starts with /api/v1 or /api/v1r1.`
}
