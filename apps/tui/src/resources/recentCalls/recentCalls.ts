import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Field from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { moment, moments, yesNo } from "../texts.ts"
import { columns } from "./columns.ts"
import { lengthText, rowsOf, stateOf, wayOf, withOf } from "./RecentRow.ts"
import type { RecentRow } from "./RecentRow.ts"

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
  nameOf: (call) => `call with ${withOf(call)}, ${moment(call.start_time)}`,
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
    ["Started", ({ start_time }) => moments(start_time)],
    ["Length", lengthText],
    ["Reason", ({ reason }) => reason],
    ["People", (call) => namesOf(call).join(", ")],
    ["Ratings", ({ ratings }) => ratings?.map(({ rating }) => rating ?? "–").join(", ")],
    ["Tags", ({ tags }) => tags?.join(", ")],
    ["Group", ({ is_group }) => yesNo(is_group)],
    ["Attached", ({ has_attachments }) => yesNo(has_attachments)]
  ],
  actions: [],
  fields: Field.of<RecentRow>(Calls.RecentCall).map((field) =>
    field.name === "contact" ? { ...field, value: contactOf, text: (call) => withOf(call) } : field
  ),
  summary: ["start_time", "contact_name", "outgoing", "duration", "reason"],
  namedBy: "start"
}
