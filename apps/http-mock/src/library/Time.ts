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

const units = new Set(["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"])

const isCount = (value: unknown) => Predicate.isNumber(value) && !Number.isNaN(value)

const isInput = (value: unknown) =>
  isTime(value) ||
  Predicate.isBigInt(value) ||
  Duration.isDuration(value) ||
  (Array.isArray(value)
    ? value.every(isCount)
    : Predicate.isObject(value) &&
      Object.keys(value).length > 0 &&
      Object.entries(value).every(([unit, count]) => units.has(unit) && isCount(count)))

/** A duration of what Effect takes for one; throws for what it takes for no time at all, such as a `Date`. */
export const durationFrom = (input: Duration.Input): Duration.Duration =>
  Option.getOrThrowWith(isInput(input) ? Duration.fromInput(input) : Option.none(), () => none(input))
