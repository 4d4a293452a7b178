import type * as Emulator from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { refuse, use } from "../../Control.ts"
import { pluralize } from "../../text/format.ts"
import { formFields, fromProperties } from "../Field.ts"
import { makeBox, useDecoded } from "./box.ts"

type Fault = Emulator.Fault
type Row = Emulator.FaultEntry

const create = (payload: Fault) => use((client) => client.faults.make({ payload }))

const remove: Action<Row> = {
  name: "faults.remove",
  keys: ["D"],
  label: "remove",
  effect: "reversible",
  inverse: "faults.again",
  run: ({ id }) => use((client) => Effect.as(client.faults.remove({ params: { id } }), undefined)),
  done: "is removed and no longer affects requests."
}

const restore: Action<Row> = {
  name: "faults.again",
  keys: ["+"],
  label: "restore",
  effect: "reversible",
  run: ({ fault }) => create(fault),
  done: "is on, and counts its hits from 0."
}

/** A fault as text fields. */
const FaultForm = Schema.Struct({
  operations: Schema.optionalKey(Schema.String),
  does: Schema.optionalKey(Schema.String),
  latency: Schema.optionalKey(Schema.String),
  first: Schema.optionalKey(Schema.FiniteFromString),
  nth: Schema.optionalKey(Schema.FiniteFromString),
  percent: Schema.optionalKey(Schema.FiniteFromString),
  region: Schema.optionalKey(Schema.String),
  ttl: Schema.optionalKey(Schema.String)
})
type FaultForm = typeof FaultForm.Type

const kinds = ["expired", "html", "reset", "malformed", "truncate", "slow"]

const doesHelp = `A status such as 503, 429:10 for 10 seconds, or ${kinds.join(", ")}`

const isDoes = new RegExp(`^(?:[45]\\d\\d|429:\\d{1,6}|${kinds.join("|")})$`)

const parseDoes = (text: string) => {
  const [kind = "", seconds] = text.split(":")
  if (seconds !== undefined) return { kind: "rateLimit", retryAfter: Number(seconds) }
  return kinds.includes(kind) ? { kind } : { kind: "status", status: Number(kind) }
}

const parseLatency = (text: string) => {
  const [min, max] = text.split("-").map(Number)
  return max === undefined ? { fixed: min } : { min, max }
}

const parseForm = ({ does, first, latency, nth, operations = "*", percent, region, ttl }: FaultForm) => {
  const when = { first, nth, probability: percent === undefined ? undefined : percent / 100 }
  const chosen = Object.entries(when).filter(([, value]) => value !== undefined)
  if (chosen.length > 1) return refuse("first, nth and percent exclude each other. Give one.", 400)
  const parts = {
    operations: operations.split(/[\s,]+/).filter((name) => name !== ""),
    does: does === undefined ? undefined : parseDoes(does),
    latency: latency === undefined ? undefined : parseLatency(latency),
    when: chosen.length === 0 ? undefined : Object.fromEntries(chosen),
    region,
    ttl
  }
  return Effect.succeed(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)))
}

const createDefaults = {
  pending: "creating",
  on: "none",
  effect: "reversible",
  inverse: "faults.remove",
  done: "is on."
} as const

/** A common fault on its own key. */
const preset = (name: string, key: string, consequence: string, fault: Omit<Fault, "operations">) =>
  makeForm<Row, {}>(Schema.Struct({}), {
    ...createDefaults,
    name: `faults.${name}`,
    label: name,
    keys: [key],
    consequence,
    fields: {},
    run: () => create({ operations: ["*"], ...fault })
  })

const presets = [
  preset("busy", "b", "Every request is answered 503 until the fault is removed.", {
    does: { kind: "status", status: 503 }
  }),
  preset("expired", "x", "The next request with a user token finds it expired.", {
    when: { first: 1 },
    does: { kind: "expired" }
  }),
  preset("slow", "l", "Every request waits 0.5 to 1.5 seconds.", { latency: { min: 500, max: 1500 } }),
  preset("reset", "r", "Every connection is reset without an answer until the fault is removed.", {
    does: { kind: "reset" }
  })
]

const add = makeForm<Row, FaultForm>(FaultForm, {
  ...createDefaults,
  name: "faults.add",
  label: "add",
  keys: ["n"],
  consequence: "The fault affects requests of the tenant until it has had its hits or is removed.",
  fields: formFields(FaultForm, {
    operations: "Operations, such as EnterpriseUsers.list, separated by commas (default: all)",
    does: {
      label: "Effect",
      help: doesHelp,
      check: (text) => (isDoes.test(text) ? undefined : `is not one. ${doesHelp}`)
    },
    latency: {
      help: "Milliseconds before a request is handled: 200 or 200-400",
      check: (text) => (/^\d{1,9}(?:-\d{1,9})?$/.test(text) ? undefined : "is not in milliseconds: 200 or 200-400")
    },
    first: "Only the first N requests",
    nth: "Only the Nth request",
    percent: "Only N percent of the requests",
    region: { flag: "of-region", label: "Region", help: "us or eu (default: both)" },
    ttl: { label: "Lifetime", help: "Lifetime by the clock, such as 10 minutes" }
  }),
  run: (form) =>
    Effect.flatMap(parseForm(form), (fault) =>
      useDecoded("Fault", fault, (client, payload) => client.faults.make({ payload }))
    ),
  example: "--operations EnterpriseUsers.list --does 503 --first 2"
})

type SingleEffect = Extract<NonNullable<Fault["does"]>, { readonly kind: string }>

const formatEffect = (does: SingleEffect): string => {
  if (does.kind === "rateLimit") return `429:${does.retryAfter}`
  return does.kind === "status" ? String(does.status) : does.kind
}

const maxEffects = 3

const formatEffects = (does: Fault["does"]): string => {
  if (does === undefined) return ""
  if ("kind" in does) return formatEffect(does)
  const first = does.slice(0, maxEffects).map(formatEffect).join(", then ")
  return does.length > maxEffects ? `${first}, and ${does.length - maxEffects} more` : first
}

const formatLatency = ({ latency }: Fault): string => {
  if (latency === undefined) return ""
  if ("fixed" in latency) return `latency ${latency.fixed} ms`
  return "min" in latency ? `latency ${latency.min} to ${latency.max} ms` : `latency about ${latency.median} ms`
}

const formatFault = ({ fault }: Row): string =>
  [formatEffects(fault.does), formatLatency(fault), fault.after === true ? "after the operation" : ""]
    .filter((part) => part !== "")
    .join(", ")

const formatWhen = ({ fault: { when } }: Row): string => {
  if (when === undefined) return "every one"
  if ("first" in when) return `first ${when.first}`
  return "nth" in when ? `number ${when.nth}` : `${when.probability * 100} %`
}

const formatOperations = ({ fault: { caller, operations, region, where } }: Row): string =>
  [
    operations.join(", "),
    region === undefined ? "" : ` (${region})`,
    caller === undefined ? "" : ` of ${Predicate.isString(caller) ? caller : JSON.stringify(caller)}`,
    where === undefined ? "" : ", some requests"
  ].join("")

const formatHits = ({ hits, remaining }: Row): string =>
  remaining === undefined ? pluralize(hits, "hit") : `${hits} of ${hits + remaining}${remaining === 0 ? ", over" : ""}`

/** Faults that make requests of the tenant fail, wait or break. */
export const faults = makeBox<Row>({
  name: "faults",
  title: "Faults",
  one: "fault",
  letter: "f",
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  list: () => use((client) => client.faults.list()),
  ...fromProperties<Row>({
    id: { label: "Id", column: ["ID", 8, 0, 0], tone: ({ remaining }) => (remaining === 0 ? "quiet" : "warning") },
    operations: {
      label: "For",
      value: ({ fault }) => fault.operations,
      text: formatOperations,
      column: ["OPERATION", 8, 3, 3]
    },
    does: { label: "Does", value: ({ fault }) => fault.does, text: formatFault, column: ["DOES", 14, 2, 1] },
    latency: { value: ({ fault }) => fault.latency, text: ({ fault }) => formatLatency(fault) },
    when: { label: "When", value: ({ fault }) => fault.when, text: formatWhen, column: ["WHEN", 9, 0, 4] },
    region: { value: ({ fault }) => fault.region },
    matches: { label: "Matches" },
    hits: {
      label: "Hits",
      text: formatHits,
      column: ["HITS", 4, 0, 2],
      columnText: ({ hits }) => String(hits),
      align: "right"
    },
    remaining: {},
    until: { label: "Until" }
  }),
  actions: [remove],
  inverses: [restore],
  forms: [...presets, add],
  summary: ["id", "operations", "does", "when", "hits", "remaining"],
  namedBy: "id",
  example: "fault-1",
  ofId: (id) => ({ id, fault: { operations: ["*"] }, matches: 0, hits: 0 })
})
