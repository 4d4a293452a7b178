import * as Address from "./address.ts"

/** What a path is of. */
export interface Route {
  readonly method: string
  /** Its parameters are spelt `:name`. */
  readonly path: string
}

/** What a request reaches. */
export interface Reached<A> {
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
    const { query, segments } = Address.read(address)
    if (segments === undefined) return undefined
    for (const { route, segments: wanted } of patterns.get(keyOf(method, segments)) ?? []) {
      const params = fit(wanted, segments, longest)
      if (params !== undefined) return { route, params, query: Address.parameters(query) }
    }
    return undefined
  }
}
