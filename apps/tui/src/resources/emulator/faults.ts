import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { refuse, use } from "../../Control.ts"
import { pluralize } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import { columnMaker, fieldMaker, formFields, formatDateUtc } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, boxPage, durationError, schemas } from "./box.ts"

type Fault = Emulator.Fault
type Row = Emulator.FaultEntry

const create = (payload: Fault) => use((client) => client.faults.make({ payload }))

const remove: Action<Row> = {
  name: "faults.remove",
  keys: ["D"],
  label: "remove",
  pending: "removing",
  effect: "reversible",
  inverse: "faults.again",
  run: ({ id }) =>
    Effect.as(
      use((client) => client.faults.remove({ params: { id } })),
      undefined
    ),
  done: "is removed and no longer affects requests."
}

const restore: Action<Row> = {
  name: "faults.again",
  keys: ["+"],
  label: "restore",
  pending: "restoring",
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

const parseMillis = (text: string) =>
  /^\d{1,9}$/.test(text) ? Effect.succeed(Number(text)) : refuse(`latency takes milliseconds, not ${text}.`, 400)

const parseEffect = (text: string) => {
  if (/^[45]\d\d$/.test(text)) return Effect.succeed({ kind: "status", status: Number(text) })
  const [, seconds] = /^(?:rateLimit|429):(\d{1,6})$/.exec(text) ?? []
  if (seconds !== undefined) return Effect.succeed({ kind: "rateLimit", retryAfter: Number(seconds) })
  return kinds.includes(text)
    ? Effect.succeed({ kind: text })
    : refuse(
        `the effect "${text}" is invalid. Use a status such as 503, 429:10 for 10 seconds, or ${kinds.join(", ")}.`,
        400
      )
}

const parseLatency = Effect.fnUntraced(function* (text: string) {
  const [from = "", to] = text.split("-").map((part) => part.trim())
  const min = yield* parseMillis(from)
  return to === undefined ? { fixed: min } : { min, max: yield* parseMillis(to) }
})

const parseWhen = ({ first, nth, percent }: FaultForm) => {
  const [when, other] = [
    ...(first === undefined ? [] : [{ first }]),
    ...(nth === undefined ? [] : [{ nth }]),
    ...(percent === undefined ? [] : [{ probability: percent / 100 }])
  ]
  return other === undefined
    ? Effect.succeed(when)
    : refuse("first, nth and percent exclude each other. Give one.", 400)
}

const parseForm = Effect.fnUntraced(function* (form: FaultForm) {
  const { does, latency, operations = "*", region, ttl } = form
  const parts = {
    operations: operations.split(/[\s,]+/).filter((name) => name !== ""),
    does: does === undefined ? undefined : yield* parseEffect(does),
    latency: latency === undefined ? undefined : yield* parseLatency(latency),
    when: yield* parseWhen(form),
    region,
    ttl
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
})

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
      help: "A status such as 503, 429:10, expired, html, reset, malformed, truncate or slow"
    },
    latency: "Milliseconds before a request is handled: 200 or 200-400",
    first: "Only the first N requests",
    nth: "Only the Nth request",
    percent: "Only N percent of the requests",
    region: { flag: "of-region", label: "Region", help: "us or eu (default: both)" },
    ttl: {
      label: "Lifetime",
      help: "Lifetime by the clock, such as 10 minutes",
      check: durationError
    }
  }),
  run: (form) =>
    Effect.flatMap(parseForm(form), (parts) =>
      use((client) =>
        schemas.pipe(
          Effect.flatMap(({ Fault }) => Schema.decodeUnknownEffect(Fault)(parts)),
          Effect.flatMap((payload) => client.faults.make({ payload }))
        )
      )
    ),
  example: "--operations EnterpriseUsers.list --does 503 --first 2"
})

type SingleEffect = Extract<NonNullable<Fault["does"]>, { readonly kind: string }>

const effectTexts: ReadonlyMap<string, string> = new Map([
  ["expired", "expired token"],
  ["html", "page of a proxy"],
  ["reset", "connection reset"],
  ["override", "answer edited"],
  ["worst", "worst by the contract"]
])

const formatEffect = (does: SingleEffect): string => {
  if (does.kind === "status") return String(does.status)
  if (does.kind === "rateLimit") return `429, retry after ${does.retryAfter} s`
  return does.kind === "body" ? `another answer, ${does.status ?? 200}` : (effectTexts.get(does.kind) ?? does.kind)
}

const maxEffects = 3

const formatEffects = (does: NonNullable<Fault["does"]>): string => {
  if ("kind" in does) return formatEffect(does)
  const first = does.slice(0, maxEffects).map(formatEffect).join(", then ")
  return does.length > maxEffects ? `${first}, and ${does.length - maxEffects} more` : first
}

const formatLatency = ({ latency }: Fault): string => {
  if (latency === undefined) return ""
  if ("fixed" in latency) return `latency ${latency.fixed} ms`
  return "min" in latency ? `latency ${latency.min} to ${latency.max} ms` : `latency about ${latency.median} ms`
}

const formatFault = (fault: Fault): string =>
  [
    fault.does === undefined ? "" : formatEffects(fault.does),
    formatLatency(fault),
    fault.after === true ? "after the operation" : ""
  ]
    .filter((part) => part !== "")
    .join(", ")

const formatWhen = ({ when }: Fault): string => {
  if (when === undefined) return "every one"
  if ("first" in when) return `first ${when.first}`
  return "nth" in when ? `number ${when.nth}` : `${when.probability * 100} %`
}

const formatOperations = ({ caller, operations, region, where }: Fault): string =>
  [
    operations.join(", "),
    region === undefined ? "" : ` (${region})`,
    caller === undefined ? "" : ` of ${Predicate.isString(caller) ? caller : JSON.stringify(caller)}`,
    where === undefined ? "" : ", some requests"
  ].join("")

const formatHits = ({ hits, remaining }: Row): string =>
  remaining === undefined ? pluralize(hits, "hit") : `${hits} of ${hits + remaining}`

const until = ({ until }: Row) => until && DateTime.formatIso(until)

const isOver = ({ remaining }: Row) => remaining === 0

const [column, field] = [columnMaker<Row>(), fieldMaker<Row>()]

const part = (name: "operations" | "does" | "latency" | "when", text: (fault: Fault) => string) =>
  field(
    name,
    ({ fault }) => fault[name],
    ({ fault }) => text(fault)
  )

/** Faults that make requests of the tenant fail, wait or break. */
export const faults: Resource<Row> = {
  name: "faults",
  title: "Faults",
  one: "fault",
  letter: "f",
  ...box,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  read: (_, page) =>
    Effect.map(
      use((client) => client.faults.list()),
      (all) => boxPage(all, page)
    ),
  columns: [
    column("id", "ID", ({ id }) => id, [8, 0, 0], { tone: (row) => (isOver(row) ? "quiet" : "warning") }),
    column("operations", "OPERATION", ({ fault }) => formatOperations(fault), [8, 3, 3]),
    column("does", "DOES", ({ fault }) => formatFault(fault), [14, 2, 1]),
    column("when", "WHEN", ({ fault }) => formatWhen(fault), [9, 0, 4]),
    column("hits", "HITS", ({ hits }) => hits, [4, 0, 2], { align: "right" })
  ],
  facts: [
    ["Id", ({ id }) => id],
    ["State", (row) => (isOver(row) ? `${glyphs.inactive} over` : `${glyphs.active} on`)],
    ["For", ({ fault }) => formatOperations(fault)],
    ["Does", ({ fault }) => formatFault(fault)],
    ["When", ({ fault }) => formatWhen(fault)],
    ["Hits", formatHits],
    ["Matches", ({ matches }) => String(matches)],
    ["Until", (row) => formatDateUtc(until(row))]
  ],
  actions: [remove],
  inverses: [restore],
  forms: [...presets, add],
  fields: [
    field("id"),
    part("operations", formatOperations),
    part("does", formatFault),
    part("latency", formatLatency),
    part("when", formatWhen),
    field("region", ({ fault }) => fault.region),
    field("matches"),
    field("hits"),
    field("remaining"),
    field("until", until, (row) => formatDateUtc(until(row)))
  ],
  summary: ["id", "operations", "does", "when", "hits", "remaining"],
  namedBy: "id",
  example: "fault-1",
  ofId: (id) => ({ id, fault: { operations: ["*"] }, matches: 0, hits: 0 })
}
