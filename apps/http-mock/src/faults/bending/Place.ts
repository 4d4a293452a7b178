import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { jsonpath } from "json-p3"

import { looksEverywhere, whyTooCostly } from "./pathCost.ts"

/** The names and positions that lead to a value. */
export type Location = ReadonlyArray<string | number>

/** Places in a JSON value, by a JSON Pointer or a JSONPath. */
export interface Place {
  readonly path: string
  /** Whether finding may look at every value that there is. */
  readonly isWide: boolean
  /** Where the values are that there are. */
  readonly find: (root: unknown) => ReadonlyArray<Location>
  /** The same, and where a member can be added whose name alone is missing. */
  readonly findOrAdd: (root: unknown) => ReadonlyArray<Location>
}

/** The value at a location; nothing where there is none. */
export const valueAt = (root: unknown, location: Location): unknown =>
  location.reduce<unknown>(
    (at, key) => (Predicate.isObjectOrArray(at) && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    root
  )

const index = /^(?:0|[1-9]\d{0,15})$/

const keyIn = (holder: unknown, token: string): string | number => {
  if (!Array.isArray(holder)) return token
  if (token === "-") return holder.length
  return index.test(token) ? Number(token) : token
}

const pointer = (path: string): Place => {
  const tokens = path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
  const locate = (root: unknown): Location | undefined => {
    const location: Array<string | number> = []
    for (const token of tokens) {
      const holder = valueAt(root, location)
      const key = keyIn(holder, token)
      if (!Predicate.isObjectOrArray(holder) || (Array.isArray(holder) && Predicate.isString(key))) return undefined
      location.push(key)
    }
    return location
  }
  const holds = (root: unknown, location: Location) => {
    const last = location.at(-1)
    const holder = valueAt(root, location.slice(0, -1))
    return last === undefined || (Predicate.isObjectOrArray(holder) && Object.hasOwn(holder, last))
  }
  const isNext = (root: unknown, location: Location) => {
    const holder = valueAt(root, location.slice(0, -1))
    return !Array.isArray(holder) || Number(location.at(-1)) <= holder.length
  }
  return {
    path,
    isWide: false,
    find: (root) => [locate(root)].filter(Predicate.isNotUndefined).filter((location) => holds(root, location)),
    findOrAdd: (root) => [locate(root)].filter(Predicate.isNotUndefined).filter((location) => isNext(root, location))
  }
}

const environment = new jsonpath.JSONPathEnvironment()
// by regular expressions, which may take any time
const unbounded = ["match", "search"]

for (const name of unbounded) environment.functionRegister.delete(name)

const whyNotCompiled = (error: unknown) => {
  const told = error instanceof Error ? error.message : String(error)
  return unbounded.some((name) => told.includes(`'${name}'`))
    ? "match and search take regular expressions of any time: compare instead, as in $.entries[?@.name == 'Ada']"
    : told
}

type Json = Parameters<typeof environment.query>[1]

// what was parsed from JSON, or made of it, is JSON
const isJson = (_: unknown): _ is Json => true

const jsonPath = (path: string): Result.Result<Place, string> =>
  Result.flatMap(
    Result.try({
      try: () => environment.compile(path),
      catch: whyNotCompiled
    }),
    (query) => {
      const costly = whyTooCostly(query)
      if (costly !== undefined) return Result.fail(costly)
      const find = (root: unknown): ReadonlyArray<Location> => (isJson(root) ? query.query(root).locations() : [])
      const last = query.segments.at(-1)
      const isWide = looksEverywhere(query)
      const [selector, other] = last?.selectors ?? []
      if (
        !(selector instanceof jsonpath.selectors.NameSelector) ||
        other !== undefined ||
        last?.toString().startsWith("..")
      )
        return Result.succeed({ path, isWide, find, findOrAdd: find })
      const holders = new jsonpath.JSONPathQuery(environment, query.segments.slice(0, -1))
      const findOrAdd = (root: unknown): ReadonlyArray<Location> =>
        isJson(root)
          ? holders
              .query(root)
              .nodes.filter(({ value }) => Predicate.isObject(value))
              .map(({ location }) => [...location, selector.name])
          : []
      return Result.succeed({ path, isWide, find, findOrAdd })
    }
  )

/** The places that a path stands for, or why it cannot be used. */
export const of = (path: string): Result.Result<Place, string> =>
  path.startsWith("$")
    ? jsonPath(path)
    : /~(?![01])/.test(path)
      ? Result.fail("~ is written ~0 and / is written ~1 in a JSON Pointer")
      : Result.succeed(pointer(path))
