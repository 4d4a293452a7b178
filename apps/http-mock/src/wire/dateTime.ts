import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { isDateTime } from "../world/timestamp.ts"

/** What is accepted where a date-time is asked for, in words. */
export const accepts = "a date-time, such as 2026-01-01T12:00:00Z"

/** The moment that a date-time of RFC 3339 stands for. */
export const read = (text: string): Option.Option<DateTime.Utc> =>
  isDateTime(text) ? DateTime.make(text) : Option.none()

/** A date-time that is sent: as RFC 3339 writes it, of a day that there is. */
export const DateTimeSent = Schema.String.check(Schema.makeFilter(isDateTime, { expected: accepts })).pipe(
  Schema.decodeTo(Schema.DateTimeUtcFromString)
)
