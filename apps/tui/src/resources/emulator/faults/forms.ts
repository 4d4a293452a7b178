import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import * as FormAction from "../../../actions/FormAction.ts"
import * as Asked from "./asked.ts"
import type { Fault, FaultEntry } from "./Fault.ts"
import * as Making from "./making.ts"

const duration = Schema.decodeOption(Schema.DurationFromString)

const making = {
  pending: "making",
  on: "none",
  effect: "reversible",
  inverse: "faults.remove",
  done: "is on."
} as const

/** A fault that is made as it stands. */
const usual = (
  name: string,
  key: string,
  label: string,
  consequence: string,
  fault: Fault
): FormAction.FormAction<FaultEntry> =>
  FormAction.make<FaultEntry, typeof Nothing.Type>(Nothing, {
    ...making,
    name: `faults.${name}`,
    label,
    keys: [key],
    consequence,
    fields: {},
    run: () => Making.make(fault)
  })

const Nothing = Schema.Struct({})

const all = ["*"]

const add = FormAction.make<FaultEntry, Asked.Asked>(Asked.Asked, {
  ...making,
  name: "faults.add",
  label: "add",
  keys: ["n"],
  consequence: "Requests of the tenant meet it from here on, until it has had its hits or is removed.",
  fields: {
    operations: {
      flag: "operations",
      takes: "text",
      help: "Such as EnterpriseUsers.list, with commas; all unless given"
    },
    does: {
      flag: "does",
      label: "What happens",
      takes: "text",
      help: "A status such as 503, 429:10, expired, html, reset, malformed, truncate or slow"
    },
    latency: { flag: "latency", takes: "text", help: "Milliseconds before a request is taken on: 200 or 200-400" },
    first: { flag: "first", takes: "text", help: "Only the first so many requests" },
    nth: { flag: "nth", takes: "text", help: "Only the request of this number" },
    percent: { flag: "percent", takes: "text", help: "Only so many of a hundred requests" },
    region: { flag: "of-region", label: "Region", takes: "text", help: "us or eu; both unless given" },
    ttl: {
      flag: "ttl",
      label: "Stands for",
      takes: "text",
      check: (text) => (Option.isNone(duration(text)) ? "is no time such as 10 minutes" : undefined),
      help: "How long it stands by the clock, such as 10 minutes"
    }
  },
  run: (asked) => Effect.flatMap(Asked.read(asked), Making.make),
  example: "--operations EnterpriseUsers.list --does 503 --first 2"
})

export const forms: ReadonlyArray<FormAction.FormAction<FaultEntry>> = [
  usual("busy", "b", "busy", "Every request is answered 503 until it is removed.", {
    operations: all,
    does: { kind: "status", status: 503 }
  }),
  usual("expired", "x", "expired", "The next request with a user token finds it expired.", {
    operations: all,
    when: { first: 1 },
    does: { kind: "expired" }
  }),
  usual("slow", "l", "slow", "Every request waits for half a second to one and a half.", {
    operations: all,
    latency: { min: 500, max: 1500 }
  }),
  usual("reset", "r", "reset", "Every connection is reset without an answer until it is removed.", {
    operations: all,
    does: { kind: "reset" }
  }),
  add
]
