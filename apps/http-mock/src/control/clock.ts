import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get, post } from "effect/http-api/HttpApiEndpoint"
import * as Schema from "effect/Schema"

import type { ClockChange, TenantClock } from "../tenants/Tenant.ts"
import { DateTimeInput, durationOf } from "../world/timestamp.ts"
import { CurrentTenant } from "./context.ts"
import { emptyControlApi, defined, makeGroup } from "./group.ts"

/** The time of a tenant, which all its tokens, confirmations, calls and e-mails use. */
export const Time = Schema.Struct({
  now: Schema.DateTimeUtcFromString,
  /** The speed of the clock; 0 is stopped. */
  scale: Schema.Finite,
  /** Whether the clock shows the machine's time. */
  machine: Schema.Boolean
}).annotate({ identifier: "Time" })
export type Time = typeof Time.Type

/** A change of the clock: `set`, then `advance`, then `scale`. The clock stays in the years 1 to 9999. */
export const TimeChange = Schema.Struct({
  /** A date-time. */
  set: Schema.optionalKey(DateTimeInput),
  /** A duration such as `31 days`, `2 hours` or `500 millis`. */
  advance: Schema.optionalKey(durationOf(Duration.isFinite, "a finite duration such as 31 days")),
  scale: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
}).annotate({ identifier: "TimeChange" })
export type TimeChange = typeof TimeChange.Type

/** Freezes, sets, moves and scales the clock of a tenant. */
export const ClockGroup = makeGroup("clock", {
  "Read the time of a tenant and how fast it runs": get("read", "/clock", { success: Time }),
  "Set the time, move it, or change how fast it runs": post("change", "/clock", { payload: TimeChange, success: Time }),
  "Return to the machine's time": remove("reset", "/clock", { success: Time })
})

const show = (clock: TenantClock): Time => ({
  now: DateTime.makeUnsafe(clock.now()),
  scale: clock.pace()?.scale ?? 1,
  machine: clock.pace() === undefined
})

const changeOf = ({ advance, scale, set }: TimeChange): ClockChange =>
  defined({ set: set && DateTime.toEpochMillis(set), advance: advance && Duration.toMillis(advance), scale })

const withClock = (use: (clock: TenantClock) => void) =>
  Effect.map(CurrentTenant, ({ clock }) => {
    use(clock)
    return show(clock)
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(ClockGroup), "clock", (handlers) =>
  handlers.handleAll({
    read: () => Effect.map(CurrentTenant, ({ clock }) => show(clock)),
    change: ({ payload }) => withClock((clock) => clock.change(changeOf(payload))),
    reset: () => withClock((clock) => clock.restore(undefined))
  })
)
