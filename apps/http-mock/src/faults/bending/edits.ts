import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Override } from "./Bending.ts"
import * as Budget from "./Budget.ts"
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

type Outcome = "changed" | "missed" | "added"

/** What happens at the places of a path; whether it missed, and whether it added. */
interface Change {
  readonly place: Place.Place
  readonly at: (holder: Array<unknown>, budget: Budget.Budget) => Result.Result<Outcome, string>
}

/** What is done, unless it would cost too much. */
const unless = (why: string | undefined, change: () => Outcome): Result.Result<Outcome, string> =>
  why === undefined ? Result.succeed(change()) : Result.fail(why)

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

const setting = (place: Place.Place, value: unknown): Change => {
  const { findOrAdd, path } = place
  const text = JSON.stringify(value)
  const size = Budget.valuesIn(value)
  const isRoot = path === "" || path === "$"
  return {
    place,
    at: (holder, budget) => {
      const places = holder[0] === undefined && isRoot ? [[]] : findOrAdd(holder[0])
      const { length } = places
      return unless(
        Budget.look(budget, path, length) ?? Budget.add(budget, path, length * size, length * text.length),
        () => {
          let isAdded = false
          for (const location of places) {
            isAdded ||= Place.valueAt(holder, below(location)) === undefined
            put(holder, location, JSON.parse(text))
          }
          return length === 0 ? "missed" : isAdded ? "added" : "changed"
        }
      )
    }
  }
}

const finding = (
  place: Place.Place,
  change: (holder: Array<unknown>, location: Place.Location) => void,
  end: () => void = () => undefined
): Change => ({
  place,
  at: (holder, budget) => {
    const places = holder[0] === undefined ? [] : place.find(holder[0])
    // a change adds one value at the most
    const why = Budget.look(budget, place.path, places.length) ?? Budget.add(budget, place.path, places.length, 0)
    return unless(why, () => {
      for (const location of places) change(holder, location)
      end()
      return places.length === 0 ? "missed" : "changed"
    })
  }
})

const changing = (place: Place.Place, change: (value: unknown) => unknown): Change =>
  finding(place, (holder, location) => put(holder, location, change(Place.valueAt(holder, below(location)))))

const removing = (place: Place.Place): Change => {
  const emptied = new Set<Array<unknown>>()
  return finding(
    place,
    (holder, location) => {
      const whole = below(location)
      const parent = Place.valueAt(holder, parentOf(whole))
      if (!Predicate.isObjectOrArray(parent)) return
      Reflect.deleteProperty(parent, whole.at(-1) ?? 0)
      if (Array.isArray(parent) && parent !== holder) emptied.add(parent)
    },
    () => {
      // what is left of a list closes up
      for (const list of emptied) {
        const left = list.filter((_, at) => at in list)
        list.length = 0
        for (const value of left) list.push(value)
      }
      emptied.clear()
    }
  )
}

const placed = (field: string, path: string, change: (place: Place.Place) => Change): Result.Result<Change, string> =>
  Result.mapBoth(Place.of(path), {
    onFailure: (why) => `${field} has the path ${path}, which cannot be used: ${why}.`,
    onSuccess: change
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
    (changes) => {
      const isWide = changes.some(({ place }) => place.isWide)
      return (value) => {
        const holder = [value]
        const outcomes: Record<Outcome, Array<string>> = { changed: [], missed: [], added: [] }
        const budget = { values: isWide ? Budget.valuesIn(value) : 0, looked: 0, added: 0 }
        for (const { at, place } of changes) {
          const why = place.isWide ? Budget.look(budget, place.path, budget.values) : undefined
          const outcome = why === undefined ? at(holder, budget) : Result.fail(why)
          if (Result.isFailure(outcome)) return Result.fail(outcome.failure)
          outcomes[outcome.success].push(place.path)
        }
        return Result.succeed({ value: holder[0], missed: outcomes.missed, added: outcomes.added })
      }
    }
  )
