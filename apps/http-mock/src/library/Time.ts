import * as Duration from "effect/Duration"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** A duration: milliseconds, or text such as `"2 hours"` or `"31 days"`. */
export type Time = number | `${number} ${Duration.Unit}`

const units: ReadonlyArray<string> = [
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
  "microseconds",
  "nanoseconds"
]

const isCount = (value: unknown) => Predicate.isNumber(value) && !Number.isNaN(value)

// also for Temporal.Duration, whose units are on the prototype
const hasUnits = (value: object) => {
  const counts = units.map((unit): unknown => Reflect.get(value, unit)).filter(Predicate.isNotUndefined)
  return Object.keys(value).every((name) => units.includes(name)) && counts.length > 0 && counts.every(isCount)
}

// Duration.fromInput reads NaN, and any object, as a duration of 0
const isInput = (value: unknown): value is Duration.Input =>
  Predicate.isString(value) ||
  isCount(value) ||
  Predicate.isBigInt(value) ||
  Duration.isDuration(value) ||
  (Array.isArray(value) ? value.length === 2 && value.every(isCount) : Predicate.isObject(value) && hasUnits(value))

/** Returns a duration, or none for any other value. */
export const readDuration = (value: unknown): Option.Option<Duration.Duration> =>
  isInput(value) ? Duration.fromInput(value) : Option.none()

/** Returns a duration; throws if the value is not one. */
export const durationFrom = (value: unknown): Duration.Duration =>
  Option.getOrThrowWith(
    readDuration(value),
    () => new RangeError(`${format(value)} is not a duration. Use milliseconds, or text such as "2 hours".`)
  )
