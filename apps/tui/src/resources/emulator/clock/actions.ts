import * as Effect from "effect/Effect"

import type { Action } from "../../../actions/Action.ts"
import * as Recording from "../../../requests/Recording.ts"
import * as Reading from "./Reading.ts"

type Row = Reading.Reading

/** Takes back whatever was done last. */
const back: Action<Row> = {
  name: "clock.back",
  keys: ["-"],
  label: "put back",
  pending: "putting back",
  effect: "reversible",
  run: (row) => (row.back === undefined ? Reading.reset : Reading.change(row.back)),
  done: "is as it was."
}

const reversible = { pending: "changing", effect: "reversible", inverse: back.name } as const

const hour: Action<Row> = {
  ...reversible,
  name: "clock.hour",
  keys: ["h"],
  label: "+1 hour",
  run: () => Reading.change({ advance: "1 hour" }),
  done: "is an hour on."
}

const day: Action<Row> = {
  ...reversible,
  name: "clock.day",
  keys: ["d"],
  label: "+1 day",
  run: () => Reading.change({ advance: "1 day" }),
  done: "is a day on."
}

const month: Action<Row> = {
  ...reversible,
  name: "clock.month",
  keys: ["D"],
  label: "+31 days",
  run: () => Reading.change({ advance: "31 days" }),
  done: "is 31 days on: the tokens that were given so far have expired."
}

const toggle: Action<Row> = {
  ...reversible,
  name: "clock.toggle",
  keys: ["space"],
  label: "stop or run",
  run: () =>
    Effect.flatMap(Recording.ahead(Reading.read), ({ scale }) => Reading.change({ scale: scale === 0 ? 1 : 0 })),
  done: "was stopped, or runs again."
}

const reset: Action<Row> = {
  ...reversible,
  name: "clock.reset",
  keys: ["M"],
  label: "machine's time",
  needless: ({ machine }) => (machine ? "shows the machine's time already" : undefined),
  run: () => Reading.reset,
  done: "shows the machine's time."
}

export const actions: ReadonlyArray<Action<Row>> = [hour, day, month, toggle, reset]

export const inverses: ReadonlyArray<Action<Row>> = [back]
