import type * as Emulator from "@remote-assist/http-mock/Control"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { Action } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { refuse, use } from "../../Control.ts"
import { glyphs } from "../../theme.ts"
import { columnMaker, fieldMaker, formatDateUtc } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { box, page, schemas } from "./common.ts"

type Fault = Emulator.Fault
type Row = Emulator.FaultEntry

const make = (fault: Fault) => use((client) => client.faults.make({ payload: fault }))

/** Makes a fault of parts that a user gave. */
const makeOf = (parts: Readonly<Record<string, unknown>>) =>
  use((client) =>
    schemas.pipe(
      Effect.flatMap(({ Fault }) => Schema.decodeUnknownEffect(Fault)(parts)),
      Effect.flatMap((payload) => client.faults.make({ payload }))
    )
  )

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
  done: "is removed: requests do not meet it any more."
}

const again: Action<Row> = {
  name: "faults.again",
  keys: ["+"],
  label: "make again",
  pending: "making",
  effect: "reversible",
  run: ({ fault }) => make(fault),
  done: "is on, and counts its hits anew."
}

/** A fault as it is typed. */
const Typed = Schema.Struct({
  operations: Schema.optionalKey(Schema.String),
  does: Schema.optionalKey(Schema.String),
  latency: Schema.optionalKey(Schema.String),
  first: Schema.optionalKey(Schema.String),
  nth: Schema.optionalKey(Schema.String),
  percent: Schema.optionalKey(Schema.String),
  region: Schema.optionalKey(Schema.String),
  ttl: Schema.optionalKey(Schema.String)
})
type Typed = typeof Typed.Type

const kinds = ["expired", "html", "reset", "malformed", "truncate", "slow"]

const numberOf = (name: string, text: string) =>
  /^\d{1,9}(?:\.\d+)?$/.test(text) ? Effect.succeed(Number(text)) : refuse(`${name} takes a number, not ${text}.`, 400)

const doesOf = (text: string) => {
  if (/^[45]\d\d$/.test(text)) return Effect.succeed({ kind: "status", status: Number(text) })
  const [, seconds] = /^(?:rateLimit|429):(\d{1,6})$/.exec(text) ?? []
  if (seconds !== undefined) return Effect.succeed({ kind: "rateLimit", retryAfter: Number(seconds) })
  return kinds.includes(text)
    ? Effect.succeed({ kind: text })
    : refuse(`What happens is a status such as 503, 429:10 for 10 seconds, or ${kinds.join(", ")}.`, 400)
}

const latencyOf = Effect.fnUntraced(function* (text: string) {
  const [min = "", max] = text.split("-").map((part) => part.trim())
  const least = yield* numberOf("The latency", min)
  return max === undefined ? { fixed: least } : { min: least, max: yield* numberOf("The latency", max) }
})

const whenOf = Effect.fnUntraced(function* ({ first, nth, percent }: Typed) {
  if ([first, nth, percent].filter((each) => each !== undefined).length > 1)
    return yield* refuse("Give one of first, nth and percent.", 400)
  if (first !== undefined) return { first: yield* numberOf("First", first) }
  if (nth !== undefined) return { nth: yield* numberOf("Nth", nth) }
  return percent === undefined ? undefined : { probability: (yield* numberOf("Percent", percent)) / 100 }
})

const partsOf = Effect.fnUntraced(function* (typed: Typed) {
  const { does, latency, operations = "*", region, ttl } = typed
  const parts = {
    operations: operations.split(/[\s,]+/).filter((name) => name !== ""),
    does: does === undefined ? undefined : yield* doesOf(does),
    latency: latency === undefined ? undefined : yield* latencyOf(latency),
    when: yield* whenOf(typed),
    region,
    ttl
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
})

const making = {
  pending: "making",
  on: "none",
  effect: "reversible",
  inverse: "faults.remove",
  done: "is on."
} as const

const Nothing = Schema.Struct({})

/** A fault that takes nothing. */
const usual = (name: string, key: string, consequence: string, fault: Omit<Fault, "operations">) =>
  makeForm<Row, typeof Nothing.Type>(Nothing, {
    ...making,
    name: `faults.${name}`,
    label: name,
    keys: [key],
    consequence,
    fields: {},
    run: () => make({ operations: ["*"], ...fault })
  })

const duration = Schema.decodeOption(Schema.DurationFromString)

const add = makeForm<Row, Typed>(Typed, {
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
  run: (typed) => Effect.flatMap(partsOf(typed), makeOf),
  example: "--operations EnterpriseUsers.list --does 503 --first 2"
})

type Does = Extract<NonNullable<Fault["does"]>, { readonly kind: string }>

const effectText = (does: Does): string => {
  switch (does.kind) {
    case "status":
      return String(does.status)
    case "expired":
      return "expired token"
    case "rateLimit":
      return `429, retry after ${does.retryAfter} s`
    case "html":
      return "page of a proxy"
    case "reset":
      return "connection reset"
    case "override":
      return "answer edited"
    case "worst":
      return "worst by the contract"
    case "body":
      return `another answer, ${does.status ?? 200}`
    default:
      return does.kind
  }
}

const shown = 3

const effectsText = (does: NonNullable<Fault["does"]>): string => {
  if ("kind" in does) return effectText(does)
  const first = does.slice(0, shown).map(effectText).join(", then ")
  return does.length > shown ? `${first}, and ${does.length - shown} more` : first
}

const latencyText = ({ latency }: Fault): string => {
  if (latency === undefined) return ""
  if ("fixed" in latency) return `latency ${latency.fixed} ms`
  return "min" in latency ? `latency ${latency.min} to ${latency.max} ms` : `latency about ${latency.median} ms`
}

const doesText = (fault: Fault): string =>
  [
    fault.does === undefined ? "" : effectsText(fault.does),
    latencyText(fault),
    fault.after === true ? "after it happened" : ""
  ]
    .filter((part) => part !== "")
    .join(", ")

const whenText = ({ when }: Fault): string => {
  if (when === undefined) return "every one"
  if ("first" in when) return `first ${when.first}`
  return "nth" in when ? `number ${when.nth}` : `${when.probability * 100} %`
}

const operationsText = ({ caller, operations, region, where }: Fault): string =>
  [
    operations.join(", "),
    region === undefined ? "" : ` (${region})`,
    caller === undefined ? "" : ` of ${Predicate.isString(caller) ? caller : JSON.stringify(caller)}`,
    where === undefined ? "" : ", some requests"
  ].join("")

const hitsText = ({ hits, remaining }: Row): string =>
  remaining === undefined ? `${hits} ${hits === 1 ? "hit" : "hits"}` : `${hits} of ${hits + remaining}`

const until = ({ until }: Row) => until && DateTime.formatIso(until)

const isOver = ({ remaining }: Row) => remaining === 0

const [column, field] = [columnMaker<Row>(), fieldMaker<Row>()]

const part = (name: "operations" | "does" | "latency" | "when", text: (fault: Row["fault"]) => string) =>
  field(
    name,
    ({ fault }) => fault[name],
    ({ fault }) => text(fault)
  )

/** What makes requests of the tenant fail, wait or break. */
export const faults: Resource<Row> = {
  name: "faults",
  title: "Faults",
  one: "fault",
  letter: "f",
  ...box,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  read: (_, number) =>
    Effect.map(
      use((client) => client.faults.list()),
      (all) => page(all, number)
    ),
  columns: [
    column("id", "ID", ({ id }) => id, [8, 0, 0], { tone: (row) => (isOver(row) ? "quiet" : "warning") }),
    column("operations", "OPERATION", ({ fault }) => operationsText(fault), [8, 3, 3]),
    column("does", "DOES", ({ fault }) => doesText(fault), [14, 2, 1]),
    column("when", "WHEN", ({ fault }) => whenText(fault), [9, 0, 4]),
    column("hits", "HITS", ({ hits }) => hits, [4, 0, 2], { align: "right" })
  ],
  facts: [
    ["Id", ({ id }) => id],
    ["State", (row) => (isOver(row) ? `${glyphs.inactive} over` : `${glyphs.active} on`)],
    ["For", ({ fault }) => operationsText(fault)],
    ["Does", ({ fault }) => doesText(fault)],
    ["When", ({ fault }) => whenText(fault)],
    ["Hits", hitsText],
    ["Met by", ({ matches }) => String(matches)],
    ["Until", (row) => formatDateUtc(until(row))]
  ],
  actions: [remove],
  inverses: [again],
  forms: [
    usual("busy", "b", "Every request is answered 503 until it is removed.", { does: { kind: "status", status: 503 } }),
    usual("expired", "x", "The next request with a user token finds it expired.", {
      when: { first: 1 },
      does: { kind: "expired" }
    }),
    usual("slow", "l", "Every request waits for half a second to one and a half.", {
      latency: { min: 500, max: 1500 }
    }),
    usual("reset", "r", "Every connection is reset without an answer until it is removed.", {
      does: { kind: "reset" }
    }),
    add
  ],
  fields: [
    field("id", ({ id }) => id),
    part("operations", operationsText),
    part("does", doesText),
    part("latency", latencyText),
    part("when", whenText),
    field("region", ({ fault }) => fault.region),
    field("matches", ({ matches }) => matches),
    field("hits", ({ hits }) => hits),
    field("remaining", ({ remaining }) => remaining),
    field("until", until, (row) => formatDateUtc(until(row)))
  ],
  summary: ["id", "operations", "does", "when", "hits", "remaining"],
  namedBy: "id",
  example: "fault-1",
  ofId: (id) => ({ id, fault: { operations: ["*"] }, matches: 0, hits: 0 })
}
