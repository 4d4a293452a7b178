import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { textOf } from "./json.ts"

/** Formats a date-time as the service does: ISO 8601, UTC, with microseconds. */
export const timestamp = (millis: number): string => `${new Date(millis).toISOString().slice(0, -1)}000Z`

/** Checks whether something expired that was created at `madeAt`; seeded things, without it, do not expire. */
export const isOver = (madeAt: number | undefined, seconds: number | "unlimited", now: number): boolean =>
  madeAt !== undefined && seconds !== "unlimited" && now >= madeAt + seconds * 1000

const rfc3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

// Date moves an invalid day to the next month
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

/** Checks whether a text is a valid date-time (RFC 3339). */
export const isDateTime = (text: string): boolean => {
  const [, date] = rfc3339.exec(text) ?? []
  return date !== undefined && isDay(date)
}

// an offset may lead to a year without four digits
const inUtc = (date: string, time: string, offset: string): string => {
  const utc = new Date(`${date}${time}${offset}`.toUpperCase()).toISOString()
  return utc.startsWith("+") ? "9999-12-31T24" : utc.startsWith("-") ? "" : utc.slice(0, 19)
}

const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/

/** Returns a text that sorts by time for a date-time of any precision and offset; other texts are unchanged. */
export const sortable = (text: string): string => {
  const [, seconds, fraction = ""] = parts.exec(text) ?? []
  if (seconds !== undefined) return `${seconds}.${fraction.padEnd(9, "0")}`
  const [, date, time = "", part = "", offset = ""] = rfc3339.exec(text) ?? []
  return date === undefined || !isDay(date) ? text : `${inUtc(date, time, offset)}.${part.slice(0, 9).padEnd(9, "0")}`
}

/** Describes a valid date-time. */
export const dateTimeAccepts = "a date-time, such as 2026-01-01T12:00:00Z"

/** Parses a date-time (RFC 3339). */
export const parseDateTime = (text: string): Option.Option<DateTime.Utc> =>
  isDateTime(text) ? DateTime.make(text) : Option.none()

/** A date-time in a request (RFC 3339). */
export const DateTimeInput = textOf(isDateTime, dateTimeAccepts).pipe(Schema.decodeTo(Schema.DateTimeUtcFromString))

/** A duration in a request, as a text. */
export const durationOf = (isValid: (duration: Duration.Duration) => boolean, expected: string) =>
  textOf((text) => Option.exists(readDuration(text), isValid), expected).pipe(
    Schema.decodeTo(Schema.DurationFromString)
  )

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
    Option.filter(readDuration(value), Duration.isFinite),
    () => new RangeError(`${format(value)} is not a duration. Use milliseconds, or text such as "2 hours".`)
  )
