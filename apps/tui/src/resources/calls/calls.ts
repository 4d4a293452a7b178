import { Calls, Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { OpenAction } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { readUserId } from "../../session/SessionStatus.ts"
import * as Field from "../Field.ts"
import { columnMaker, yesNo } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import {
  dialerOf,
  endingOf,
  lengthOf,
  millisOf,
  minuteOf,
  noteOf,
  peopleOf,
  receiverOf,
  recordingOf,
  secondOf,
  signOf,
  spanOf,
  wayOf,
  withOf
} from "./CallRow.ts"
import type { CallRow, Party } from "./CallRow.ts"
import { events, json, stats } from "./tabs.ts"

/** The number of who is logged in, where their token tells it. */
const me = Effect.flatMap(Session.Session, ({ token }) =>
  Effect.match(token, { onSuccess: readUserId, onFailure: () => undefined })
)

/** One call as the service has it now. */
const read = (id: Calls.CallId) =>
  Effect.flatMap(
    Effect.flatMap(Calls.Calls, (calls) => calls.read(id)),
    (call) => Effect.map(me, (me): CallRow => ({ ...call, me }))
  )

const whyNone = (call: CallRow): string => {
  const { word } = recordingOf(call)
  if ((call.recordingError ?? "") !== "") return `There is no recording: it failed (${call.recordingError}).`
  if (word !== "") return `There is no recording to open yet: it is ${word}.`
  return endingOf(call).text.includes("running")
    ? "There is no recording yet: the call is running."
    : "This call was not recorded."
}

/** The recording of a call. Its address is signed and may not last: it is asked for anew. */
const recordingLink: OpenAction<CallRow> = {
  name: "calls.recording",
  keys: ["o"],
  label: "recording",
  find: ({ session }) =>
    Effect.map(read(session), (call) =>
      call.recordingUrl ? Result.succeed(Redacted.make(call.recordingUrl)) : Result.fail(whyNone(call))
    )
}

const most = 512

const notes = ["alt1_id", "alt2_id", "alt3_id", "extra_info"] as const

/** Notes ids and text on a call; one that is emptied is taken away. */
const annotate = makeForm<CallRow, Calls.Annotation>(Calls.Annotation, {
  name: "calls.annotate",
  label: "annotate",
  keys: ["e"],
  pending: "annotating",
  on: "one",
  effect: "reversible",
  consequence: "What is noted here is seen by everybody who may read the call.",
  fields: {
    alt1_id: {
      flag: "alt1",
      label: "Alt 1",
      takes: "text",
      help: "First id of yours",
      limit: most,
      mayBeEmptied: true
    },
    alt2_id: { flag: "alt2", label: "Alt 2", takes: "text", help: "Second id", limit: most, mayBeEmptied: true },
    alt3_id: { flag: "alt3", label: "Alt 3", takes: "text", help: "Third id", limit: most, mayBeEmptied: true },
    extra_info: {
      flag: "extra",
      label: "Extra",
      takes: "text",
      help: "Any text; in the form, ⏎ stands for a new line and ⇥ for a tab",
      hasLines: true,
      mayBeEmptied: true
    }
  },
  initial: ({ alt1_id, alt2_id, alt3_id, extra_info }) => ({
    alt1_id: alt1_id ?? "",
    alt2_id: alt2_id ?? "",
    alt3_id: alt3_id ?? "",
    extra_info: extra_info ?? ""
  }),
  before: (form, row) =>
    Object.fromEntries(notes.filter((name) => form[name] !== undefined).map((name) => [name, row[name] ?? ""])),
  run: (form, row) =>
    row === undefined
      ? Effect.succeed(row)
      : Effect.as(
          Effect.flatMap(Calls.Calls, (calls) => calls.annotate(row.session, form)),
          { ...row, ...form }
        ),
  done: "is annotated.",
  example: '--alt1 A-71 --extra "The seal was replaced."'
})

const wayWords = (call: CallRow): string => {
  const way = wayOf(call)
  return way === undefined ? "way not known" : way === "out" ? "outgoing" : "incoming"
}

const column = columnMaker<CallRow>()

const columns: ReadonlyArray<Field.FieldColumn<CallRow>> = [
  column("timeCallStarted", "STARTED", ({ timeCallStarted }) => millisOf(timeCallStarted), [16, 0, 1], {
    text: minuteOf
  }),
  {
    ...column("callDuration", "LENGTH", (call) => lengthOf(call), [7, 0, 3], { text: spanOf, align: "right" }),
    text: (call) => (endingOf(call).tone === "warning" ? "…" : spanOf(lengthOf(call)))
  },
  column("with", "WITH", withOf, [12, 3, 0]),
  {
    ...column("way", "WAY", (call) => wayOf(call), [3, 0, 4]),
    text: (call) => signOf(wayOf(call)),
    words: wayWords
  },
  column("reasonCallEnded", "ENDED", (call) => endingOf(call).text, [11, 0, 2], { isState: true }),
  {
    ...column("recordingStatus", "REC", (call) => recordingOf(call).word, [3, 0, 5]),
    text: (call) => recordingOf(call).glyph,
    words: (call) => (recordingOf(call).word === "" ? "" : `recording ${recordingOf(call).word}`)
  },
  column("note", "NOTE", noteOf, [6, 2, 6])
]

const party =
  (of: (call: CallRow) => Party) =>
  (call: CallRow): string => {
    const { id, name } = of(call)
    return id !== "" && id === call.me ? `${name} (you)` : name
  }

const ratings = ({ participants, ratings }: CallRow): string =>
  (ratings ?? [])
    .map(({ participant_id, rating }) => {
      const rater = participants?.find(({ id }) => String(id) === participant_id)
      return `${rater?.name || `user ${participant_id ?? "?"}`} ${rating ?? "–"}`
    })
    .join(", ")

const recording = (call: CallRow): string => {
  const { glyph, word } = recordingOf(call)
  const why = (call.recordingError ?? "") === "" ? "" : `: ${call.recordingError}`
  return word === "" ? "none" : `${glyph} ${word}${why}`
}

const note = (name: "alt1_id" | "alt2_id" | "alt3_id" | "extra_info") => (call: CallRow) => call[name] || "–"

const owner = (call: CallRow) => (String(call.owner_id) === dialerOf(call).id ? "" : call.owner_name)

const facts: Resource<CallRow>["facts"] = [
  ["Dialer", party(dialerOf)],
  ["Receiver", party(receiverOf)],
  ["People", peopleOf],
  ["Started", ({ timeCallStarted }) => secondOf(millisOf(timeCallStarted))],
  ["Ended", ({ timeCallEnded }) => secondOf(millisOf(timeCallEnded))],
  ["Length", (call) => spanOf(lengthOf(call))],
  ["Reason", ({ reasonCallEnded }) => reasonCallEnded],
  ["Ratings", ratings],
  ["Tags", ({ tags }) => tags?.join(", ")],
  ["Recording", recording],
  ["Alt 1", note("alt1_id")],
  ["Alt 2", note("alt2_id")],
  ["Alt 3", note("alt3_id")],
  ["Extra", note("extra_info")],
  ["Owner", owner],
  ["Internal", ({ intraEnterpriseCall }) => yesNo(intraEnterpriseCall)],
  ["Attached", ({ has_attachments }) => yesNo(has_attachments)],
  ["Id", ({ session }) => session]
]

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

const fields = Field.schemaFields<CallRow>(Calls.Call, ["recordingUrl"]).map((field) => {
  const text = moments.get(field.name)
  return text === undefined ? field : { ...field, text }
})

const idOf = Schema.decodeUnknownOption(Calls.CallId)

const isId = (name: string) => /^call_[\w-]+$/.test(name)

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
    { title: "Events", query: events },
    { title: "Stats", query: stats },
    { title: "JSON", query: json, isOfScreen: true }
  ],
  links: [recordingLink],
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
