import * as Duration from "effect/Duration"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** A length of time: milliseconds, or text such as `"2 hours"` or `"31 days"`. */
export type Time = number | `${number} ${Duration.Unit}`

// Effect takes NaN, and any object, for no time at all
const isTime = (value: unknown): value is Time =>
  Predicate.isString(value) || (Predicate.isNumber(value) && !Number.isNaN(value))

const none = (value: unknown) =>
  new RangeError(`${format(value)} is no duration. Use milliseconds, or text such as "2 hours".`)

/** A duration of plain values; throws for an invalid one. */
export const durationOf = (time: unknown): Duration.Duration =>
  Option.getOrThrowWith(isTime(time) ? Duration.fromInput(time) : Option.none(), () => none(time))

const units = ["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"] as const

const isUnit = (name: string) => units.some((unit) => unit === name)

const isCount = (value: unknown) => Predicate.isNumber(value) && !Number.isNaN(value)

// by its members, which are of its prototype where it is like a Temporal.Duration
const isOfUnits = (value: object) => {
  const counts = units.map((unit): unknown => Reflect.get(value, unit)).filter(Predicate.isNotUndefined)
  return Object.keys(value).every(isUnit) && counts.length > 0 && counts.every(isCount)
}

const isInput = (value: unknown): value is Duration.Input =>
  isTime(value) ||
  Predicate.isBigInt(value) ||
  Duration.isDuration(value) ||
  (Array.isArray(value) ? value.length === 2 && value.every(isCount) : Predicate.isObject(value) && isOfUnits(value))

/** A duration of what Effect takes for one; nothing for what it takes for no time at all, such as a `Date`. */
export const readDuration = (value: unknown): Option.Option<Duration.Duration> =>
  isInput(value) ? Duration.fromInput(value) : Option.none()

/** A duration of what Effect takes for one; throws for an invalid one. */
export const durationFrom = (input: Duration.Input): Duration.Duration =>
  Option.getOrThrowWith(readDuration(input), () => none(input))
