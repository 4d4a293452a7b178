import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** How a call can end; `missed` if it was not answered in time. */
export const endings = ["ended", "missed", "declined", "busy", "cancelled", "failed"] as const
export type Ending = (typeof endings)[number]

export const profiles = ["good", "congested", "dropping"] as const
export type Profile = (typeof profiles)[number]

export const deviceTypes = ["iPhone", "Android", "Web"] as const
export type DeviceType = (typeof deviceTypes)[number]

const units = { milli: 1, millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

const isUnit = (name: string): name is keyof typeof units => Object.hasOwn(units, name)

const form = /^(\d{1,9}(?:\.\d{1,3})?) ([a-z]{3,11}?)s?$/

/** The maximum time between the start of a call and a step. */
const maxMillis = 366 * units.day

/** Parses a duration such as `12 seconds`, at most a year, to milliseconds. */
export const millisOf = (text: string): Option.Option<number> => {
  const [, count = "", unit = ""] = form.exec(text) ?? []
  if (!isUnit(unit)) return Option.none()
  const millis = Math.round(Number(count) * units[unit])
  return millis <= maxMillis ? Option.some(millis) : Option.none()
}

/** Parses a valid duration to milliseconds; 0 for `undefined`. */
export const millisFrom = (text: string | undefined): number =>
  text === undefined ? 0 : Option.getOrElse(millisOf(text), () => 0)

const makeSchemas = () => {
  const Name = Schema.NonEmptyString.check(Schema.isMaxLength(320))

  const Who = Schema.Union([Name, Schema.Int]).annotate({ expected: "a user name, an e-mail address or an id" })

  const GuestName = Schema.NonEmptyString.check(
    Schema.isMaxLength(100),
    Schema.makeFilter((name) => name.trim() !== "", { expected: "a name that is not blank" })
  )

  const Device = Schema.Literals(deviceTypes)

  const Network = Schema.Literals(profiles)

  /** When a step is due after the start of the call (default: at once). */
  const at = Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Option.isSome(millisOf(text)), {
        expected: "a duration after the start, such as 12 seconds, at most a year"
      })
    )
  )

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
    answer: Schema.Struct({
      do: Schema.Literal("answer"),
      at,
      by: who,
      device: Schema.optionalKey(Device),
      network: Schema.optionalKey(Network)
    }),
    /** The receiver declines the call; for a group, it still rings for the others. */
    decline: Schema.Struct({ do: Schema.Literal("decline"), at, by: who }),
    join: Schema.Struct({
      do: Schema.Literal("join"),
      at,
      ...person,
      device: Schema.optionalKey(Device),
      network: Schema.optionalKey(Network)
    }).check(oneOfBoth),
    /** The call ends when fewer than two participants remain. */
    leave: Schema.Struct({ do: Schema.Literal("leave"), at, ...person }).check(oneOfBoth),
    record: Schema.Struct({ do: Schema.Literal("record"), at }),
    "stop-recording": Schema.Struct({ do: Schema.Literal("stop-recording"), at }),
    /** Changes the network profile of a participant from now on. */
    degrade: Schema.Struct({ do: Schema.Literal("degrade"), at, ...person, profile: Network }).check(oneOfBoth),
    rate: Schema.Struct({ do: Schema.Literal("rate"), at, ...person, rating: Rating }).check(oneOfBoth),
    tag: Schema.Struct({
      do: Schema.Literal("tag"),
      at,
      tags: Schema.NonEmptyArray(Tag).check(Schema.isMaxLength(20))
    }),
    /** Default reason: `ended` for a running call, else `cancelled`. */
    end: Schema.Struct({ do: Schema.Literal("end"), at, reason: Schema.optionalKey(Schema.Literals(endings)) })
  } as const

  const CallAction = Schema.Union(Object.values(actions)).annotate({
    expected: `an action whose do is one of ${Object.keys(actions).join(", ")}`
  })
  return { CallAction, Device, Network, Who }
}

let schemas: ReturnType<typeof makeSchemas> | undefined

/** Returns the schemas of actions, created lazily to keep the start fast. */
export const actionSchemas = (): ReturnType<typeof makeSchemas> => (schemas ??= makeSchemas())

type Schemas = ReturnType<typeof makeSchemas>

export type Who = Schemas["Who"]["Type"]

export type CallAction = Schemas["CallAction"]["Type"]
