import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { glyphs } from "../../theme.ts"
import * as Field from "../Field.ts"
import { columnMaker, formatDate, formatDateUtc, yesNo } from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { anonymous, endingOf, spanOf } from "./CallRow.ts"

/** A recent call; the service gives it no id, so here it has its start and who it was with. */
interface RecentRow extends Calls.RecentCall {
  readonly id: string
}

/** With whom the call was. */
const withOf = ({ contact, contact_name }: Calls.RecentCall): string => {
  if (contact?.anonymous === true) return anonymous
  return contact_name || contact?.name || contact?.username || contact?.email || anonymous
}

/** Recent calls, each with an id of its own. */
const rowsOf = (calls: ReadonlyArray<Calls.RecentCall>): ReadonlyArray<RecentRow> => {
  const times = new Map<string, number>()
  return calls.map((call) => {
    const id = `${call.start_time ?? ""} ${String(call.contact?.id ?? withOf(call))}`.trim()
    const before = times.get(id) ?? 0
    times.set(id, before + 1)
    return { ...call, id: before === 0 ? id : `${id} (${before + 1})` }
  })
}

/** How it ended: while it runs there is no reason. */
const stateOf = ({ reason }: Calls.RecentCall) =>
  endingOf({ reasonCallEnded: reason ?? "", timeCallEnded: (reason ?? "") === "" ? "" : 0 })

/** How long it was; while it runs that is not known. */
const lengthText = (call: Calls.RecentCall): string =>
  stateOf(call).tone === "warning" ? "…" : spanOf(call.duration ?? undefined)

/** The way it went, as a sign and in a word. */
const wayOf = ({ outgoing }: Calls.RecentCall): { readonly sign: string; readonly word: string } => {
  if (outgoing == null) return { sign: glyphs.unknown, word: "way not known" }
  return outgoing ? { sign: glyphs.outgoing, word: "outgoing" } : { sign: glyphs.incoming, word: "incoming" }
}

const column = columnMaker<RecentRow>()

const columns: ReadonlyArray<Field.FieldColumn<RecentRow>> = [
  column("start_time", "STARTED", ({ start_time }) => start_time, [16, 0, 1], { text: formatDate }),
  {
    ...column("duration", "LENGTH", ({ duration }) => duration, [7, 0, 3], { align: "right" }),
    text: lengthText
  },
  column("contact_name", "WITH", (call) => withOf(call), [12, 3, 0]),
  {
    ...column("outgoing", "WAY", (call) => wayOf(call).word, [3, 0, 4]),
    text: (call) => wayOf(call).sign,
    words: (call) => wayOf(call).word
  },
  column("reason", "ENDED", (call) => stateOf(call).text, [11, 0, 2], { isState: true })
]

/** The contact without what would let others in. */
const contactOf = ({ contact }: RecentRow) => {
  if (contact == null) return contact
  const { token: _, ...shown } = contact
  return shown
}

const namesOf = ({ participants }: RecentRow) =>
  (participants ?? []).map(({ email, name, username }) => name || username || email || "").filter((name) => name !== "")

/** The calls that were last, as the service tells them to who was in them. */
export const recentCalls: Resource<RecentRow> = {
  name: "recent",
  title: "Recent calls",
  one: "recent call",
  letter: "",
  within: { resource: "calls", key: "l", label: "recent calls", back: "all calls" },
  pageSize: 100,
  idOf: ({ id }) => id,
  nameOf: (call) => `call with ${withOf(call)}, ${formatDate(call.start_time)}`,
  read: (_, page) =>
    Effect.map(
      Effect.flatMap(Calls.Calls, ({ recent }) => recent),
      (calls) => {
        const entries = page === 1 ? rowsOf(calls) : []
        return { entries, total_entries: calls.length, total_pages: 1, page, page_size: Math.max(1, calls.length) }
      }
    ),
  state: stateOf,
  columns,
  facts: [
    ["With", withOf],
    ["E-mail", ({ contact }) => contact?.email],
    ["Way", (call) => wayOf(call).word],
    ["Started", ({ start_time }) => formatDateUtc(start_time)],
    ["Length", lengthText],
    ["Reason", ({ reason }) => reason],
    ["People", (call) => namesOf(call).join(", ")],
    ["Ratings", ({ ratings }) => ratings?.map(({ rating }) => rating ?? "–").join(", ")],
    ["Tags", ({ tags }) => tags?.join(", ")],
    ["Group", ({ is_group }) => yesNo(is_group)],
    ["Attached", ({ has_attachments }) => yesNo(has_attachments)]
  ],
  actions: [],
  fields: Field.schemaFields<RecentRow>(Calls.RecentCall).map((field) =>
    field.name === "contact" ? { ...field, value: contactOf, text: (call) => withOf(call) } : field
  ),
  summary: ["start_time", "contact_name", "outgoing", "duration", "reason"],
  namedBy: "start"
}
