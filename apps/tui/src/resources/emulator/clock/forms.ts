import * as Schema from "effect/Schema"

import * as FormAction from "../../../actions/FormAction.ts"
import * as Reading from "./Reading.ts"

/** What to change of the clock: the time that is set, then how far it moves, then how fast it runs from there. */
const Setting = Schema.Struct({
  set: Schema.optionalKey(Schema.String),
  advance: Schema.optionalKey(Schema.String),
  scale: Schema.optionalKey(Schema.FiniteFromString)
})
type Setting = typeof Setting.Type

const set = FormAction.make<Reading.Reading, Setting>(Setting, {
  name: "clock.set",
  label: "set",
  keys: ["t"],
  pending: "setting",
  on: "one",
  effect: "reversible",
  inverse: "clock.back",
  consequence: "Tokens, confirmations, durations and e-mails follow the clock.",
  fields: {
    set: { flag: "to", takes: "text", help: "A time such as 2030-01-01T00:00:00Z" },
    advance: { flag: "by", takes: "text", help: "How far it moves: 31 days, 2 hours or -90 minutes" },
    scale: { flag: "speed", takes: "text", help: "How many seconds pass in a second; 0 stops it" }
  },
  run: (form) => Reading.change(form),
  done: "is set.",
  example: "--to 2030-01-01T00:00:00Z --speed 0"
})

export const forms: ReadonlyArray<FormAction.FormAction<Reading.Reading>> = [set]
