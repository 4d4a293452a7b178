import * as Result from "effect/Result"

/** A path and a query as a request names them. */
interface Address {
  /** Between slashes, decoded; nothing where a segment cannot be. */
  readonly segments: ReadonlyArray<string> | undefined
  readonly query: string
}

const decodeText = (text: string): Result.Result<string, unknown> =>
  text.includes("%") ? Result.try(() => decodeURIComponent(text)) : Result.succeed(text)

// a proxy is sent the whole address
const origin = /^https?:\/\/.*?\//

const decodedAll = (segments: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const decoded: Array<string> = []
  for (const segment of segments) {
    const text = decodeText(segment)
    if (Result.isFailure(text)) return undefined
    decoded.push(text.success)
  }
  return decoded
}

const endOf = (whole: string) => {
  for (let at = 0; at < whole.length; at++) {
    const letter = whole[at]
    if (letter === "?" || letter === "#") return at
  }
  return whole.length
}

const segmentsOf = (path: string): ReadonlyArray<string> => {
  const segments = path.slice(1).split("/")
  return segments.includes("") ? segments.filter((segment) => segment !== "") : segments
}

/** Reads an address: doubled and closing slashes count as one and none, and a query begins with `?` or `#`. */
const read = (address: string): Address => {
  const whole = address.startsWith("/") ? address : address.replace(origin, "/")
  const end = endOf(whole)
  const path = whole.slice(0, end)
  const query = whole.slice(end + 1)
  if (!path.startsWith("/")) return { segments: undefined, query }
  const segments = segmentsOf(path)
  return { segments: path.includes("%") ? decodedAll(segments) : segments, query }
}

// what cannot be decoded is taken as it is
const orAsIs = (text: string) => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  return spaced.includes("%") ? Result.getOrElse(decodeText(spaced), () => spaced) : spaced
}

/** The parameters of a query: the values of one that comes more than once as a list. */
export const parameters = (query: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  // a parameter may have the name of what other objects inherit
  const values: Record<string, string | Array<string>> = Object.create(null)
  if (query === "") return values
  for (const pair of query.split("&")) {
    if (pair === "") continue
    const end = pair.indexOf("=")
    const name = orAsIs(end < 0 ? pair : pair.slice(0, end))
    const value = end < 0 ? "" : orAsIs(pair.slice(end + 1))
    const before = values[name]
    if (before === undefined) values[name] = value
    else if (Array.isArray(before)) before.push(value)
    else values[name] = [before, value]
  }
  return values
}

/** What a path is of. */
interface Route {
  readonly method: string
  /** Its parameters are spelt `:name`. */
  readonly path: string
}

/** What a request reaches. */
interface Reached<A> {
  readonly route: A
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

interface Pattern<A> {
  readonly route: A
  readonly segments: ReadonlyArray<string>
}

const isParameter = (segment: string) => segment.startsWith(":")

const parametersIn = ({ segments }: Pattern<unknown>) => segments.filter(isParameter).length

const keyOf = (method: string, segments: ReadonlyArray<string>) => `${method} ${segments.length}`

/** The parameters of a path that fits a pattern; nothing where it does not. Letter case makes no difference. */
const fit = (pattern: ReadonlyArray<string>, segments: ReadonlyArray<string>, longest: number) => {
  const params: Record<string, string> = {}
  for (let at = 0; at < pattern.length; at++) {
    const wanted = pattern[at] ?? ""
    const given = segments[at] ?? ""
    if (isParameter(wanted)) {
      if (given.length > longest) return undefined
      params[wanted.slice(1)] = given
    } else if (given !== wanted && given.toLowerCase() !== wanted) return undefined
  }
  return params
}

/** Finds the route of a request, among those of its method that have as many segments: one that is spelt out goes first. */
export const finder = <A extends Route>(routes: ReadonlyArray<A>) => {
  const patterns = new Map<string, Array<Pattern<A>>>()
  for (const route of routes) {
    const segments = route.path.split("/").slice(1)
    const key = keyOf(route.method, segments)
    const alike = patterns.get(key) ?? []
    patterns.set(key, [...alike, { route, segments }])
  }
  for (const alike of patterns.values()) alike.sort((one, other) => parametersIn(one) - parametersIn(other))
  return (method: string, address: string, longest: number): Reached<A> | undefined => {
    const { query, segments } = read(address)
    if (segments === undefined) return undefined
    for (const { route, segments: wanted } of patterns.get(keyOf(method, segments)) ?? []) {
      const params = fit(wanted, segments, longest)
      if (params !== undefined) return { route, params, query: parameters(query) }
    }
    return undefined
  }
}
