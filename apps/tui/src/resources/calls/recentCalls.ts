import { Calls } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { columnMaker, formatDate, formatDateUtc, schemaFields, yesNo } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { wholePage } from "../Resource.ts"
import { anonymous, callState, directionText, lengthText, lengthWords } from "./Call.ts"

/** A recent call. The API has no id for it, so its start and contact identify it. */
interface RecentRow extends Calls.RecentCall {
  readonly id: string
  /** When the call was read, in milliseconds. */
  readonly readAt: number
}

const contactName = ({ contact, contact_name }: Calls.RecentCall): string => {
  if (contact?.anonymous === true) return anonymous
  return contact_name || contact?.name || contact?.username || contact?.email || anonymous
}

/** Numbers calls with the same start and contact. */
const toRows = (calls: ReadonlyArray<Calls.RecentCall>, readAt: number): ReadonlyArray<RecentRow> => {
  const counts = new Map<string, number>()
  return calls.map((call) => {
    const id = `${call.start_time ?? ""} ${String(call.contact?.id ?? contactName(call))}`.trim()
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return { ...call, id: count === 1 ? id : `${id} (${count})`, readAt }
  })
}

/** The times of a call. A running call has no reason. */
const timesOf = ({ duration, readAt, reason, start_time }: RecentRow) =>
  (reason ?? "") === ""
    ? { timeCallStarted: Date.parse(start_time ?? ""), readAt }
    : { reasonCallEnded: reason ?? "", timeCallEnded: 0, callDuration: duration ?? "" }

const state = (call: RecentRow) => callState(timesOf(call))

const direction = ({ outgoing }: Calls.RecentCall) =>
  directionText(outgoing == null ? undefined : outgoing ? "out" : "in")

/** Removes the token, which could invite others. */
const withoutToken = ({ contact }: RecentRow) => {
  if (contact == null) return contact
  const { token: _, ...rest } = contact
  return rest
}

const column = columnMaker<RecentRow>()

/** The most recent calls of the user. */
export const recentCalls: Resource<RecentRow> = {
  name: "recent",
  title: "Recent calls",
  one: "recent call",
  letter: "",
  within: { resource: "calls", key: "l", label: "recent calls", back: "all calls" },
  pageSize: 100,
  idOf: ({ id }) => id,
  nameOf: (call) => `call with ${contactName(call)}, ${formatDate(call.start_time)}`,
  read: (_, page) =>
    Effect.gen(function* () {
      const calls = yield* Calls.Calls.use(({ recent }) => recent)
      return wholePage(toRows(calls, yield* Clock.currentTimeMillis), page, 1)
    }),
  state,
  columns: [
    column("start_time", "STARTED", ({ start_time }) => start_time, [16, 0, 1], { text: formatDate }),
    {
      ...column("duration", "LENGTH", ({ duration }) => duration, [7, 0, 3], { align: "right", isElapsed: true }),
      text: (call) => lengthText(timesOf(call)),
      words: (call) => lengthWords(timesOf(call))
    },
    column("contact_name", "WITH", contactName, [12, 3, 0]),
    {
      ...column("outgoing", "WAY", (call) => direction(call).words, [3, 0, 4]),
      text: (call) => direction(call).glyph,
      words: (call) => direction(call).words
    },
    column("reason", "ENDED", (call) => state(call).text, [11, 0, 2], { isState: true })
  ],
  facts: [
    ["With", contactName],
    ["E-mail", ({ contact }) => contact?.email],
    ["Way", (call) => direction(call).words],
    ["Started", ({ start_time }) => formatDateUtc(start_time)],
    ["Length", (call) => lengthText(timesOf(call))],
    ["Reason", ({ reason }) => reason],
    [
      "People",
      ({ participants }) =>
        (participants ?? []).flatMap(({ email, name, username }) => name || username || email || []).join(", ")
    ],
    ["Ratings", ({ ratings }) => ratings?.map(({ rating }) => rating ?? "–").join(", ")],
    ["Tags", ({ tags }) => tags?.join(", ")],
    ["Group", ({ is_group }) => yesNo(is_group)],
    ["Attached", ({ has_attachments }) => yesNo(has_attachments)]
  ],
  actions: [],
  fields: schemaFields<RecentRow>(Calls.RecentCall).map((field) =>
    field.name === "contact" ? { ...field, value: withoutToken, text: contactName } : field
  ),
  summary: ["start_time", "contact_name", "outgoing", "duration", "reason"],
  namedBy: "start"
}
