import { pluralize } from "@remote-assist/core/Text"
import type * as Emulator from "@remote-assist/http-mock/Control"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { capitalize } from "effect/String"

import type { Action } from "../../actions/Action.ts"
import { makeForm, makeRowQuery } from "../../actions/Action.ts"
import { refuse, use } from "../../Control.ts"
import { formFields, fromProperties } from "../Field.ts"
import { makeBox, reportRow, useDecoded } from "./box.ts"

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
  ttl: Schema.optionalKey(Schema.DurationFromString.annotate({ expected: "a duration such as 10 minutes" }))
})
type FaultForm = typeof FaultForm.Type

const kinds = ["expired", "html", "reset", "malformed", "truncate", "slow"]

const doesHelp = `a status such as 503, 429:10 for 10 seconds, or ${kinds.join(", ")}`

const isDoes = new RegExp(`^(?:[45]\\d\\d|429:\\d{1,6}|${kinds.join("|")})$`)

const checkCount = (text: string) => (/^[1-9]\d{0,8}$/.test(text.trim()) ? undefined : "is not a whole number from 1")

const parseDoes = (text: string) => {
  const [kind = "", seconds] = text.split(":")
  if (seconds !== undefined) return { kind: "rateLimit", retryAfter: Number(seconds) }
  return kinds.includes(kind) ? { kind } : { kind: "status", status: Number(kind) }
}

const parseLatency = (text: string) => {
  const [min, max] = text.split("-").map(Number)
  return max === undefined ? { fixed: min } : { min, max }
}

const parseForm = ({ does, first, latency, nth, operations = "*", percent, ttl, ...others }: FaultForm) => {
  const probability = percent === undefined ? undefined : percent / 100
  const when = Record.filter({ first, nth, probability }, Predicate.isNotUndefined)
  if (Record.size(when) > 1) return refuse("first, nth and percent exclude each other. Give one.", 400)
  return Effect.succeed({
    ...others,
    operations: operations.split(/[\s,]+/).filter((name) => name !== ""),
    ...(does !== undefined && { does: parseDoes(does) }),
    ...(latency !== undefined && { latency: parseLatency(latency) }),
    ...(Record.size(when) > 0 && { when }),
    ...(ttl !== undefined && { ttl: `${Duration.toMillis(ttl)} millis` })
  })
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
    hint: name,
    label: "add",
    object: `the fault ${name}`,
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
      help: capitalize(doesHelp),
      check: (text) => (isDoes.test(text) ? undefined : `takes ${doesHelp}`)
    },
    latency: {
      help: "Milliseconds before a request is handled: 200 or 200-400",
      check: (text) => (/^\d{1,9}(?:-\d{1,9})?$/.test(text) ? undefined : "is not in milliseconds: 200 or 200-400")
    },
    first: { help: "Only the first N requests", check: checkCount },
    nth: { help: "Only the Nth request", check: checkCount },
    percent: {
      help: "Only N percent of the requests",
      check: (text) => (/^(?:100|\d\d?(?:\.\d+)?)$/.test(text.trim()) ? undefined : "is not a number from 0 to 100")
    },
    region: { flag: "of-region", label: "Region", help: "us or eu (default: both)" },
    ttl: { label: "Lifetime", help: "Lifetime by the clock, such as 10 minutes", isSecret: false }
  }),
  run: (form) =>
    Effect.flatMap(parseForm(form), (fault) =>
      useDecoded("Fault", fault, (client, payload) => client.faults.make({ payload }))
    ),
  example: "--operations EnterpriseUsers.list --does 503 --first 2"
})

const maxEffects = 3

const formatEffects = (does: NonNullable<Fault["does"]>): string => {
  const effects = ("kind" in does ? [does] : does).map((one) => {
    if (one.kind === "rateLimit") return `429:${one.retryAfter}`
    return one.kind === "status" ? String(one.status) : one.kind
  })
  const rest = effects.length - maxEffects
  return `${effects.slice(0, maxEffects).join(", then ")}${rest > 0 ? `, and ${rest} more` : ""}`
}

const formatWords = (value: object) => Object.entries(value).flat().join(" ")

const formatFault = ({ fault: { after, does, latency } }: Row): string =>
  [does && formatEffects(does), latency && `latency ${formatWords(latency)} ms`, after && "after the operation"]
    .filter(Boolean)
    .join(", ")

const formatOperations = ({ fault: { caller, operations, region, where } }: Row): string =>
  [
    operations.join(", "),
    region && ` (${region})`,
    caller && ` of ${Predicate.isString(caller) ? caller : JSON.stringify(caller)}`,
    where && ", some requests"
  ].join("")

const formatHits = ({ hits, remaining }: Row): string =>
  remaining === undefined ? pluralize(hits, "hit") : `${hits} of ${hits + remaining}${remaining === 0 ? ", over" : ""}`

const properties = fromProperties<Row>({
  id: { label: "Id", column: ["ID", 8, 0, 0], tone: ({ remaining }) => (remaining === 0 ? "quiet" : "warning") },
  operations: {
    label: "For",
    value: ({ fault }) => fault.operations,
    text: formatOperations,
    column: ["OPERATION", 8, 3, 3]
  },
  does: { label: "Does", value: ({ fault }) => fault.does, text: formatFault, column: ["DOES", 14, 2, 1] },
  latency: { value: ({ fault }) => fault.latency },
  when: {
    label: "When",
    value: ({ fault }) => fault.when,
    text: ({ fault: { when } }) => (when === undefined ? "every one" : formatWords(when)),
    column: ["WHEN", 9, 0, 4]
  },
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
})

const read = makeRowQuery<Row>({
  name: "faults.read",
  label: "read",
  hint: "details",
  keys: ["enter"],
  consequence: "Shows a fault: the requests that it affects, how, and how often.",
  run: (row) => Effect.succeed(reportRow(`Fault ${row.id}`, properties, row, [], {}))
})

/** Faults that make requests of the tenant fail, wait or break. */
export const faults = makeBox<Row>({
  name: "faults",
  title: "Faults",
  one: "fault",
  letter: "f",
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  list: () => use((client) => client.faults.list()),
  ...properties,
  actions: [remove],
  inverses: [restore],
  forms: [...presets, add],
  queries: [read],
  summary: ["id", "operations", "does", "when", "hits", "remaining"],
  namedBy: "id",
  example: "fault-1",
  ofId: (id) => ({ id, fault: { operations: ["*"] }, matches: 0, hits: 0 })
})
