import type * as Emulator from "@remote-assist/http-mock/Control"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { use } from "../../Control.ts"
import type { Client } from "../../Control.ts"
import * as Requests from "../../requests/Requests.ts"
import { columnMaker, fieldMaker, formFields } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, boxPage, durationError, schemas } from "./box.ts"

/** A reading of the clock. */
interface Reading extends Pick<Emulator.Time, "scale" | "machine"> {
  /** The tenant's time, in milliseconds. */
  readonly now: number
  /** The machine's time, in milliseconds. */
  readonly readAt: number
  /** The change that undoes the last one, or `undefined` to show the machine's time again. */
  readonly back?: Emulator.TimeChange | undefined
}

const unread: Reading = { now: 0, scale: 1, machine: false, readAt: 0 }

const reading = <E, R>(call: (client: Client) => Effect.Effect<Emulator.Time, E, R>) =>
  Effect.gen(function* () {
    const { now, ...time } = yield* use(call)
    return { ...time, now: DateTime.toEpochMillis(now), readAt: yield* Clock.currentTimeMillis } satisfies Reading
  })

const read = reading((client) => client.clock.read())

const changed = <E, R>(call: (client: Client) => Effect.Effect<Emulator.Time, E, R>) =>
  Effect.gen(function* () {
    const before = yield* Requests.unlessRecording(read, unread)
    const after = yield* reading(call)
    // the time without the change
    const unchanged = before.now + before.scale * (after.readAt - before.readAt)
    const advance = Duration.millis(Math.round(unchanged - after.now))
    return { ...after, back: before.machine ? undefined : { advance, scale: before.scale } } satisfies Reading
  })

const change = (payload: Emulator.TimeChange) => changed((client) => client.clock.change({ payload }))

const reset = changed((client) => client.clock.reset())

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const

/** Formats the difference to the machine's clock: `machine +31 d`. Less than a second may be another machine's clock. */
const offset = ({ machine, now, readAt }: Reading): string => {
  const difference = machine ? 0 : now - readAt
  if (Math.abs(difference) < 1000) return "machine's time"
  let rest = Math.round(Math.abs(difference) / 1000) * 1000
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return `machine ${difference < 0 ? "-" : "+"}${parts.slice(0, 2).join(" ")}`
}

const iso = ({ now }: Reading) => new Date(now).toISOString()

const time = (reading: Reading): string => iso(reading).slice(0, 19).replace("T", " ")

const speed = ({ scale }: Pick<Reading, "scale">): string => (scale === 0 ? "stopped" : `×${scale}`)

const reversible = { pending: "changing", effect: "reversible", inverse: "clock.back" } as const

const advance = (
  word: string,
  key: string,
  label: string,
  advance: Duration.Duration,
  done: string
): Action<Reading> => ({
  ...reversible,
  isCumulative: true,
  name: `clock.${word}`,
  keys: [key],
  label,
  run: () => change({ advance }),
  done
})

const actions: ReadonlyArray<Action<Reading>> = [
  advance("hour", "h", "+1 hour", Duration.hours(1), "is an hour ahead."),
  advance("day", "d", "+1 day", Duration.days(1), "is a day ahead."),
  advance("month", "D", "+31 days", Duration.days(31), "is 31 days ahead: all existing tokens have expired."),
  {
    ...reversible,
    isCumulative: true,
    name: "clock.toggle",
    keys: ["space"],
    label: "stop or run",
    run: () => Effect.flatMap(Requests.withoutRecording(read), ({ scale }) => change({ scale: scale === 0 ? 1 : 0 })),
    done: "is stopped or running again."
  },
  {
    ...reversible,
    name: "clock.reset",
    keys: ["M"],
    label: "machine's time",
    needless: ({ machine }) => (machine ? "already shows the machine's time" : undefined),
    run: () => reset,
    done: "shows the machine's time."
  }
]

const undo: Action<Reading> = {
  name: "clock.back",
  keys: ["-"],
  label: "put back",
  pending: "putting back",
  effect: "reversible",
  run: (row) => (row.back === undefined ? reset : change(row.back)),
  done: "is as before."
}

const Setting = Schema.Struct({
  set: Schema.optionalKey(Schema.String),
  advance: Schema.optionalKey(Schema.String),
  scale: Schema.optionalKey(Schema.FiniteFromString)
})

const set = makeForm<Reading, typeof Setting.Type>(Setting, {
  name: "clock.set",
  label: "set",
  keys: ["t"],
  pending: "setting",
  on: "one",
  effect: "reversible",
  inverse: "clock.back",
  isCumulative: true,
  consequence: "Tokens, confirmations, durations and e-mails follow the clock.",
  fields: formFields(Setting, {
    set: {
      flag: "to",
      help: "New time, such as 2030-01-01T00:00:00Z",
      check: (text) => (Number.isNaN(Date.parse(text)) ? "is not a time such as 2030-01-01T00:00:00Z" : undefined)
    },
    advance: { flag: "by", help: "Offset: 31 days, 2 hours or -90 minutes", check: durationError },
    scale: { flag: "speed", help: "Seconds that pass in a second; 0 stops the clock" }
  }),
  run: (form) =>
    changed((client) =>
      schemas.pipe(
        Effect.flatMap(({ TimeChange }) => Schema.decodeUnknownEffect(TimeChange)(form)),
        Effect.flatMap((payload) => client.clock.change({ payload }))
      )
    ),
  done: "is set.",
  example: "--to 2030-01-01T00:00:00Z --speed 0"
})

const [column, field] = [columnMaker<Reading>(), fieldMaker<Reading>()]

export const clock: Resource<Reading> = {
  name: "clock",
  title: "Clock",
  one: "clock",
  letter: "c",
  ...box,
  isSingle: true,
  idOf: () => "clock",
  nameOf: () => "the clock",
  read: (_, page) => Effect.map(read, (reading) => boxPage([reading], page)),
  columns: [
    column("now", "UTC", time, [19, 0, 0]),
    column("offset", "OFFSET", offset, [14, 1, 2]),
    column("scale", "SPEED", ({ scale }) => scale, [7, 0, 1], {
      text: (scale) => speed({ scale }),
      tone: ({ scale }) => (scale === 1 ? "plain" : "warning")
    })
  ],
  facts: [
    ["Time", (reading) => `${time(reading)} UTC`],
    ["Offset", offset],
    ["Speed", speed]
  ],
  actions,
  inverses: [undo],
  forms: [set],
  fields: [
    field("now", iso, (reading) => `${time(reading)} UTC`),
    field("scale"),
    field("machine"),
    field("offset", offset)
  ],
  summary: ["now", "scale", "machine"],
  namedBy: "name",
  ofId: () => unread
}
