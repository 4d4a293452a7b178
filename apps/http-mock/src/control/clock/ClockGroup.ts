import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { DateTimeSent } from "../../wire/dateTime.ts"

/** The time of a tenant: tokens, confirmations, durations, mails and `last_used_at` all follow it. */
export const Time = Schema.Struct({
  now: Schema.DateTimeUtcFromString,
  /** How many seconds pass in a second; 0 stands still. */
  scale: Schema.Finite,
  /** Whether it shows the machine's time, unchanged. */
  machine: Schema.Boolean
}).annotate({ identifier: "Time" })
export type Time = typeof Time.Type

/**
 * What to change: the time that is set, then how far it moves, then how fast it runs from there. It stops at the end of
 * the year 9999, and at the beginning of the year 1.
 */
export const TimeChange = Schema.Struct({
  /** A date-time. */
  set: Schema.optionalKey(DateTimeSent),
  /** A duration such as `31 days`, `2 hours` or `500 millis`. */
  advance: Schema.optionalKey(Schema.DurationFromString),
  scale: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
}).annotate({ identifier: "TimeChange" })
export type TimeChange = typeof TimeChange.Type

/** Freezes, sets, moves and scales the clock of a tenant. */
export const ClockGroup = HttpApiGroup.make("clock")
  .add(
    HttpApiEndpoint.get("read", "/clock", { success: Time }),
    HttpApiEndpoint.post("change", "/clock", { payload: TimeChange, success: Time }),
    HttpApiEndpoint.delete("reset", "/clock", { success: Time })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
