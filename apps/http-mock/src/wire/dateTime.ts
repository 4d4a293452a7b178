import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** What is accepted where a date-time is asked for, in words. */
export const accepts = "a date-time, such as 2026-01-01T12:00:00Z"

const rfc3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

// a day that a month does not have becomes one of the next
const isDay = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

/** Whether a text is a date-time of RFC 3339, of a day that there is. */
export const isDateTime = (text: string): boolean => {
  const [, date] = rfc3339.exec(text) ?? []
  return date !== undefined && isDay(date)
}

/** The moment that a date-time of RFC 3339 stands for. */
export const read = (text: string): Option.Option<DateTime.Utc> =>
  isDateTime(text) ? DateTime.make(text) : Option.none()

/** A date-time that is sent: as RFC 3339 writes it, of a day that there is. */
export const DateTimeSent = Schema.String.check(Schema.makeFilter(isDateTime, { expected: accepts })).pipe(
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)
