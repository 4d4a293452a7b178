import type * as Emulator from "@remote-assist/http-mock/Control"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { use } from "../../Control.ts"
import * as Requests from "../../requests/Requests.ts"
import { formFields, fromProperties } from "../Field.ts"
import { makeBox } from "./box.ts"

interface Reading extends Emulator.Time {
  /** The machine's time, in milliseconds. */
  readonly readAt: number
  /** The change that undoes the last one, or `undefined` to show the machine's time again. */
  readonly back?: Emulator.TimeChange | undefined
}

const unread: Reading = { now: DateTime.makeUnsafe(0), scale: 1, machine: false, readAt: 0 }

const millis = ({ now }: Reading) => DateTime.toEpochMillis(now)

const toReading = <E, R>(request: Effect.Effect<Emulator.Time, E, R>) =>
  Effect.flatMap(request, (time) => Effect.map(Clock.currentTimeMillis, (readAt): Reading => ({ ...time, readAt })))

const read = toReading(use((client) => client.clock.read()))

const changed = <E, R>(request: Effect.Effect<Emulator.Time, E, R>) =>
  Effect.gen(function* () {
    const before = yield* Requests.unlessRecording(read, unread)
    const after = yield* toReading(request)
    // the time without the change
    const unchanged = millis(before) + before.scale * (after.readAt - before.readAt)
    const advance = Duration.millis(Math.round(unchanged - millis(after)))
    return { ...after, back: before.machine ? undefined : { advance, scale: before.scale } } satisfies Reading
  })

const change = (payload: Emulator.TimeChange) => changed(use((client) => client.clock.change({ payload })))

const reset = changed(use((client) => client.clock.reset()))

/** Formats the difference to the machine's clock: `machine +31d`. Less than a second may be another machine's clock. */
const offset = (reading: Reading): string => {
  const seconds = reading.machine ? 0 : Math.round((millis(reading) - reading.readAt) / 1000)
  if (seconds === 0) return "machine's time"
  const length = Duration.format(Duration.seconds(Math.abs(seconds)))
  return `machine ${seconds < 0 ? "-" : "+"}${length.split(" ").slice(0, 2).join(" ")}`
}

const time = ({ now }: Reading): string => DateTime.formatIso(now).slice(0, 19).replace("T", " ")

const reversible = { pending: "changing", effect: "reversible", inverse: "clock.back" } as const

const steps = [
  ["hour", "h", "1 hour", ""],
  ["day", "d", "1 day", ""],
  ["month", "D", "31 days", "All existing tokens then have expired."]
] as const

const actions: ReadonlyArray<Action<Reading>> = [
  ...steps.map(([word, key, length, consequence]): Action<Reading> => ({
    ...reversible,
    isCumulative: true,
    name: `clock.${word}`,
    keys: [key],
    hint: `+${length}`,
    label: `add ${length} to`,
    consequence,
    run: () => change({ advance: Duration.fromInputUnsafe(length) }),
    done: `is ${length} later than before.`
  })),
  {
    ...reversible,
    isCumulative: true,
    name: "clock.toggle",
    keys: ["space"],
    label: "stop or run",
    run: () => Effect.flatMap(Requests.withoutRecording(read), ({ scale }) => change({ scale: scale === 0 ? 1 : 0 })),
    done: "is stopped or running again.",
    describeDone: ({ scale }) => (scale === 0 ? "is stopped." : "is running again.")
  },
  {
    ...reversible,
    name: "clock.reset",
    keys: ["M"],
    hint: "machine's time",
    label: "reset",
    consequence: "It then shows the machine's time.",
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
  run: ({ back }) => (back === undefined ? reset : change(back)),
  done: "is as before."
}

const Setting = Schema.Struct({
  set: Schema.optionalKey(Schema.DateTimeUtcFromString.annotate({ expected: "a time such as 2030-01-01T00:00:00Z" })),
  advance: Schema.optionalKey(Schema.DurationFromString.annotate({ expected: "a duration such as 10 minutes" })),
  scale: Schema.optionalKey(Schema.FiniteFromString)
})

const set = makeForm<Reading, typeof Setting.Type>(Setting, {
  ...reversible,
  name: "clock.set",
  label: "set",
  pending: "setting",
  keys: ["t", "enter"],
  on: "one",
  isCumulative: true,
  consequence: "Tokens, confirmations, durations and e-mails follow the clock.",
  fields: formFields(Setting, {
    set: { flag: "to", help: "New time, such as 2030-01-01T00:00:00Z", isSecret: false },
    advance: { flag: "by", help: "Offset: 31 days, 2 hours or -90 minutes", isSecret: false },
    scale: { flag: "speed", help: "Seconds that pass in a second; 0 stops the clock" }
  }),
  run: change,
  done: "is set.",
  example: "--to 2030-01-01T00:00:00Z --speed 0"
})

export const clock = makeBox<Reading>({
  name: "clock",
  title: "Clock",
  one: "clock",
  letter: "c",
  isSingle: true,
  idOf: () => "clock",
  nameOf: () => "the clock",
  list: () => Effect.map(read, (reading) => [reading]),
  ...fromProperties<Reading>({
    now: { label: "Time", text: (reading) => `${time(reading)} UTC`, column: ["UTC", 19, 0, 0], columnText: time },
    offset: { label: "Offset", value: offset, column: ["OFFSET", 14, 1, 2] },
    scale: {
      label: "Speed",
      text: ({ scale }) => (scale === 0 ? "stopped" : `×${scale}`),
      column: ["SPEED", 7, 0, 1],
      tone: ({ scale }) => (scale === 1 ? "plain" : "warning")
    },
    machine: {}
  }),
  actions,
  inverses: [undo],
  forms: [set],
  summary: ["now", "scale", "machine"],
  namedBy: "name",
  ofId: () => unread
})
