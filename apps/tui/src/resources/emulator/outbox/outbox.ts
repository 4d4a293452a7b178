import * as Effect from "effect/Effect"

import * as FieldColumn from "../../FieldColumn.ts"
import type { Resource } from "../../Resource.ts"
import { moment, moments } from "../../texts.ts"
import { emulator } from "../emulator.ts"
import * as Filters from "../filters.ts"
import * as Whole from "../whole.ts"
import { actions, inverses } from "./actions.ts"
import { copies, inquiries } from "./inquiries.ts"
import * as Mails from "./Mail.ts"
import type { Mail } from "./Mail.ts"

const filters = ["kind", "to", "after"]

/** The e-mails that the region would have sent; none left the emulator. */
export const outbox: Resource<Mail> = {
  name: "outbox",
  title: "Outbox",
  one: "mail",
  letter: "m",
  group: emulator,
  isPublic: true,
  pageSize: Whole.most,
  idOf: ({ id }) => id,
  nameOf: ({ id, kind, to }) => `${kind} ${id} to ${to}`,
  read: (filter, page) =>
    Effect.map(Effect.flatMap(Filters.read(filter, filters), Mails.list), (all) => Whole.page(all, page)),
  filterExample: "kind=confirmation, or to=new@example.com",
  columns: [
    FieldColumn.make({ name: "kind", title: "KIND", value: ({ kind }: Mail) => kind, width: 13, grow: 0, rank: 0 }),
    FieldColumn.make({ name: "to", title: "TO", value: ({ to }: Mail) => to, width: 16, grow: 3, rank: 1 }),
    FieldColumn.make({
      name: "at",
      title: "SENT",
      value: ({ at }: Mail) => at,
      text: moment,
      tone: () => "quiet",
      width: 16,
      grow: 0,
      rank: 2
    })
  ],
  facts: [
    ["Kind", ({ kind }) => kind],
    ["To", ({ to }) => to],
    ["Subject", ({ subject }) => subject],
    ["Sent", ({ at }) => moments(at)],
    ["Id", ({ id }) => String(id)],
    ["Link", ({ link }) => (link === undefined ? "" : "a secret of whom it is for")]
  ],
  actions,
  inverses,
  inquiries,
  copies,
  fields: [
    { name: "id", value: ({ id }) => id, text: ({ id }) => String(id) },
    { name: "kind", value: ({ kind }) => kind, text: ({ kind }) => kind },
    { name: "to", value: ({ to }) => to, text: ({ to }) => to },
    { name: "at", value: ({ at }) => at, text: ({ at }) => moments(at) },
    { name: "subject", value: ({ subject }) => subject, text: ({ subject }) => subject }
  ],
  summary: ["id", "kind", "to", "at", "subject"],
  namedBy: "number",
  example: "1"
}
