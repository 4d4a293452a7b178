import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { Exported } from "../persistence/Codec.ts"
import * as DateTimeText from "../wire/dateTime.ts"
import { isDateTime } from "../world/timestamp.ts"
import { durationFrom } from "./Time.ts"
import type { Time } from "./Time.ts"

type Whole = typeof Exported.Type | Uint8Array | string | number | boolean | null | undefined

/** A value with a `Date` for each date-time, milliseconds for each duration, and something to iterate for a stream. */
export type Plain<Value> = unknown extends Value
  ? Value
  : Schema.Json extends Value
    ? Value
    : Value extends DateTime.DateTime
      ? Date
      : Value extends Duration.Duration
        ? number
        : Value extends Stream.Stream<infer Item, infer _E, infer _R>
          ? AsyncIterable<Plain<Item>>
          : Value extends Whole
            ? Value
            : { readonly [Field in keyof Value]: Plain<Value[Field]> }

/** What is taken for a value: a `Date` or its text for a date-time, milliseconds or a text for a duration. */
export type Taken<Value> = unknown extends Value
  ? Value
  : Schema.Json extends Value
    ? Value
    : Value extends DateTime.DateTime
      ? Date | string
      : Value extends Duration.Duration
        ? Time
        : Value extends Whole
          ? Value
          : { readonly [Field in keyof Value]: Taken<Value[Field]> }

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> => Stream.isStream(value)

const isPlainObject = (value: unknown): value is object =>
  Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype

const mapped = (value: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(change)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]))
}

/** A value of the typed client as plain values. */
export const plain = (value: unknown): unknown => {
  if (isStream(value)) return Stream.toAsyncIterable(Stream.map(value, plain))
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  return Duration.isDuration(value) ? Duration.toMillis(value) : mapped(value, plain)
}

const dated = (value: unknown): unknown => {
  if (!(value instanceof Date)) return mapped(value, dated)
  if (Number.isNaN(value.getTime())) throw new RangeError("A date of the request is no date (Invalid Date).")
  return DateTime.makeUnsafe(value)
}

// of a request that was JSON, a date-time is text
const momentOf = (value: unknown): unknown => {
  if (!Predicate.isString(value)) return value
  if (!isDateTime(value))
    throw new RangeError(`${JSON.stringify(value)} is no date-time. Use a Date, or ${DateTimeText.accepts}.`)
  return DateTime.makeUnsafe(value)
}

/** The time that a clock is set to. */
const withMoment = (value: unknown): unknown =>
  isPlainObject(value) && "set" in value ? { ...value, set: momentOf(value.set) } : value

// what requests call a length of time
const durations = new Set(["advance", "timeout", "ttl"])

const timed = (part: unknown): unknown =>
  isPlainObject(part)
    ? Object.fromEntries(
        Object.entries(part).map(([name, value]) => [
          name,
          durations.has(name) && value !== undefined ? durationFrom(value) : value
        ])
      )
    : part

/** A request of plain values as the typed client takes it; throws for what cannot be read as a date or a duration. */
export const typed = (request: unknown): unknown => mapped(dated(request), (part) => timed(withMoment(part)))
