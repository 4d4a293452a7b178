import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import * as Field from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { annotate } from "./annotate.ts"
import { endingOf, lengthOf, millisOf, minuteOf, spanOf } from "./CallRow.ts"
import type { CallRow } from "./CallRow.ts"
import { columns } from "./columns.ts"
import { facts } from "./facts.ts"
import { withOf } from "./parties.ts"
import { me, read } from "./read.ts"
import { recording } from "./recording.ts"
import { events } from "./tabs/events.ts"
import { json } from "./tabs/json.ts"
import { stats } from "./tabs/stats.ts"

/** Calls are fetched by this many: programs are known to ask for up to 100. */
const pageSize = 100

const queryOf = (filter: string, order: string): Omit<Calls.CallQuery, "page"> => ({
  page_size: pageSize,
  ...(filter === "" ? {} : { filter }),
  ...(order === "" ? {} : { order })
})

const moments: ReadonlyMap<string, (call: CallRow) => string> = new Map([
  ["timeCallStarted", ({ timeCallStarted }) => minuteOf(millisOf(timeCallStarted))],
  ["timeCallEnded", ({ timeCallEnded }) => minuteOf(millisOf(timeCallEnded))],
  ["callDuration", (call) => spanOf(lengthOf(call))]
])

const fields = Field.of<CallRow>(Calls.Call, ["recordingUrl"]).map((field) => {
  const text = moments.get(field.name)
  return text === undefined ? field : { ...field, text }
})

const idOf = Schema.decodeUnknownOption(Calls.CallId)

const isId = (name: string) => /^call_[\w-]+$/.test(name)

/** The calls of who is logged in. */
export const calls: Resource<CallRow> = {
  name: "calls",
  title: "Calls",
  one: "call",
  letter: "c",
  pageSize,
  idOf: ({ session }) => session,
  nameOf: (call) => {
    const started = minuteOf(millisOf(call.timeCallStarted))
    return started === "" ? call.session : `call with ${withOf(call)}, ${started}`
  },
  read: (filter, page, order = "") =>
    Effect.flatMap(
      Effect.flatMap(Calls.Calls, (calls) => calls.list({ ...queryOf(filter, order), page })),
      (entries) =>
        Effect.map(me, (me) => ({ page_size: pageSize, entries: entries.map((call): CallRow => ({ ...call, me })) }))
    ),
  rows: (filter, order) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const calls = yield* Calls.Calls
        const own = yield* me
        return Stream.map(calls.stream(queryOf(filter, order)), (call): CallRow => ({ ...call, me: own }))
      })
    ),
  readOne: (name) => Option.getOrUndefined(Option.map(idOf(name), read)),
  filterExample: "field=value, such as receiverName~=%Torvalds%",
  orders: [
    "timeCallStarted",
    "callDuration",
    "dialerName",
    "receiverName",
    "reasonCallEnded",
    "recordingStatus",
    "alt1_id"
  ],
  state: endingOf,
  columns,
  facts,
  secret: {
    name: "recordingUrl",
    label: "Address",
    value: ({ recordingUrl }) => (recordingUrl ? Redacted.make(recordingUrl) : undefined)
  },
  tabs: [
    { title: "Call" },
    { title: "Events", inquiry: events },
    { title: "Stats", inquiry: stats },
    { title: "JSON", inquiry: json, isOfScreen: true }
  ],
  links: [recording],
  actions: [],
  forms: [annotate],
  fields,
  summary: ["session", "timeCallStarted", "callDuration", "dialerName", "receiverName", "reasonCallEnded", "alt1_id"],
  namedBy: "id (session in lists)",
  example: "call_00000000-0000-4000-8000-000000000001",
  filterFor: (name) => `session=${name}`,
  ofId: (name) =>
    isId(name)
      ? Option.getOrUndefined(Option.map(idOf(name), (session): CallRow => ({ session, me: undefined })))
      : undefined
}
