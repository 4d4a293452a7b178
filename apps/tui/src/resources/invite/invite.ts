import * as Effect from "effect/Effect"

import { glyphs } from "../../theme.ts"
import * as Field from "../Field.ts"
import * as FieldColumn from "../FieldColumn.ts"
import type { Resource } from "../Resource.ts"
import { moment, moments } from "../texts.ts"
import { wholePage, wholePageSize } from "../wholePage.ts"
import type { Candidate } from "./Candidate.ts"
import { forms } from "./forms.ts"
import { candidates } from "./read.ts"

const state: Resource<Candidate>["state"] = (row) => {
  if (row._tag === "Call") return { text: `${glyphs.active} running`, tone: "good" }
  if (row.isAvailable === undefined) return { text: `${glyphs.unknown} unknown`, tone: "quiet" }
  return row.isAvailable
    ? { text: `${glyphs.active} available`, tone: "good" }
    : { text: `${glyphs.inactive} away`, tone: "quiet" }
}

const emailOf = (row: Candidate) => (row._tag === "Contact" ? row.email : "")

/** Whom to invite: contacts of recent calls, and running calls to invite them to. */
export const invite: Resource<Candidate> = {
  name: "invite",
  title: "Invite",
  one: "contact",
  many: "recent contacts and running calls",
  letter: "i",
  about: "somebody to your personal room, or contacts to a running call.",
  isLocal: true,
  pageSize: wholePageSize,
  idOf: ({ _tag, id }) => `${_tag} ${id}`,
  nameOf: (row) => (row._tag === "Call" ? row.id : row.email || row.name || row.id),
  read: (_, page) => Effect.map(candidates, (rows) => wholePage(rows, page)),
  enter: ({ _tag }) => (_tag === "Call" ? "invite.session" : "invite.room"),
  state,
  columns: [
    FieldColumn.make({
      name: "name",
      title: "NAME",
      value: ({ name }: Candidate) => name,
      width: 16,
      grow: 2,
      rank: 0
    }),
    FieldColumn.make({ name: "email", title: "E-MAIL", value: emailOf, width: 18, grow: 2, rank: 2 }),
    FieldColumn.make({
      name: "at",
      title: "LAST CALL",
      value: ({ at }: Candidate) => at,
      text: moment,
      tone: () => "quiet",
      width: 16,
      grow: 0,
      rank: 3
    })
  ],
  facts: [
    ["Name", ({ name }) => name],
    ["E-mail", emailOf],
    ["Call", (row) => (row._tag === "Call" ? row.id : row.call)],
    ["Last call", ({ at }) => moments(at)],
    ["Id", ({ id }) => id]
  ],
  actions: [],
  forms,
  fields: [
    ...Field.of<Candidate>({ fields: { id: {}, name: {}, at: {} } }),
    { name: "email", value: emailOf, text: emailOf }
  ],
  summary: ["id", "name", "email"],
  namedBy: "id"
}
