import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

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
export const DateTimeInput = Schema.String.check(Schema.makeFilter(isDateTime, { expected: dateTimeAccepts })).pipe(
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)
