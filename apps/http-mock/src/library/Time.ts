import * as Duration from "effect/Duration"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** A length of time: milliseconds, or text such as `"2 hours"` or `"31 days"`. */
export type Time = number | `${number} ${Duration.Unit}`

// Effect takes NaN, and any object, for no time at all
const isTime = (value: unknown): value is Time =>
  Predicate.isString(value) || (Predicate.isNumber(value) && !Number.isNaN(value))

/** A duration of plain values; throws for an invalid one. */
export const durationOf = (time: unknown): Duration.Duration =>
  Option.getOrThrowWith(
    isTime(time) ? Duration.fromInput(time) : Option.none(),
    () => new RangeError(`${format(time)} is no duration. Use milliseconds, or text such as "2 hours".`)
  )
