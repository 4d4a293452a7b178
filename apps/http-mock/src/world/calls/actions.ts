import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { endings, profiles, deviceTypes } from "./Call.ts"

const units = { milli: 1, millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

const isUnit = (name: string): name is keyof typeof units => Object.hasOwn(units, name)

const form = /^(\d{1,9}(?:\.\d{1,3})?) ([a-z]{3,11}?)s?$/

/** The longest time between the start of a call and a step of it. */
const longest = 366 * units.day

/** The milliseconds of a text such as `12 seconds`, a year of them at most. */
export const millisOf = (text: string): Option.Option<number> => {
  const [, count = "", unit = ""] = form.exec(text) ?? []
  if (!isUnit(unit)) return Option.none()
  const millis = Math.round(Number(count) * units[unit])
  return millis <= longest ? Option.some(millis) : Option.none()
}

/** The milliseconds of a text that was checked; none for an absent one. */
export const millisFrom = (text: string | undefined): number =>
  text === undefined ? 0 : Option.getOrElse(millisOf(text), () => 0)

const made = () => {
  const Name = Schema.NonEmptyString.check(Schema.isMaxLength(320))

  const Who = Schema.Union([Name, Schema.Int]).annotate({ expected: "a user name, an e-mail address or an id" })

  const GuestName = Schema.NonEmptyString.check(
    Schema.isMaxLength(100),
    Schema.makeFilter((name) => name.trim() !== "", { expected: "a name that is not blank" })
  )

  const Device = Schema.Literals(deviceTypes)

  const Network = Schema.Literals(profiles)

  /** When a step is due, counted from the start of the call; at once unless set. */
  const at = Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Option.isSome(millisOf(text)), {
        expected: "how long after the start, such as 12 seconds, a year at most"
      })
    )
  )

  const who = Schema.optionalKey(Who)

  /** Either who or guest. */
  const someone = { who, guest: Schema.optionalKey(GuestName) }

  const oneOfBoth = Schema.makeFilter((one: { readonly who?: unknown; readonly guest?: unknown }) =>
    (one.who === undefined) === (one.guest === undefined) ? "name one: who, a user, or guest, by their name" : undefined
  )

  const Rating = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))

  const Tag = Schema.NonEmptyString.check(Schema.isMaxLength(100))

  const actions = {
    /** Rings the receiver, or those of the group who are free. */
    ring: Schema.Struct({ do: Schema.Literal("ring"), at }),
    /** The receiver takes the call; of a group, the first who is rung unless set. */
    answer: Schema.Struct({
      do: Schema.Literal("answer"),
      at,
      by: who,
      device: Schema.optionalKey(Device),
      network: Schema.optionalKey(Network)
    }),
    /** The receiver does not take it; of a group, it goes on ringing for the others. */
    decline: Schema.Struct({ do: Schema.Literal("decline"), at, by: who }),
    join: Schema.Struct({
      do: Schema.Literal("join"),
      at,
      ...someone,
      device: Schema.optionalKey(Device),
      network: Schema.optionalKey(Network)
    }).check(oneOfBoth),
    /** A call that fewer than two are left in ends. */
    leave: Schema.Struct({ do: Schema.Literal("leave"), at, ...someone }).check(oneOfBoth),
    record: Schema.Struct({ do: Schema.Literal("record"), at }),
    "stop-recording": Schema.Struct({ do: Schema.Literal("stop-recording"), at }),
    /** The network of a participant is like this from now on. */
    degrade: Schema.Struct({ do: Schema.Literal("degrade"), at, ...someone, profile: Network }).check(oneOfBoth),
    rate: Schema.Struct({ do: Schema.Literal("rate"), at, ...someone, rating: Rating }).check(oneOfBoth),
    tag: Schema.Struct({
      do: Schema.Literal("tag"),
      at,
      tags: Schema.NonEmptyArray(Tag).check(Schema.isMaxLength(20))
    }),
    /** Ended once it runs, cancelled before, unless set. */
    end: Schema.Struct({ do: Schema.Literal("end"), at, reason: Schema.optionalKey(Schema.Literals(endings)) })
  } as const

  const CallAction = Schema.Union(Object.values(actions)).annotate({
    expected: `an action whose do is one of ${Object.keys(actions).join(", ")}`
  })
  return { CallAction, Device, Network, Who }
}

let schemas: ReturnType<typeof made> | undefined

/** The schemas of actions, made when they are first asked for: the start has no use for them. */
export const actionSchemas = (): ReturnType<typeof made> => (schemas ??= made())

type Schemas = ReturnType<typeof made>

export type Who = Schemas["Who"]["Type"]

export type CallAction = Schemas["CallAction"]["Type"]
