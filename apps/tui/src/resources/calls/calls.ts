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
import { fieldNames, formFields, fromProperties } from "../Field.ts"
import { listQuery } from "../Resource.ts"
import type { Resource } from "../Resource.ts"
import * as Call from "./Call.ts"
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
  return (call: Calls.Call): Call.CallRow => ({ ...call, me: own, readAt })
})

const read = (id: Calls.CallId) =>
  service.use((calls) => Effect.flatMap(calls.read(id), (call) => Effect.map(toRow, (row) => row(call))))

const noRecording = (call: Call.CallRow): string => {
  const { word } = Call.recordingState(call)
  if ((call.recordingError ?? "") !== "") return `The recording failed (${call.recordingError}).`
  if (word !== "") return `The recording cannot be opened yet: it is ${word}.`
  return Call.callState(call).text.includes("running")
    ? "There is no recording yet: the call is running."
    : "This call was not recorded."
}

/** Opens the recording. Its address is signed and may expire, so it is read again. */
const recordingLink: OpenAction<Call.CallRow> = {
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
const annotate = makeForm<Call.CallRow, Calls.Annotation>(Calls.Annotation, {
  name: "calls.annotate",
  label: "annotate",
  keys: ["e"],
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

const participant =
  (of: (call: Call.CallRow) => Call.Participant) =>
  (call: Call.CallRow): string => {
    const { id, name } = of(call)
    return id !== "" && id === call.me ? `${name} (you)` : name
  }

const ratings = ({ participants, ratings }: Call.CallRow): string =>
  (ratings ?? [])
    .map(({ participant_id, rating }) => {
      const rater = participants?.find(({ id }) => String(id) === participant_id)
      return `${rater?.name || `user ${participant_id ?? "?"}`} ${rating ?? "–"}`
    })
    .join(", ")

const recording = (call: Call.CallRow): string => {
  const { glyph, word } = Call.recordingState(call)
  const error = (call.recordingError ?? "") === "" ? "" : `: ${call.recordingError}`
  return word === "" ? "none" : `${glyph} ${word}${error}`
}

const note = (name: (typeof notes)[number], label: string) => ({
  label,
  text: (call: Call.CallRow) => call[name] || "–"
})

const started = ({ timeCallStarted }: Call.CallRow) => toMillis(timeCallStarted)

const properties = fromProperties<Call.CallRow>(
  {
    dialer: { label: "Dialer", text: participant(Call.dialer) },
    receiver: { label: "Receiver", text: participant(Call.receiver) },
    participants: { label: "People", text: Call.participantNames },
    timeCallStarted: {
      label: "Started",
      text: (call) => formatSecond(started(call)),
      column: ["STARTED", 16, 0, 1],
      columnText: (call) => formatMinute(started(call)),
      sortBy: started
    },
    timeCallEnded: { label: "Ended", text: ({ timeCallEnded }) => formatSecond(toMillis(timeCallEnded)) },
    callDuration: {
      label: "Length",
      text: Call.lengthText,
      column: ["LENGTH", 7, 0, 3],
      sortBy: Call.callLength,
      words: Call.lengthWords,
      align: "right",
      isElapsed: true
    },
    with: { value: Call.partnerName, column: ["WITH", 12, 3, 0] },
    way: {
      value: Call.direction,
      column: ["WAY", 3, 0, 4],
      columnText: (call) => Call.directionText(Call.direction(call)).glyph,
      words: (call) => Call.directionText(Call.direction(call)).words
    },
    reasonCallEnded: {
      label: "Reason",
      column: ["ENDED", 11, 0, 2],
      columnText: (call) => Call.callState(call).text,
      isState: true
    },
    ratings: { label: "Ratings", text: ratings },
    tags: { label: "Tags" },
    recordingStatus: {
      label: "Recording",
      text: recording,
      column: ["REC", 3, 0, 5],
      columnText: (call) => Call.recordingState(call).glyph,
      sortBy: (call) => Call.recordingState(call).word,
      words: (call) => (Call.recordingState(call).word === "" ? "" : `recording ${Call.recordingState(call).word}`)
    },
    note: {
      value: (call) => notes.map((name) => call[name] ?? "").find((text) => text !== ""),
      column: ["NOTE", 6, 2, 6]
    },
    alt1_id: note("alt1_id", "Alt 1"),
    alt2_id: note("alt2_id", "Alt 2"),
    alt3_id: note("alt3_id", "Alt 3"),
    extra_info: note("extra_info", "Extra"),
    owner_name: {
      label: "Owner",
      text: (call) => (String(call.owner_id) === Call.dialer(call).id ? "" : (call.owner_name ?? ""))
    },
    intraEnterpriseCall: { label: "Internal" },
    has_attachments: { label: "Attached" },
    session: { label: "Id" }
  },
  fieldNames(Calls.Call, "recordingUrl")
)

// larger pages are not known to work
const pageSize = 100

const parseId = Schema.decodeUnknownOption(Calls.CallId)

export const calls: Resource<Call.CallRow> = {
  name: "calls",
  title: "Calls",
  one: "call",
  letter: "c",
  pageSize,
  idOf: ({ session }) => session,
  nameOf: (call) => {
    const started = formatMinute(toMillis(call.timeCallStarted))
    return started === "" ? call.session : `call with ${Call.partnerName(call)}, ${started}`
  },
  read: (filter, page, order) =>
    Effect.gen(function* () {
      const calls = yield* service.use((calls) => calls.list({ ...listQuery(pageSize, filter, order), page }))
      return { page_size: pageSize, entries: calls.map(yield* toRow) }
    }),
  rows: (filter, order) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const calls = yield* service
        return Stream.map(calls.stream(listQuery(pageSize, filter, order)), yield* toRow)
      })
    ),
  readOne: (name) => Option.getOrUndefined(Option.map(parseId(name), read)),
  filterExample: "field=value, such as receiverName~=%Torvalds%",
  filters: fieldNames(Calls.Call, "recordingUrl", "dialerId", "dialer", "receiver", "participants", "ratings", "tags"),
  orders: [
    "timeCallStarted",
    "callDuration",
    "dialerName",
    "receiverName",
    "reasonCallEnded",
    "recordingStatus",
    "alt1_id"
  ],
  state: Call.callState,
  ...properties,
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
  idle: ({ recordingUrl }) => (recordingUrl ? [] : [recordingLink.name]),
  actions: [],
  forms: [annotate],
  summary: ["session", "timeCallStarted", "callDuration", "dialerName", "receiverName", "reasonCallEnded", "alt1_id"],
  namedBy: "id (session in lists)",
  example: "call_00000000-0000-4000-8000-000000000001",
  filterFor: (name) => `session=${name}`,
  ofId: (name) =>
    /^call_[\w-]+$/.test(name)
      ? Option.getOrUndefined(Option.map(parseId(name), (session): Call.CallRow => ({ session, me: undefined })))
      : undefined
}
