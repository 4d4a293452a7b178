import { Calls, Session } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { OpenAction } from "../../actions/Action.ts"
import { makeForm } from "../../actions/Action.ts"
import { readUserId } from "../../session/SessionStatus.ts"
import { formatMinute, formatSecond, toMillis } from "../../text/format.ts"
import { columnMaker, formFields, schemaFields, yesNo } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import {
  callLength,
  callState,
  dialer,
  direction,
  directionText,
  lengthText,
  lengthWords,
  participantNames,
  partnerName,
  receiver,
  recordingState
} from "./Call.ts"
import type { CallRow, Participant } from "./Call.ts"
import { events, json, stats } from "./tabs.ts"

const service = Calls.Calls

/** The id of the current user, if the token has it. */
const me = Session.Session.use(({ token }) =>
  Effect.match(token, { onSuccess: readUserId, onFailure: () => undefined })
)

/** Returns a function that makes rows of calls that are read now. */
const toRow = Effect.gen(function* () {
  const own = yield* me
  const readAt = yield* Clock.currentTimeMillis
  return (call: Calls.Call): CallRow => ({ ...call, me: own, readAt })
})

const read = (id: Calls.CallId) =>
  Effect.flatMap(
    service.use((calls) => calls.read(id)),
    (call) => Effect.map(toRow, (row) => row(call))
  )

const noRecording = (call: CallRow): string => {
  const { word } = recordingState(call)
  if ((call.recordingError ?? "") !== "") return `The recording failed (${call.recordingError}).`
  if (word !== "") return `The recording cannot be opened yet: it is ${word}.`
  return callState(call).text.includes("running")
    ? "There is no recording yet: the call is running."
    : "This call was not recorded."
}

/** Opens the recording. Its address is signed and may expire, so it is read again. */
const recordingLink: OpenAction<CallRow> = {
  name: "calls.recording",
  keys: ["o"],
  label: "recording",
  find: ({ session }) =>
    Effect.map(read(session), (call) =>
      call.recordingUrl ? Result.succeed(Redacted.make(call.recordingUrl)) : Result.fail(noRecording(call))
    )
}

const notes = ["alt1_id", "alt2_id", "alt3_id", "extra_info"] as const

const noteValues = (call: Calls.Call) => Object.fromEntries(notes.map((name) => [name, call[name] ?? ""]))

/** Sets the ids and the text of a call; an emptied field is removed. */
const annotate = makeForm<CallRow, Calls.Annotation>(Calls.Annotation, {
  name: "calls.annotate",
  label: "annotate",
  keys: ["e"],
  pending: "annotating",
  on: "one",
  effect: "reversible",
  consequence: "Everybody who may read the call sees the annotation.",
  fields: formFields(Calls.Annotation, {
    alt1_id: { flag: "alt1", label: "Alt 1", help: "First id of your own", mayBeEmptied: true },
    alt2_id: { flag: "alt2", label: "Alt 2", help: "Second id", mayBeEmptied: true },
    alt3_id: { flag: "alt3", label: "Alt 3", help: "Third id", mayBeEmptied: true },
    extra_info: {
      flag: "extra",
      label: "Extra",
      help: "Any text; in the form, ⏎ stands for a new line and ⇥ for a tab",
      hasLines: true,
      mayBeEmptied: true
    }
  }),
  initial: noteValues,
  before: (form, row) =>
    Object.fromEntries(Object.entries(noteValues(row)).filter(([name]) => form[name] !== undefined)),
  run: (form, row) =>
    row === undefined
      ? Effect.succeed(row)
      : Effect.as(
          service.use((calls) => calls.annotate(row.session, form)),
          { ...row, ...form }
        ),
  done: "is annotated.",
  example: '--alt1 A-71 --extra "The seal was replaced."'
})

const column = columnMaker<CallRow>()

const columns: Resource<CallRow>["columns"] = [
  column("timeCallStarted", "STARTED", ({ timeCallStarted }) => toMillis(timeCallStarted), [16, 0, 1], {
    text: formatMinute
  }),
  {
    ...column("callDuration", "LENGTH", callLength, [7, 0, 3], { align: "right", isElapsed: true }),
    text: lengthText,
    words: lengthWords
  },
  column("with", "WITH", partnerName, [12, 3, 0]),
  {
    ...column("way", "WAY", direction, [3, 0, 4]),
    text: (call) => directionText(direction(call)).glyph,
    words: (call) => directionText(direction(call)).words
  },
  column("reasonCallEnded", "ENDED", (call) => callState(call).text, [11, 0, 2], { isState: true }),
  {
    ...column("recordingStatus", "REC", (call) => recordingState(call).word, [3, 0, 5]),
    text: (call) => recordingState(call).glyph,
    words: (call) => (recordingState(call).word === "" ? "" : `recording ${recordingState(call).word}`)
  },
  column("note", "NOTE", (call) => notes.map((name) => call[name] ?? "").find((note) => note !== ""), [6, 2, 6])
]

const participant =
  (of: (call: CallRow) => Participant) =>
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
  const { glyph, word } = recordingState(call)
  const error = (call.recordingError ?? "") === "" ? "" : `: ${call.recordingError}`
  return word === "" ? "none" : `${glyph} ${word}${error}`
}

const note = (name: (typeof notes)[number]) => (call: CallRow) => call[name] || "–"

const facts: Resource<CallRow>["facts"] = [
  ["Dialer", participant(dialer)],
  ["Receiver", participant(receiver)],
  ["People", participantNames],
  ["Started", ({ timeCallStarted }) => formatSecond(toMillis(timeCallStarted))],
  ["Ended", ({ timeCallEnded }) => formatSecond(toMillis(timeCallEnded))],
  ["Length", lengthText],
  ["Reason", ({ reasonCallEnded }) => reasonCallEnded],
  ["Ratings", ratings],
  ["Tags", ({ tags }) => tags?.join(", ")],
  ["Recording", recording],
  ["Alt 1", note("alt1_id")],
  ["Alt 2", note("alt2_id")],
  ["Alt 3", note("alt3_id")],
  ["Extra", note("extra_info")],
  ["Owner", (call) => (String(call.owner_id) === dialer(call).id ? "" : call.owner_name)],
  ["Internal", ({ intraEnterpriseCall }) => yesNo(intraEnterpriseCall)],
  ["Attached", ({ has_attachments }) => yesNo(has_attachments)],
  ["Id", ({ session }) => session]
]

// larger pages are not known to work
const pageSize = 100

const toQuery = (filter: string, order: string): Omit<Calls.CallQuery, "page"> => ({
  page_size: pageSize,
  ...(filter === "" ? {} : { filter }),
  ...(order === "" ? {} : { order })
})

const fieldTexts: ReadonlyMap<string, (call: CallRow) => string> = new Map([
  ["timeCallStarted", ({ timeCallStarted }) => formatMinute(toMillis(timeCallStarted))],
  ["timeCallEnded", ({ timeCallEnded }) => formatMinute(toMillis(timeCallEnded))],
  ["callDuration", lengthText]
])

const parseId = Schema.decodeUnknownOption(Calls.CallId)

export const calls: Resource<CallRow> = {
  name: "calls",
  title: "Calls",
  one: "call",
  letter: "c",
  pageSize,
  idOf: ({ session }) => session,
  nameOf: (call) => {
    const started = formatMinute(toMillis(call.timeCallStarted))
    return started === "" ? call.session : `call with ${partnerName(call)}, ${started}`
  },
  read: (filter, page, order = "") =>
    Effect.gen(function* () {
      const calls = yield* service.use((calls) => calls.list({ ...toQuery(filter, order), page }))
      return { page_size: pageSize, entries: calls.map(yield* toRow) }
    }),
  rows: (filter, order) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const calls = yield* service
        return Stream.map(calls.stream(toQuery(filter, order)), yield* toRow)
      })
    ),
  readOne: (name) => Option.getOrUndefined(Option.map(parseId(name), read)),
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
  state: callState,
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
  fields: schemaFields<CallRow>(Calls.Call, ["recordingUrl"]).map((field) => ({
    ...field,
    text: fieldTexts.get(field.name) ?? field.text
  })),
  summary: ["session", "timeCallStarted", "callDuration", "dialerName", "receiverName", "reasonCallEnded", "alt1_id"],
  namedBy: "id (session in lists)",
  example: "call_00000000-0000-4000-8000-000000000001",
  filterFor: (name) => `session=${name}`,
  ofId: (name) =>
    /^call_[\w-]+$/.test(name)
      ? Option.getOrUndefined(Option.map(parseId(name), (session): CallRow => ({ session, me: undefined })))
      : undefined
}
