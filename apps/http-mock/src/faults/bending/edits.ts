import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Override } from "./Bending.ts"
import * as Place from "./Place.ts"
import { retyped, unknownLike } from "./retype.ts"

/** A value after edits, with the paths that matched nothing and those that added something. */
export interface Edited {
  readonly value: unknown
  readonly missed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
}

/** Edits a JSON value in place; fails where that becomes too large. */
export type Edit = (value: unknown) => Result.Result<Edited, string>

/** What happens at the places of a path; whether it missed, and whether it added. */
type Change = (holder: Array<unknown>) => Result.Result<"changed" | "missed" | "added", string>

const mostAdded = 64 * 1024 * 1024

const tooLarge = (path: string) => `${path} would add more than ${mostAdded} bytes to the answer. Name fewer places.`

const define = (holder: unknown, key: string | number, value: unknown) => {
  if (Predicate.isObjectOrArray(holder))
    Reflect.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

const parentOf = (location: Place.Location) => location.slice(0, -1)

// everything is below the first position of a list, so that the root is a place as others are
const below = (location: Place.Location): Place.Location => [0, ...location]

const put = (holder: Array<unknown>, location: Place.Location, value: unknown) => {
  const whole = below(location)
  define(Place.valueAt(holder, parentOf(whole)), whole.at(-1) ?? 0, value)
}

const setting =
  ({ findOrAdd, path }: Place.Place, value: unknown): Change =>
  (holder) => {
    const places = holder[0] === undefined && (path === "" || path === "$") ? [[]] : findOrAdd(holder[0])
    const text = JSON.stringify(value)
    if (places.length * text.length > mostAdded) return Result.fail(tooLarge(path))
    let isAdded = false
    for (const place of places) {
      isAdded ||= Place.valueAt(holder, below(place)) === undefined
      put(holder, place, JSON.parse(text))
    }
    return Result.succeed(places.length === 0 ? "missed" : isAdded ? "added" : "changed")
  }

const changing =
  ({ find }: Place.Place, change: (value: unknown) => unknown): Change =>
  (holder) => {
    const places = holder[0] === undefined ? [] : find(holder[0])
    for (const place of places) put(holder, place, change(Place.valueAt(holder, below(place))))
    return Result.succeed(places.length === 0 ? "missed" : "changed")
  }

const removing =
  ({ find }: Place.Place): Change =>
  (holder) => {
    const places = holder[0] === undefined ? [] : find(holder[0])
    const emptied = new Set<Array<unknown>>()
    for (const place of places) {
      const whole = below(place)
      const parent = Place.valueAt(holder, parentOf(whole))
      if (!Predicate.isObjectOrArray(parent)) continue
      Reflect.deleteProperty(parent, whole.at(-1) ?? 0)
      if (Array.isArray(parent) && parent !== holder) emptied.add(parent)
    }
    // what is left of a list closes up
    for (const list of emptied) list.splice(0, list.length, ...list.filter((_, at) => at in list))
    return Result.succeed(places.length === 0 ? "missed" : "changed")
  }

const placed = (
  field: string,
  path: string,
  change: (place: Place.Place) => Change
): Result.Result<readonly [path: string, change: Change], string> =>
  Result.mapBoth(Place.of(path), {
    onFailure: (why) => `${field} has the path ${path}, which cannot be used: ${why}.`,
    onSuccess: (place) => [path, change(place)] as const
  })

/** Makes the edits of an override, in their order; or says which of its paths cannot be used. */
export const compile = ({ remove = [], retype = {}, set = {}, unknown = [] }: Override): Result.Result<Edit, string> =>
  Result.map(
    Result.all([
      ...Object.entries(set).map(([path, value]) => placed("set", path, (place) => setting(place, value))),
      ...Object.entries(retype).map(([path, kind]) =>
        placed("retype", path, (place) => changing(place, (value) => retyped(value, kind)))
      ),
      ...unknown.map((path) => placed("unknown", path, (place) => changing(place, unknownLike))),
      ...remove.map((path) => placed("remove", path, removing))
    ]),
    (changes) => (value) => {
      const holder = [value]
      const missed: Array<string> = []
      const added: Array<string> = []
      for (const [path, change] of changes) {
        const outcome = change(holder)
        if (Result.isFailure(outcome)) return Result.fail(outcome.failure)
        if (outcome.success === "missed") missed.push(path)
        if (outcome.success === "added") added.push(path)
      }
      return Result.succeed({ value: holder[0], missed, added })
    }
  )
