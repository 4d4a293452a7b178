import { Calls } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { fieldNames, formatDate, fromProperties } from "../Field.ts"
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
  ...fromProperties<RecentRow>(
    {
      start_time: { label: "Started", column: ["STARTED", 16, 0, 1] },
      duration: {
        label: "Length",
        text: (call) => lengthText(timesOf(call)),
        column: ["LENGTH", 7, 0, 3],
        words: (call) => lengthWords(timesOf(call)),
        align: "right",
        isElapsed: true
      },
      contact_name: { label: "With", text: contactName, column: ["WITH", 12, 3, 0], sortBy: contactName },
      contact: { value: withoutToken, text: contactName },
      email: { label: "E-mail", value: ({ contact }) => contact?.email },
      outgoing: {
        label: "Way",
        text: (call) => direction(call).words,
        column: ["WAY", 3, 0, 4],
        columnText: (call) => direction(call).glyph,
        words: (call) => direction(call).words
      },
      reason: { label: "Reason", column: ["ENDED", 11, 0, 2], columnText: (call) => state(call).text, isState: true },
      participants: {
        label: "People",
        text: ({ participants }) =>
          (participants ?? []).flatMap(({ email, name, username }) => name || username || email || []).join(", ")
      },
      ratings: {
        label: "Ratings",
        text: ({ ratings }) => (ratings ?? []).map(({ rating }) => rating ?? "–").join(", ")
      },
      tags: { label: "Tags" },
      is_group: { label: "Group" },
      has_attachments: { label: "Attached" }
    },
    fieldNames(Calls.RecentCall)
  ),
  actions: [],
  summary: ["start_time", "contact_name", "outgoing", "duration", "reason"],
  namedBy: "start"
}
