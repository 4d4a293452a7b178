import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { textOf } from "../json.ts"
import { dateTimeAccepts, isDateTime, readDuration } from "../timestamp.ts"

/** How a call can end; `missed` if it was not answered in time. */
export const endings = ["ended", "missed", "declined", "busy", "cancelled", "failed"] as const
export type Ending = (typeof endings)[number]

export const profiles = ["good", "congested", "dropping"] as const
export type Profile = (typeof profiles)[number]

export const deviceTypes = ["iPhone", "Android", "Web"] as const
export type DeviceType = (typeof deviceTypes)[number]

/** Parses a duration such as `12 seconds`, at most a year, to milliseconds. */
export const millisOf = (text: string): Option.Option<number> =>
  readDuration(text).pipe(
    Option.filter(Duration.between({ minimum: Duration.zero, maximum: Duration.days(366) })),
    Option.map((duration) => Math.round(Duration.toMillis(duration)))
  )

/** Parses a valid duration to milliseconds; 0 for `undefined`. */
export const millisFrom = (text = "0 seconds"): number => Option.getOrElse(millisOf(text), () => 0)

export const maxStoredCalls = 5000

export const maxSteps = 100

const Name = Schema.NonEmptyString.check(Schema.isMaxLength(320))

const Who = Schema.Union([Name, Schema.Int]).annotate({ expected: "a user name, an e-mail address or an id" })

const GuestName = textOf((name) => name.trim() !== "", "a name that is not blank").check(Schema.isMaxLength(100))

const Network = Schema.Literals(profiles)

const equipment = { device: Schema.optionalKey(Schema.Literals(deviceTypes)), network: Schema.optionalKey(Network) }

/** A time before or after another one, as a duration. */
export const offsetOf = (expected: string) =>
  textOf((text) => Option.isSome(millisOf(text)), `a duration ${expected}, at most a year`)

/** When a step is due after the start of the call (default: at once). */
const at = Schema.optionalKey(offsetOf("after the start, such as 12 seconds"))

const who = Schema.optionalKey(Who)

/** Exactly one of them. */
const person = { who, guest: Schema.optionalKey(GuestName) }

const oneOfBoth = Schema.makeFilter((one: { readonly who?: unknown; readonly guest?: unknown }) =>
  (one.who === undefined) === (one.guest === undefined) ? "set either who, a user, or guest, a name" : undefined
)

const Rating = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))

const Tag = Schema.NonEmptyString.check(Schema.isMaxLength(100))

const actions = {
  /** Rings the receiver, or the available members of the group. */
  ring: Schema.Struct({ do: Schema.Literal("ring"), at }),
  /** The receiver answers the call; for a group, the first for whom it rings (default). */
  answer: Schema.Struct({ do: Schema.Literal("answer"), at, by: who, ...equipment }),
  /** The receiver declines the call; for a group, it still rings for the others. */
  decline: Schema.Struct({ do: Schema.Literal("decline"), at, by: who }),
  join: Schema.Struct({ do: Schema.Literal("join"), at, ...person, ...equipment }).check(oneOfBoth),
  /** The call ends when fewer than two participants remain. */
  leave: Schema.Struct({ do: Schema.Literal("leave"), at, ...person }).check(oneOfBoth),
  record: Schema.Struct({ do: Schema.Literal("record"), at }),
  "stop-recording": Schema.Struct({ do: Schema.Literal("stop-recording"), at }),
  /** Changes the network profile of a participant from now on. */
  degrade: Schema.Struct({ do: Schema.Literal("degrade"), at, ...person, profile: Network }).check(oneOfBoth),
  rate: Schema.Struct({ do: Schema.Literal("rate"), at, ...person, rating: Rating }).check(oneOfBoth),
  tag: Schema.Struct({ do: Schema.Literal("tag"), at, tags: Schema.NonEmptyArray(Tag).check(Schema.isMaxLength(20)) }),
  /** Default reason: `ended` for a running call, else `cancelled`. */
  end: Schema.Struct({ do: Schema.Literal("end"), at, reason: Schema.optionalKey(Schema.Literals(endings)) })
} as const

export const CallAction = Schema.Union(Object.values(actions)).annotate({
  expected: `an action whose do is one of ${Object.keys(actions).join(", ")}`
})
export type CallAction = typeof CallAction.Type

export type Who = typeof Who.Type

export const scriptFields = {
  from: Who,
  /** A user, or an on-call group by its name. */
  to: Schema.Union([Who, Schema.Struct({ group: Schema.NonEmptyString })]).annotate({
    expected: 'a user name, an e-mail address or an id, or a group as in {"group":"Hydraulics"}'
  }),
  /** The device of both (default iPhone), and their network profile from the start (default good). */
  ...equipment,
  steps: Schema.optionalKey(Schema.Array(CallAction).check(Schema.isMaxLength(maxSteps)))
}

export const inOrder = Schema.makeFilter(({ steps = [] }: { readonly steps?: ReadonlyArray<CallAction> }) => {
  const times = steps.map(({ at }) => millisFrom(at))
  const back = times.findIndex((time, index) => times.slice(0, index).some((before) => before > time))
  return back < 0
    ? undefined
    : {
        path: ["steps", back, "at"],
        issue: "the step is before the previous step. Put the steps in the order of time"
      }
})

/** A call to place, and its steps; each `at` counts from the start. */
export const CallScript = Schema.Struct({
  ...scriptFields,
  /** A date-time that is not in the future (default: now). */
  startsAt: Schema.optionalKey(textOf(isDateTime, dateTimeAccepts))
})
  .check(inOrder)
  .annotate({ identifier: "CallScript" })
export type CallScript = typeof CallScript.Type
